import { type RawRow, rawColumns, rawRow } from '../damage/damagedRows'
import type { Connection } from '../sqlite'

export interface SalvagedRow {
  readonly rowid: number
  readonly values: RawRow
}

const batch = 200
/** The largest rowid looked for; ours are counted up from 1. */
const lastRowid = Number.MAX_SAFE_INTEGER

/**
 * Yields every row of a damaged table that can be reached, in rowid order. If a read fails, it continues one row at a
 * time. Then it leaps in doubling steps to the first place behind the damage that can be read.
 */
export function* readableRows(
  source: Connection,
  table: string,
  columns: readonly string[],
): Generator<SalvagedRow> {
  const statement = source.prepare<{ after: number; limit: number }>(
    `SELECT rowid AS salvage_rowid, ${rawColumns(columns)} FROM "${table}" WHERE rowid > :after ORDER BY rowid LIMIT :limit`,
  )
  const read = (after: number, limit: number): SalvagedRow[] | null => {
    try {
      const rows = statement.all({ after, limit }) as { readonly salvage_rowid: number }[]
      const read = rows.map((row) => ({ rowid: row.salvage_rowid, values: rawRow(columns, row) }))
      // Rowids that are out of order would lead in a circle.
      return read.every(({ rowid }, at) => rowid > (read[at - 1]?.rowid ?? after)) ? read : null
    } catch {
      return null
    }
  }

  let after = 0
  let limit = batch
  for (;;) {
    const rows = read(after, limit)
    if (rows === null && limit > 1) {
      limit = 1
      continue
    }
    if (rows === null) {
      const beyond = firstReadable((rowid) => read(rowid, 1) !== null, after)
      if (beyond === null) return
      after = beyond
      limit = batch
      continue
    }
    const last = rows.at(-1)
    if (last === undefined) return
    yield* rows
    after = last.rowid
  }
}

/** The smallest rowid after `damaged` from which reading works again; null if it never does. */
function firstReadable(isReadable: (rowid: number) => boolean, damaged: number): number | null {
  let low = damaged
  let step = 1
  while (!isReadable(damaged + step)) {
    low = damaged + step
    step *= 2
    if (damaged + step > lastRowid) return null
  }
  let high = damaged + step
  while (high - low > 1) {
    const middle = low + Math.floor((high - low) / 2)
    if (isReadable(middle)) high = middle
    else low = middle
  }
  return high
}
