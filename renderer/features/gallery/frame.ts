import { arrivedId } from '../../stores/galleryHead'
import type { PositionRange } from '../../stores/galleryStore'
import { type GalleryPlan, positionOfTile } from './layout/galleryPlan'
import { isHeader, type Layout } from './layout/layout'
import { type TileBox, tileBoxes } from './layout/rowBoxes'
import { visibleRows } from './layout/visibleRows'

/** Where a frame was begun and where it is drawn to, in CSS pixels from the beginning of the list. */
export interface Frame {
  readonly from: { readonly x: number; readonly y: number }
  readonly to: { readonly x: number; readonly y: number }
}

export function frameBox({ from, to }: Frame): TileBox {
  return {
    left: Math.min(from.x, to.x),
    top: Math.min(from.y, to.y),
    width: Math.abs(to.x - from.x),
    height: Math.abs(to.y - from.y),
  }
}

/** Whether a frame touches a tile. */
export function isTouched(frame: TileBox, box: TileBox): boolean {
  return (
    box.left < frame.left + frame.width &&
    frame.left < box.left + box.width &&
    box.top < frame.top + frame.height &&
    frame.top < box.top + box.height
  )
}

/** Images by their positions in the list, and by their ids if they are shown in the head. */
export interface TouchedImages {
  readonly positions: readonly PositionRange[]
  readonly ids: readonly string[]
}

export function imagesTouched(plan: GalleryPlan, layout: Layout, frame: Frame): TouchedImages {
  const touching = frameBox(frame)
  const ranges: [number, number][] = []
  const ids: string[] = []
  const add = (position: number) => {
    const last = ranges.at(-1)
    if (last !== undefined && last[1] === position - 1) last[1] = position
    else ranges.push([position, position])
  }
  const { first, last } = visibleRows(layout, touching.top, touching.top + touching.height)
  for (let row = first; row <= last; row++) {
    if (isHeader(layout, row)) continue
    for (const [tile, box] of tileBoxes(layout, row)) {
      if (!isTouched(touching, box)) continue
      const ahead = plan.head[tile]
      if (ahead === undefined) add(positionOfTile(plan, tile))
      else {
        const id = arrivedId(ahead)
        if (id !== null) ids.push(id)
      }
    }
  }
  return { positions: ranges, ids }
}
