import { AppFailure, appError } from '@shared/errors'
import { cellText, editedCell } from '../checks/cellText'
import type { RowCheck } from '../checks/rowCheck'
import { recheckRow } from './recheck'
import { type StoredRow, storedRows } from './shownRows'
import type { StagingDatabase } from './stagingDatabase'
import type { TableState } from './tableState'
import { markTakenKey } from './takenKeys'

/** The stored parts of a row that an edit changes. */
export interface RowContent {
  /** The JSON of its cells. */
  readonly cells: string
  /** The JSON of the error that reading found in its form. */
  readonly fault: string | null
  /** The JSON of its cells as they were read, if they were edited since. */
  readonly read: string | null
}

/** Throws AppFailure `rowMissing`. */
export function storedRow(db: StagingDatabase, number: number): StoredRow {
  const [row] = storedRows(db, number - 1, 1)
  if (row?.row !== number) throw new AppFailure(appError('rowMissing'))
  return row
}

/** Throws AppFailure `rowMissing`. */
export function rowContent(db: StagingDatabase, number: number): RowContent {
  const content = db.get<RowContent>(
    'SELECT cells_json AS cells, fault_json AS fault, read_json AS read FROM rows WHERE row = ?',
    [number],
  )
  if (content === undefined) throw new AppFailure(appError('rowMissing'))
  return content
}

/**
 * A row with a new text in one of its cells. This clears any error in the row's form: the user who edits it has seen
 * it.
 */
export function editedContent(
  db: StagingDatabase,
  { columns, layout }: TableState,
  edit: { readonly row: number; readonly column: number; readonly value: string },
): RowContent {
  const row = storedRow(db, edit.row)
  // JSON distinguishes a missing cell from an empty one.
  const absent = layout.format === 'json' || layout.format === 'jsonl' ? null : ''
  const cells = columns.map((_, column) => {
    const cell = row.cells[column] ?? absent
    return column === edit.column ? editedCell(edit.value, cell) : cell
  })
  return { cells: JSON.stringify(cells), fault: null, read: row.readJson }
}

/** Writes a row and checks it. Returns whether other rows may have gained or lost an error by this. */
export function writeRow(
  db: StagingDatabase,
  check: RowCheck,
  number: number,
  { cells, fault, read }: RowContent,
): boolean {
  const before = check(storedRow(db, number)).key
  db.run('UPDATE rows SET cells_json = ?, fault_json = ?, read_json = ? WHERE row = ?', [
    cells,
    fault,
    read,
    number,
  ])
  const key = recheckRow(db, check, storedRow(db, number))
  if (key === before) return false
  db.run('UPDATE checks SET taken_by = NULL WHERE row = ?', [number])
  for (const one of [before, key]) if (one !== null) markTakenKey(db, one)
  return true
}

/** The whole text of a cell. */
export function wholeCell(db: StagingDatabase, row: number, column: number): string {
  return cellText(storedRow(db, row).cells[column])
}
