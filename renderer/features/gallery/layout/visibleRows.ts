import { bottomOf, endOf, type Layout, rowAtOffset, startOf, topOf } from './layout'

/** Rows from `first` to `last`, both inclusive; `last` is below `first` if there are none. */
export interface RowRange {
  readonly first: number
  readonly last: number
}

/** The rows that overlap the part of the list from `top` to `bottom`. */
export function visibleRows(layout: Layout, top: number, bottom: number): RowRange {
  if (layout.rows === 0) return { first: 0, last: -1 }
  return { first: rowAtOffset(layout, top), last: rowAtOffset(layout, bottom) }
}

/**
 * The rows to draw: those in view, and then others above and below, up to `overscan` pixels away and while there are no
 * more than `most` tiles.
 */
export function drawnRows(
  layout: Layout,
  top: number,
  bottom: number,
  overscan: number,
  most: number,
): RowRange {
  let { first, last } = visibleRows(layout, top, bottom)
  const tilesWith = (from: number, to: number) => endOf(layout, to) - startOf(layout, from)
  for (;;) {
    const below = last + 1
    const isBelow =
      below < layout.rows && topOf(layout, below) < bottom + overscan && tilesWith(first, below) <= most
    if (isBelow) last = below
    const above = first - 1
    const isAbove = above >= 0 && bottomOf(layout, above) > top - overscan && tilesWith(above, last) <= most
    if (isAbove) first = above
    if (!isBelow && !isAbove) return { first, last }
  }
}
