import { type Layout, type LayoutOptions, type Section, stackSections, type TileRow } from './layout'

/** Shapes beyond these are cropped in their tile, so that a panorama doesn't flatten its row. */
const narrowest = 0.5
const widest = 3

/** A row may grow to this many times the target height to fill its width. */
const growth = 1.4

/** Heights are whole pixels: a row this close to the width counts as full. */
const roundingSlack = 0.02

function shown(ratio: number): number {
  return Math.min(widest, Math.max(narrowest, ratio))
}

/**
 * Rows of one height each, filled to the width, with every tile in its own shape (`ratios`: width / height). The last
 * row of a section isn't stretched. Linear in the number of tiles.
 */
export function justifiedRows(
  ratios: ArrayLike<number>,
  sections: readonly Section[],
  options: LayoutOptions,
): Layout {
  const { width, target, gap } = options
  const heightOf = (sum: number, count: number) => (width - gap * (count - 1)) / sum

  const fill = (start: number, end: number, add: (end: number, height: number) => void) => {
    let sum = 0
    let count = 0
    for (let tile = start; tile < end; tile++) {
      const ratio = shown(ratios[tile] ?? 1)
      const height = heightOf(sum + ratio, count + 1)
      if (height > target) {
        sum += ratio
        count += 1
        continue
      }
      const without = count === 0 ? Number.POSITIVE_INFINITY : heightOf(sum, count)
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
    if (count > 0) add(end, Math.round(Math.min(target, heightOf(sum, count))))
  }

  const widths = (row: TileRow) => {
    const ideal: number[] = []
    for (let tile = row.start; tile < row.end; tile++) ideal.push(shown(ratios[tile] ?? 1) * row.height)
    const room = width - gap * (ideal.length - 1)
    const sum = ideal.reduce((total, one) => total + one, 0)
    const stretch = Math.abs(sum / room - 1) < roundingSlack ? room / sum : Math.min(1, room / sum)
    let right = 0
    return ideal.map((one) => {
      const left = Math.round(right)
      right += one * stretch
      return Math.round(right) - left
    })
  }

  return stackSections(sections, options, fill, widths)
}
