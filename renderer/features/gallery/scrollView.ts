import { bottomOf, type Layout, rowOfTile, topOf } from './layout/layout'

/** Room kept above a row scrolled into view, for its day, and below it. */
const roomAbove = 40
const roomBelow = 16

/**
 * Whether a visible tile has gone out of view because the list became less high: it was wholly visible and
 * no longer is, or it was partly visible and none of it is now. Heights in CSS pixels.
 */
export function isCovered(
  layout: Layout,
  tile: number,
  offset: number,
  { before, now }: { readonly before: number; readonly now: number },
): boolean {
  const row = rowOfTile(layout, tile)
  const top = topOf(layout, row) - offset
  const bottom = bottomOf(layout, row) - offset
  if (row < 0 || now >= before || bottom <= 0) return false
  const wasWhole = top >= 0 && bottom <= before
  const wasSeen = top < before
  const isSeen = top < now
  return wasWhole ? bottom > now : wasSeen && !isSeen
}

/** How far the list must be scrolled for a tile's row to be in view. Lengths in CSS pixels. */
export function offsetToShow(layout: Layout, tile: number, offset: number, height: number): number {
  const row = rowOfTile(layout, tile)
  if (row < 0) return offset
  const top = topOf(layout, row) - roomAbove
  const bottom = bottomOf(layout, row) + roomBelow
  if (top < offset) return Math.max(0, top)
  return bottom > offset + height ? bottom - height : offset
}
