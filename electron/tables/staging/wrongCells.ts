import { type FoundCell, type TablePlace, type TableRow, type TableView, wholeRow } from '@shared/model/table'
import type { TableViews } from './tableViews'

/**
 * The next cell of a view with an error after a place, wrapping around at the end; null if there is none. If a row was
 * fixed and so left the view, the next row now has its position.
 */
export function wrongCellAfter(
  views: TableViews,
  shownRow: (row: number) => TableRow,
  view: TableView,
  { row, column, position }: TablePlace,
): FoundCell | null {
  const at = views.position(view, row)
  const behind = at === null ? null : wrongIn(views, shownRow(row), column)
  if (at !== null && behind !== null) return { row: shownRow(row), column: behind, position: at }
  const found = views.wrongFrom(view, at === null ? position : at + 1) ?? views.wrongFrom(view, 0)
  if (found === null) return null
  const shown = shownRow(found.row)
  return { row: shown, column: wrongColumns(shown)[0] ?? wholeRow, position: found.position }
}

function wrongIn(views: TableViews, row: TableRow, after: number): number | null {
  if (!views.isWrong(row.row)) return null
  return wrongColumns(row).find((column) => column > after) ?? null
}

function wrongColumns({ errors }: TableRow): readonly number[] {
  return errors.map(({ column }) => column ?? wholeRow).toSorted((a, b) => a - b)
}
