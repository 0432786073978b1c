import { cellMaximum } from '@shared/model/table'

/** Within these limits, reading a table takes seconds and a bounded amount of memory. */
export const limits = {
  fileBytes: 512 * 1024 * 1024,
  rows: 1_000_000,
  columns: 200,
  /** The shortest time between two progress messages, in milliseconds. */
  progressMs: 250,
  /** Characters of one cell that can be sent. */
  cellCharacters: cellMaximum,
  /** Characters of a row's key or name. */
  wordCharacters: 500,
  /** Bytes, or characters, of one row as it is written: a longer one can't be held in order to be shown. */
  recordLength: 16 * 1024 * 1024,
} as const
