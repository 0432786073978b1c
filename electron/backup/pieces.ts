/** A part of a file: `length` bytes starting at byte `start`. */
export interface Piece {
  readonly start: number
  readonly length: number
}

/**
 * Where SQLite locks a file. The page there never holds any data, and on Windows, where locks are mandatory, nobody
 * else can read it while the database is open.
 */
const lockByte = 2 ** 30
const pieceBytes = 2 ** 20

/** A database file of `size` bytes in parts of a megabyte, in order, without the page that is only used for locking. */
export function* piecesOf(size: number, pageBytes: number): Generator<Piece> {
  let start = 0
  while (start < size) {
    if (start === lockByte) start += pageBytes
    const end = Math.min(size, (Math.floor(start / pieceBytes) + 1) * pieceBytes)
    if (end > start) yield { start, length: end - start }
    start = end
  }
}
