import { type TableLayout, tableLayoutSchema } from '@shared/model/table'
import { type TableCell, tableCellsSchema } from '@shared/model/tableCells'
import { z } from 'zod'
import type { Database } from '../../db/database'

/** The table a batch came from, without its rows. */
export interface BatchTable {
  /** The name of its file; empty for pasted text. */
  readonly name: string
  readonly layout: TableLayout
  readonly columns: readonly string[]
}

export interface BatchRow {
  readonly row: number
  readonly cells: readonly TableCell[]
}

/** How much is read at once: this many rows, or fewer if they are large. A job counts as this many characters. */
const window = { rows: 100, size: 1_000_000, job: 2_000 }

const columnsSchema = z.array(z.string())

/** Null for a batch that wasn't made from a table. */
export function batchTable(db: Database, batchId: string): BatchTable | null {
  const row = db.get<{ name: string; layout: string; columns: string }>(
    'SELECT name, layout_json AS layout, columns_json AS columns FROM batch_tables WHERE batch_id = :batchId',
    { batchId },
  )
  if (row === undefined) return null
  return {
    name: row.name,
    layout: tableLayoutSchema.parse(JSON.parse(row.layout)),
    columns: columnsSchema.parse(JSON.parse(row.columns)),
  }
}

/** Every row in the order of the file, as many at a time as are read at once. */
export function* batchRows(db: Database, batchId: string): Generator<readonly BatchRow[]> {
  let rows = rowsAfter(db, batchId, 0)
  while (rows.length > 0) {
    yield rows
    rows = rowsAfter(db, batchId, rows.at(-1)?.row ?? 0)
  }
}

function rowsAfter(db: Database, batchId: string, after: number): readonly BatchRow[] {
  const next = db.all<{ row: number; size: number }>(
    `SELECT row, octet_length(cells_json) + :job *
       (SELECT count(*) FROM jobs WHERE jobs.batch_id = batch_rows.batch_id AND jobs.row = batch_rows.row) AS size
     FROM batch_rows WHERE batch_id = :batchId AND row > :after ORDER BY row LIMIT :rows`,
    { batchId, after, rows: window.rows, job: window.job },
  )
  let before = 0
  const fitting = next.filter(({ size }) => {
    const fits = before < window.size
    before += size
    return fits
  })
  const to = fitting.at(-1)?.row
  if (to === undefined) return []
  return db
    .all<{ row: number; cells: string }>(
      `SELECT row, cells_json AS cells FROM batch_rows
       WHERE batch_id = :batchId AND row > :after AND row <= :to ORDER BY row`,
      { batchId, after, to },
    )
    .map(({ row, cells }) => ({ row, cells: readCells(cells) }))
}

/** Cells that can't be read any more are empty: the row is still reported. */
function readCells(json: string): readonly TableCell[] {
  try {
    return tableCellsSchema.parse(JSON.parse(json))
  } catch {
    return []
  }
}
