import type { TableCell } from '@shared/model/tableCells'

/** A cell as it is shown, checked and edited. */
export function cellText(cell: TableCell | undefined): string {
  if (typeof cell === 'string') return cell
  return cell === null || cell === undefined || cell.json === 'null' ? '' : cell.json
}

/** The cell that replaces another with this text; if that wasn't a string, it keeps the type if it can. */
export function editedCell(text: string, before: TableCell | undefined): TableCell {
  return typeof before === 'object' && before !== null && isValue(text) ? { json: text } : text
}

/** JSON, but not a string. */
function isValue(text: string): boolean {
  try {
    return typeof JSON.parse(text) !== 'string'
  } catch {
    return false
  }
}
