/** Asks the program to stop its core; answers how that ended. */
export const stopRoute = 'bench.stop'

/** Asks for the thumbnail of an image by its id; answers whether there is one. */
export const thumbnailRoute = 'bench.thumbnail'

/** The exit code of a start whose database could not be opened, which the user is told. */
export const refusedToStart = 3
