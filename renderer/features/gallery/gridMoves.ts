import { type Layout, rowOfTile, type TileRow } from './layout'

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
export function moveInGrid(
  layout: Layout,
  gap: number,
  tile: number,
  key: GridMoveKey,
  pageHeight: number,
): number {
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
      const index = rowOfTile(layout, tile)
      const row = layout.rows[index]
      if (row?.kind !== 'tiles') return tile
      const down = key === 'ArrowDown' || key === 'PageDown'
      const least = key === 'PageUp' || key === 'PageDown' ? pageHeight : 0
      const target = rowAway(layout, index, down ? 1 : -1, least)
      return target === null ? tile : tileUnder(layout, target, centreOf(layout, row, gap, tile), gap)
    }
  }
}

/** The nearest row of tiles in a direction that is at least `least` pixels away, or else the last one there. */
function rowAway(layout: Layout, from: number, step: 1 | -1, least: number): TileRow | null {
  const origin = layout.rows[from]?.top ?? 0
  let found: TileRow | null = null
  for (let index = from + step; index >= 0 && index < layout.rows.length; index += step) {
    const row = layout.rows[index]
    if (row?.kind !== 'tiles') continue
    found = row
    if (Math.abs(row.top - origin) >= least) break
  }
  return found
}

function centreOf(layout: Layout, row: TileRow, gap: number, tile: number): number {
  let left = 0
  for (const [index, width] of layout.widths(row).entries()) {
    if (row.start + index === tile) return left + width / 2
    left += width + gap
  }
  return left
}

function tileUnder(layout: Layout, row: TileRow, x: number, gap: number): number {
  let right = 0
  for (const [index, width] of layout.widths(row).entries()) {
    right += width + gap
    if (x < right) return row.start + index
  }
  return row.end - 1
}
