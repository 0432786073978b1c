/** Within these the reading of a table takes seconds, and its memory is bounded. */
export const limits = {
  fileBytes: 512 * 1024 * 1024,
  rows: 1_000_000,
  columns: 200,
  /** Milliseconds between two tellings of progress, at least. */
  progressMs: 250,
  /** Characters of one cell that can be sent. */
  cellCharacters: 1_000_000,
  /** Characters of a row's key or name. */
  wordCharacters: 500,
  /** Bytes, or characters, of one row as it is written: what is longer can't be held to be shown. */
  recordLength: 16 * 1024 * 1024,
} as const
