import type { Zoom } from './useZoom'
import type { Point } from './zoom'

/** How far an arrow key moves a picture, in CSS pixels. */
export const panStep = 80

/** Where a picture goes when the view over it moves: the arrow to the right shows what is to the right. */
export const lookArrows: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: 1, y: 0 },
  ArrowRight: { x: -1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
}

/** Keys that lead to the image before or after, whatever the zoom. */
export const stepKeys: Readonly<Record<string, 1 | -1>> = { PageUp: -1, PageDown: 1, ',': -1, '.': 1 }

/** False for a key, as `keyOf` names it, that doesn't zoom. */
export function zoomByKey(key: string, zoom: Pick<Zoom, 'step' | 'toggle'>): boolean {
  if (key === '+' || key === '=') zoom.step(1)
  else if (key === '-' || key === '_') zoom.step(-1)
  else if (key === 'z') zoom.toggle()
  else return false
  return true
}
