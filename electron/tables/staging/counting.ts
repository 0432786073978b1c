import type { OpenTable } from '@shared/model/table'
import type { StagingDatabase } from './stagingDatabase'
import { emptyTally, minus, plus, requestsByPrice, type Tally, tallyRows } from './tally'

/** Keeps count: rows that change are counted before and after, the others once. */
export interface Counting {
  now(): Pick<OpenTable, 'counts' | 'requestsByPrice'>
  /** Rows were read and counted; they come after the existing ones. */
  add(read: Tally): void
  /** Does something that changes the rows in this range, and no others unless it returns `others`. */
  during(from: number, to: number, work: () => 'these' | 'others'): void
  /** Any row may have changed. */
  forget(): void
}

export function createCounting(
  db: StagingDatabase,
  table: () => { readonly rows: number; readonly again: boolean },
): Counting {
  let tally = emptyTally
  /** How many rows, from the first, are in the tally. */
  let counted = 0
  const count = (from: number, to: number) => tallyRows(db, table().again, from, to)

  function forget(): void {
    tally = emptyTally
    counted = 0
  }

  return {
    now() {
      const { rows } = table()
      if (counted < rows) tally = plus(tally, count(counted + 1, rows))
      counted = rows
      return { counts: tally.counts, requestsByPrice: requestsByPrice(tally) }
    },
    add(read) {
      tally = plus(tally, read)
      counted += read.counts.rows
    },
    during(from, to, work) {
      const last = Math.min(to, counted)
      const before = count(from, last)
      if (work() === 'others') forget()
      else tally = plus(minus(tally, before), count(from, last))
    },
    forget,
  }
}
