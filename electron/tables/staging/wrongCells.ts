import { type FoundCell, type TablePlace, type TableRow, type TableView, wholeRow } from '@shared/model/table'
import type { TableViews } from './tableViews'

/**
 * The next wrong cell of a view after a place, from the beginning again behind the last; null when none is wrong. A row
 * that left the view, having been fixed, has given its position to the one behind it.
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
