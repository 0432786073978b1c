import { byteRatio, ratioByte } from '@shared/model/image'
import type { LayoutOptions } from './layout'

/** Shapes beyond these are cropped in their tile, so that a panorama doesn't flatten its row. */
const narrowest = 0.5
const widest = 3

/** By the `ratioByte` of a tile. */
const shownRatios = Float32Array.from({ length: 256 }, (_, byte) =>
  Math.min(widest, Math.max(narrowest, byteRatio(byte))),
)

const squareByte = ratioByte(1, 1)

/** A row may grow to this many times the target height to fill its width. */
const growth = 1.4

/** Width / height of a tile, as it is shown. */
export function shownRatio(ratios: Uint8Array, tile: number): number {
  return shownRatios[ratios[tile] ?? squareByte] ?? 1
}

/** Takes the tile after a row's last one, and the row's height. */
type AddRow = (end: number, height: number) => void

/** Splits the tiles from `from` to `to`, exclusive, into rows, from the first on; only the last may be short. */
export function fillRows(
  ratios: Uint8Array,
  from: number,
  to: number,
  options: LayoutOptions,
  add: AddRow,
): void {
  if (options.kind === 'grid') fillGrid(from, to, options, add)
  else fillJustified(ratios, from, to, options, add)
}

/** As many columns of squares as keep them closest to the target. */
export function columnsOf({ width, target, gap, most }: LayoutOptions): number {
  return Math.min(most, Math.max(2, Math.round((width + gap) / (target + gap))))
}

function fillGrid(from: number, to: number, options: LayoutOptions, add: AddRow): void {
  const columns = columnsOf(options)
  const edge = Math.floor((options.width - options.gap * (columns - 1)) / columns)
  for (let tile = from; tile < to; tile += columns) add(Math.min(tile + columns, to), edge)
}

function fillJustified(
  ratios: Uint8Array,
  from: number,
  to: number,
  { width, target, gap, most }: LayoutOptions,
  add: AddRow,
): void {
  let sum = 0
  let count = 0
  for (let tile = from; tile < to; tile++) {
    const ratio = shownRatio(ratios, tile)
    const height = (width - gap * count) / (sum + ratio)
    if (height > target && count + 1 < most) {
      sum += ratio
      count += 1
      continue
    }
    const without = count === 0 ? Number.POSITIVE_INFINITY : (width - gap * (count - 1)) / sum
    if (without <= target * growth && without - target < target - height) {
      add(tile, Math.round(without))
      sum = ratio
      count = 1
    } else {
      add(tile + 1, Math.round(height))
      sum = 0
      count = 0
    }
  }
  // A last row isn't stretched.
  if (count > 0) add(to, Math.round(Math.min(target, (width - gap * (count - 1)) / sum)))
}
