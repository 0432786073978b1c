import { appError, appErrorSchema } from '@shared/errors'
import { knownRowSchema, rowErrorSchema, type TableRow } from '@shared/model/table'
import { type TableCell, tableCellsSchema } from '@shared/model/tableCells'
import { z } from 'zod'
import { cellText } from '../checks/cellText'
import type { RowToCheck } from '../checks/rowCheck'
import type { StagingDatabase } from './stagingDatabase'

/** Characters of a cell that are shown in a window of rows. */
const shownCharacters = 2000

const errorsSchema = z.array(rowErrorSchema)

/** The cells of a row and the error that reading found in it, to be checked. */
export interface StoredRow extends RowToCheck {
  readonly row: number
  /** The JSON of the cells as they were read. */
  readonly readJson: string
}

interface CellRow {
  readonly row: number
  readonly cells_json: string
  readonly fault_json: string | null
  readonly read_json: string | null
}

/** Bytes of a window of rows; its last row may exceed this. */
const windowBytes = 2_000_000

/** Up to this many rows after a row number, in order. Fewer if they are large; none only at the end. */
export function storedRows(db: StagingDatabase, after: number, limit: number): readonly StoredRow[] {
  const sql = `SELECT row, cells_json, fault_json, read_json FROM rows
    WHERE row > ?1 AND row <= (
      SELECT max(row) FROM (
        SELECT row, sum(bytes) OVER (ORDER BY row) - bytes AS before FROM (
          SELECT row, octet_length(cells_json) + coalesce(octet_length(read_json), 0) AS bytes
          FROM rows WHERE row > ?1 ORDER BY row LIMIT ?2))
      WHERE before < ${windowBytes})
    ORDER BY row`
  return db.all<CellRow>(sql, [after, limit]).map(({ row, cells_json, fault_json, read_json }) => ({
    row,
    cells: parsedCells(cells_json),
    json: cells_json,
    fault: fault_json === null ? null : appErrorSchema.parse(JSON.parse(fault_json)),
    readJson: read_json ?? cells_json,
  }))
}

function parsedCells(json: string): readonly TableCell[] {
  return tableCellsSchema.parse(JSON.parse(json))
}

interface FullRow {
  readonly row: number
  readonly line: number | null
  readonly cells_json: string
  readonly errors_json: string | null
  readonly taken_by: number | null
  readonly key: string | null
  readonly known_json: string | null
  readonly selected: number
  readonly requests: number
  readonly images: number
}

/** How rows are shown. */
export interface ShownAs {
  readonly columns: number
  readonly keyColumn: number | null
  /** Whether requests of a row with these cells include a size and references. */
  readonly carriesOptions: (texts: readonly string[]) => boolean
}

/** Rows by their numbers, in the given order; one at a time, since each may be large. */
export function shownRows(db: StagingDatabase, numbers: readonly number[], table: ShownAs): TableRow[] {
  return numbers.flatMap((number) => {
    const row = db.get<FullRow>('SELECT * FROM rows JOIN checks USING (row) WHERE row = ?', [number])
    return row === undefined ? [] : [shownRow(row, table)]
  })
}

function shownRow(row: FullRow, { columns, keyColumn, carriesOptions }: ShownAs): TableRow {
  const stored = parsedCells(row.cells_json)
  const texts = Array.from({ length: columns }, (_, column) => cellText(stored[column]))
  const errors = row.errors_json === null ? [] : errorsSchema.parse(JSON.parse(row.errors_json))
  if (row.taken_by !== null) {
    const params = { key: (row.key ?? '').slice(0, 100), row: row.taken_by }
    errors.push({ column: keyColumn, error: appError('keyTaken', { params }) })
  }
  const isRight = errors.length === 0
  return {
    row: row.row,
    line: row.line,
    cells: texts.map((text) => text.slice(0, shownCharacters)),
    cut: texts.flatMap((text, column) => (text.length > shownCharacters ? [column] : [])),
    errors,
    known: row.known_json === null ? null : knownRowSchema.parse(JSON.parse(row.known_json)),
    selected: row.selected === 1,
    requests: isRight ? row.requests : 0,
    images: isRight ? row.images : 0,
    carriesOptions: carriesOptions(texts),
  }
}
