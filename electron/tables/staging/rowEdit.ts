import { AppFailure, appError } from '@shared/errors'
import { cellText, editedCell } from '../checks/cellText'
import type { RowCheck } from '../checks/rowCheck'
import { recheckRow } from './recheck'
import { type StoredRow, storedRows } from './shownRows'
import type { StagingDatabase } from './stagingDatabase'
import type { TableState } from './tableState'
import { markTakenKey } from './takenKeys'

/** Throws AppFailure `rowMissing`. */
export function storedRow(db: StagingDatabase, number: number): StoredRow {
  const [row] = storedRows(db, number - 1, 1)
  if (row?.row !== number) throw new AppFailure(appError('rowMissing'))
  return row
}

/**
 * Writes a cell and checks its row. What reading found wrong with the row's form is settled by that: whoever edits has
 * seen it. Tells whether other rows may have become right or wrong by it.
 */
export function editRow(
  db: StagingDatabase,
  { columns, layout }: TableState,
  check: RowCheck,
  edit: { readonly row: number; readonly column: number; readonly value: string },
): boolean {
  const row = storedRow(db, edit.row)
  // In JSON a cell that is not there is told from an empty one.
  const absent = layout.format === 'json' || layout.format === 'jsonl' ? null : ''
  const cells = columns.map((_, column) => {
    const cell = row.cells[column] ?? absent
    return column === edit.column ? editedCell(edit.value, cell) : cell
  })
  const json = JSON.stringify(cells)
  db.run('UPDATE rows SET cells_json = ?1, fault_json = NULL, read_json = ?2 WHERE row = ?3', [
    json,
    row.readJson,
    edit.row,
  ])
  const before = check(row).key
  const key = recheckRow(db, check, { ...row, cells, json, fault: null })
  if (key === before) return false
  db.run('UPDATE checks SET taken_by = NULL WHERE row = ?', [edit.row])
  for (const one of [before, key]) if (one !== null) markTakenKey(db, one)
  return true
}

/** The whole text of a cell. */
export function wholeCell(db: StagingDatabase, row: number, column: number): string {
  return cellText(storedRow(db, row).cells[column])
}
