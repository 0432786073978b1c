import { fillRows } from './fillRows'
import { endOf, heightOf, isHeader, isLow, type Layout, type Pin, rowOfTile, startOf } from './layout'
import { idealWidth, isFull, roundingSlack, rowBoxes } from './rowBoxes'
import type { RowList } from './rowList'

/** The tiles of a section: `from` to `to`, exclusive. */
interface Tiles {
  readonly ratios: Uint8Array
  readonly from: number
  readonly to: number
}

/** A row of which one tile is where it was. */
interface KeptRow {
  readonly start: number
  readonly end: number
  readonly height: number
  readonly pin: Pin | undefined
}

/**
 * Fills a section around one of its tiles, which keeps its place in its row to the pixel. Full rows above that didn't
 * change stay as they are. What is new goes into rows above them, the last of which may be short, and into the rows
 * below.
 */
export function arrangeAround(
  old: Layout,
  { was, is }: { readonly was: number; readonly is: number },
  tiles: Tiles,
  list: RowList,
): void {
  const oldRow = rowOfTile(old, was)
  const moved = is - was
  const kept = keptRow(old, oldRow, was, is, tiles)
  let seam = kept.start
  let top = oldRow
  if (seam === startOf(old, oldRow) + moved) {
    while (isKept(old, top - 1, moved, tiles) && isFull(old, top - 1)) top--
    seam = startOf(old, top) + moved
  }
  fillRows(tiles.ratios, tiles.from, seam, old.options, list.add)
  for (let row = top; row < oldRow; row++)
    list.add(endOf(old, row) + moved, heightOf(old, row), old.pins.get(row))
  list.add(kept.end, kept.height, kept.pin)
  fillRows(tiles.ratios, kept.end, tiles.to, old.options, list.add)
}

/** Whether a row's tiles have the same shapes as before, and all are of the section. */
function isKept(old: Layout, row: number, moved: number, { ratios, from, to }: Tiles): boolean {
  if (row < 0 || isHeader(old, row) || isLow(old, row)) return false
  if (startOf(old, row) + moved < from || endOf(old, row) + moved > to) return false
  for (let tile = startOf(old, row); tile < endOf(old, row); tile++) {
    if (ratios[tile + moved] !== old.ratios[tile]) return false
  }
  return true
}

function keptRow(old: Layout, row: number, was: number, is: number, tiles: Tiles): KeptRow {
  const moved = is - was
  const height = heightOf(old, row)
  // A short row may have room for what is now beside it.
  if (isKept(old, row, moved, tiles) && isFull(old, row))
    return { start: startOf(old, row) + moved, end: endOf(old, row) + moved, height, pin: old.pins.get(row) }
  const box = rowBoxes(old, row)[was - startOf(old, row)] ?? { left: 0, width: height }
  const { width, gap } = old.options
  const before = fitting(old, tiles, is - 1, -1, height, box.left - gap)
  const after = fitting(old, tiles, is + 1, 1, height, width - box.left - box.width - gap)
  return { start: is - before, end: is + 1 + after, height, pin: { tile: before, ...box } }
}

/** How many tiles in a direction fit into the room beside the pinned one. */
function fitting(
  { options }: Layout,
  { ratios, from, to }: Tiles,
  first: number,
  step: 1 | -1,
  height: number,
  room: number,
): number {
  let count = 0
  let sum = 0
  for (let tile = first; tile >= from && tile < to; tile += step) {
    sum += idealWidth({ options, ratios }, tile, height)
    const free = (room - options.gap * count) * (options.kind === 'rows' ? 1 + roundingSlack : 1)
    if (sum > free) return count
    count++
  }
  return count
}
