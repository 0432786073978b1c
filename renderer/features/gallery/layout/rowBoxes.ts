import { columnsOf, shownRatio } from './fillRows'
import { endOf, heightOf, isLow, type Layout, rowOfTile, startOf, topOf } from './layout'

/** From left to right, in whole CSS pixels. */
export interface RowBox {
  readonly left: number
  readonly width: number
}

/** Heights are whole pixels: tiles this close to their room, as a share of it, fill it. */
export const roundingSlack = 0.02

const lowWidthMaximum = 160

/** Where the tiles of a row are. */
export function rowBoxes(layout: Layout, row: number): readonly RowBox[] {
  const { gap, width } = layout.options
  const start = startOf(layout, row)
  const end = endOf(layout, row)
  if (isLow(layout, row)) {
    const share = Math.floor((width - gap * (end - start - 1)) / (end - start))
    return placed(new Array<number>(end - start).fill(Math.min(lowWidthMaximum, share)), 0, gap)
  }
  const height = heightOf(layout, row)
  const pin = layout.pins.get(row)
  if (pin === undefined) return placed(widths(layout, start, end, height, width), 0, gap)
  const pinned = start + pin.tile
  const before = widths(layout, start, pinned, height, pin.left - gap)
  const after = widths(layout, pinned + 1, end, height, width - pin.left - pin.width - gap)
  const left = pin.left - before.reduce((sum, one) => sum + one + gap, 0)
  return placed([...before, pin.width, ...after], left, gap)
}

function placed(tileWidths: readonly number[], from: number, gap: number): readonly RowBox[] {
  let left = from
  return tileWidths.map((width) => {
    const box = { left, width }
    left += width + gap
    return box
  })
}

/** Widths of neighbours: those that nearly fill their room fill it to the pixel. */
function widths(layout: Layout, from: number, to: number, height: number, room: number): readonly number[] {
  const free = room - layout.options.gap * (to - from - 1)
  let sum = 0
  for (let tile = from; tile < to; tile++) sum += idealWidth(layout, tile, height)
  const isNear = layout.options.kind === 'rows' && Math.abs(sum / free - 1) < roundingSlack
  const stretch = isNear ? free / sum : Math.min(1, free / sum)
  const result: number[] = []
  let right = 0
  for (let tile = from; tile < to; tile++) {
    const left = Math.round(right)
    right += idealWidth(layout, tile, height) * stretch
    result.push(Math.round(right) - left)
  }
  return result
}

export function idealWidth(
  { options, ratios }: Pick<Layout, 'options' | 'ratios'>,
  tile: number,
  height: number,
): number {
  return options.kind === 'grid' ? height : shownRatio(ratios, tile) * height
}

/** Whether the tiles of a row fill the width. */
export function isFull(layout: Layout, row: number): boolean {
  const { kind, width } = layout.options
  if (kind === 'grid') return endOf(layout, row) - startOf(layout, row) >= columnsOf(layout.options)
  const boxes = rowBoxes(layout, row)
  const last = boxes.at(-1)
  return boxes[0]?.left === 0 && last !== undefined && last.left + last.width >= width
}

/** In CSS pixels from the beginning of the list. */
export interface TileBox extends RowBox {
  readonly top: number
  readonly height: number
}

/** The tiles of a row, by their numbers. */
export function tileBoxes(layout: Layout, row: number): readonly (readonly [tile: number, box: TileBox])[] {
  const down = { top: topOf(layout, row), height: heightOf(layout, row) }
  return rowBoxes(layout, row).map((across, index) => [startOf(layout, row) + index, { ...across, ...down }])
}

export function boxOfTile(layout: Layout, tile: number): TileBox | null {
  const row = rowOfTile(layout, tile)
  if (row < 0) return null
  return tileBoxes(layout, row)[tile - startOf(layout, row)]?.[1] ?? null
}
