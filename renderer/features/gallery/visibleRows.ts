import type { Layout } from './layout'

/** Rows from `first` to `last`, both inclusive; `last` is below `first` if there are none. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** Index of the last row that begins at or above an offset; 0 if there is none. */
function rowAtOffset(layout: Layout, offset: number): number {
  let low = 0
  let high = layout.rows.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((layout.rows[middle]?.top ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}

/** The rows that overlap the part of the list from `top` to `bottom`. */
export function visibleRows(layout: Layout, top: number, bottom: number): RowRange {
  if (layout.rows.length === 0) return { first: 0, last: -1 }
  return { first: rowAtOffset(layout, top), last: rowAtOffset(layout, bottom) }
}
