/** A cell of the grid: the table's rows by their position, 0-based, with the two head rows above them. */
export interface GridPlace {
  readonly row: number
  readonly column: number
}

/** The head row with the names of the columns. */
export const namesRow = -2
/** The head row with the roles of the columns. */
export const rolesRow = -1

/** The column with the row's number and its checkbox. */
export const rowColumn = 0
export const stateColumn = 1
/** The table's own first column. */
export const firstColumn = 2

export interface GridBounds {
  readonly rows: number
  /** The table's own columns. */
  readonly columns: number
}

export function clampPlace({ row, column }: GridPlace, { rows, columns }: GridBounds): GridPlace {
  const inside = {
    row: Math.min(rows - 1, Math.max(namesRow, row)),
    column: Math.min(firstColumn + columns - 1, Math.max(rowColumn, column)),
  }
  // The two cells at the head’s left are beside both of its rows.
  return inside.row === rolesRow && inside.column < firstColumn ? { ...inside, row: namesRow } : inside
}

/** Where a key leads, or null if it leads nowhere. `mod`: to the end; `page`: how many rows a page has. */
export function moveInGrid(
  at: GridPlace,
  { key, mod, page }: { readonly key: string; readonly mod: boolean; readonly page: number },
  bounds: GridBounds,
): GridPlace | null {
  const { rows, columns } = bounds
  const last = firstColumn + columns - 1
  const to = (row: number, column: number): GridPlace => clampPlace({ row, column }, bounds)
  switch (key) {
    case 'ArrowUp':
      return to(mod ? 0 : at.row - 1, at.column)
    case 'ArrowDown':
      // From the left cells of the head to the first row.
      return to(mod ? rows - 1 : at.row === namesRow && at.column < firstColumn ? 0 : at.row + 1, at.column)
    case 'ArrowLeft':
      return to(at.row, mod ? rowColumn : at.column - 1)
    case 'ArrowRight':
      return to(at.row, mod ? last : at.column + 1)
    case 'Home':
      return to(mod ? 0 : at.row, rowColumn)
    case 'End':
      return to(mod ? rows - 1 : at.row, last)
    case 'PageUp':
      return to(Math.max(Math.min(at.row, 0), at.row - page), at.column)
    case 'PageDown':
      return to(at.row + page, at.column)
    default:
      return null
  }
}
