import { endOf, isHeader, type Layout, rowOfTile, startOf, topOf } from './layout'
import { type RowBox, rowBoxes } from './rowBoxes'

export const gridMoveKeys = [
  'ArrowLeft',
  'ArrowRight',
  'ArrowUp',
  'ArrowDown',
  'Home',
  'End',
  'PageUp',
  'PageDown',
] as const

export type GridMoveKey = (typeof gridMoveKeys)[number]

export function isGridMoveKey(key: string): key is GridMoveKey {
  return gridMoveKeys.some((known) => known === key)
}

/**
 * The tile a key leads to. Up and down keep the horizontal place across rows; a page is `pageHeight` pixels. At the
 * edges the tile stays the same.
 */
export function moveInGrid(layout: Layout, tile: number, key: GridMoveKey, pageHeight: number): number {
  switch (key) {
    case 'ArrowLeft':
      return Math.max(0, tile - 1)
    case 'ArrowRight':
      return Math.min(layout.tiles - 1, tile + 1)
    case 'Home':
      return 0
    case 'End':
      return layout.tiles - 1
    case 'ArrowUp':
    case 'ArrowDown':
    case 'PageUp':
    case 'PageDown': {
      const row = rowOfTile(layout, tile)
      if (row < 0) return tile
      const down = key === 'ArrowDown' || key === 'PageDown'
      const least = key === 'PageUp' || key === 'PageDown' ? pageHeight : 0
      const target = rowAway(layout, row, down ? 1 : -1, least)
      return target === null ? tile : tileUnder(layout, target, centreOf(layout, row, tile))
    }
  }
}

/** The nearest row of tiles in a direction that is at least `least` pixels away, or else the last one there. */
function rowAway(layout: Layout, from: number, step: 1 | -1, least: number): number | null {
  let found: number | null = null
  for (let row = from + step; row >= 0 && row < layout.rows; row += step) {
    if (isHeader(layout, row)) continue
    found = row
    if (Math.abs(topOf(layout, row) - topOf(layout, from)) >= least) break
  }
  return found
}

function centreOf(layout: Layout, row: number, tile: number): number {
  const { left, width }: RowBox = rowBoxes(layout, row)[tile - startOf(layout, row)] ?? { left: 0, width: 0 }
  return left + width / 2
}

function tileUnder(layout: Layout, row: number, x: number): number {
  const index = rowBoxes(layout, row).findIndex(({ left, width }) => x < left + width + layout.options.gap)
  return index < 0 ? endOf(layout, row) - 1 : startOf(layout, row) + index
}
