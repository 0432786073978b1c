/** What a file says it was written by. */
export const madeWith = 'Cyanotype'
