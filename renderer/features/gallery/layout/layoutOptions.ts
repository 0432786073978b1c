import { tileSizeMinimum, tileSizeUsual } from '@shared/model/preferences'
import type { LayoutKind, LayoutOptions } from './layout'

/** The most tiles that are drawn at once: more would make scrolling stutter. */
export const drawnMaximum = 150

/** The gap between tiles, in CSS pixels. */
export const gap = 6
const headerHeight = 32

/**
 * How a list is laid out; for `tileSize` see `Preferences`. Tiles are smaller in a narrow window, and in a large one never
 * so small that too many would be in view. Lengths are in CSS pixels; `screen` is a height that the visible part never
 * exceeds.
 */
export function layoutOptions(
  kind: LayoutKind,
  tileSize: number,
  width: number,
  screen: number,
): LayoutOptions {
  const suitable = Math.min(tileSizeUsual, Math.max(128, width / 4))
  const least = Math.max(tileSizeMinimum, Math.sqrt((width * screen) / 90))
  const target = Math.round(Math.max(least, (suitable * tileSize) / tileSizeUsual))
  // Rows of wide pictures are lower than the target.
  const rows = Math.ceil(screen / (0.7 * target + gap)) + 1
  return { kind, width, target, gap, headerHeight, most: Math.max(2, Math.floor(drawnMaximum / rows)) }
}
