import type { TableRow } from '@shared/model/table'

/** One of the wrong rows in the order of the file, and how many there are. */
export type WrongRowAt = (
  offset: number,
) => Promise<{ readonly total: number; readonly row: TableRow | undefined }>

export interface WrongRow {
  readonly row: TableRow
  /** Its place among the wrong rows, from 0 on. */
  readonly offset: number
}

/** The first wrong row after a row number, from the beginning again behind the last; null when none is wrong. */
export async function wrongRowAfter(number: number, wrongAt: WrongRowAt): Promise<WrongRow | null> {
  const first = await wrongAt(0)
  let found: WrongRow | null = null
  let [low, high] = [0, first.total]
  while (low < high) {
    const offset = (low + high) >> 1
    const { row } = await wrongAt(offset)
    if (row !== undefined && row.row <= number) low = offset + 1
    else {
      high = offset
      if (row !== undefined) found = { row, offset }
    }
  }
  return found ?? (first.row === undefined ? null : { row: first.row, offset: 0 })
}
