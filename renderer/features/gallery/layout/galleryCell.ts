import type { Image } from '@shared/model/image'
import type { HeadTile } from '../../../stores/galleryHead'
import { type GalleryRows, positionOf } from '../../../stores/galleryRows'
import { entriesOf, findRow, rowAt } from '../../../stores/listRows'
import { type GalleryPlan, positionOfTile, tileOfPosition } from './galleryPlan'

/**
 * What a tile shows. Its key is the image's position within its job, so that an image on its way and the picture it
 * becomes are one tile, wherever it is.
 */
export type GalleryCell =
  | { readonly kind: 'head'; readonly key: string; readonly tile: HeadTile }
  /** `image` is null until its row has been fetched. */
  | { readonly kind: 'image'; readonly key: string; readonly position: number; readonly image: Image | null }

export type ImageCell = Extract<GalleryCell, { readonly kind: 'image' }>

export function cellAt(plan: GalleryPlan, rows: GalleryRows, tile: number): GalleryCell | null {
  if (tile < 0 || tile >= plan.count) return null
  const first = plan.head[tile]
  if (first?.kind === 'coming' && first.imageId !== null) {
    const held = positionOf(rows, first.imageId)
    const image = held === null ? null : rowAt(rows, held)
    if (held !== null && image !== null) return { kind: 'image', key: first.key, position: held, image }
  }
  if (first !== undefined) return { kind: 'head', key: first.key, tile: first }
  const position = positionOfTile(plan, tile)
  const image = rowAt(rows, position)
  return { kind: 'image', key: image === null ? `at ${position}` : keyOf(image), position, image }
}

export const keyOf = ({ jobId, index }: Image): string => `${jobId}:${index}`

/** Whether an image that has no tile may be in a closed stack, under its top one. A stack of two was an image alone. */
export const isUnder = (image: Image, { stack, prompt, ...top }: Image): boolean =>
  stack?.isOpen === false &&
  top.id !== image.id &&
  (image.stack === undefined ? prompt === image.prompt : stack.id === image.stack.id)

/** The image at a tile, once its row has been fetched; null also for what is no image. */
export function imageAtTile(plan: GalleryPlan, rows: GalleryRows, tile: number): Image | null {
  const cell = cellAt(plan, rows, tile)
  return cell?.kind === 'image' ? cell.image : null
}

/** The tile of an image whose row has been fetched. */
export function tileOfImage(plan: GalleryPlan, rows: GalleryRows, id: string): number | null {
  const ahead = plan.head.findIndex((tile) => tile.kind === 'coming' && tile.imageId === id)
  if (ahead >= 0) return ahead
  const position = positionOf(rows, id)
  if (position === null) return null
  return tileOfPosition(plan, position)
}

/** The tiles whose rows have been fetched, and those of the head, by their keys. */
export function knownTiles(plan: GalleryPlan, rows: GalleryRows): ReadonlyMap<string, number> {
  const tiles = new Map<string, number>()
  for (const [position, image] of entriesOf(rows)) {
    const tile = tileOfPosition(plan, position)
    if (tile !== null) tiles.set(keyOf(image), tile)
  }
  for (const [tile, { key }] of plan.head.entries()) tiles.set(key, tile)
  return tiles
}

/**
 * The image that remains at a tile, or the nearest remaining one after it, or else before it; null if none of the
 * fetched ones remains.
 */
export function imageThatStays(
  plan: GalleryPlan,
  rows: GalleryRows,
  tile: number,
  goes: (image: Image) => boolean,
): Image | null {
  for (const step of [1, -1]) {
    for (let at = tile; ; at += step) {
      const cell = cellAt(plan, rows, at)
      if (cell === null || (cell.kind === 'image' && cell.image === null)) break
      if (cell.kind === 'image' && cell.image !== null && !goes(cell.image)) return cell.image
    }
  }
  return null
}

/** The focused tile: its key, its image, if it has one, and its place counted from the end, where it is looked for first. */
export interface FocusedTile {
  readonly key: string
  readonly image: Image | null
  readonly fromEnd: number
}

/** Where the focused tile is now, or the closed stack that its image is in; if it is gone, about where it was. */
export function tileOfFocus(plan: GalleryPlan, rows: GalleryRows, focus: FocusedTile | null): number {
  if (focus === null) return 0
  const guess = Math.max(0, Math.min(plan.count - 1, plan.count - focus.fromEnd))
  if (cellAt(plan, rows, guess)?.key === focus.key) return guess
  return knownTiles(plan, rows).get(focus.key) ?? tileOver(plan, rows, focus.image) ?? guess
}

/** The closed stack that an image is in, under its top one. */
function tileOver(plan: GalleryPlan, rows: GalleryRows, image: Image | null): number | null {
  if (image === null) return null
  const top = findRow(rows, (row) => isUnder(image, row))
  return top && tileOfPosition(plan, top.position)
}
