/** Text for searching: upper and lower case, full and half width are the same. */
export const folded = (text: string): string => text.normalize('NFKC').toLowerCase()
