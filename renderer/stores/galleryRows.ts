import type { Image } from '@shared/model/image'
import { asStale, entriesOf, type ListRows } from './listRows'

/** The gallery's fetched rows, by list position. */
export type GalleryRows = ListRows<Image>

/** The list position of an image whose row has been fetched, or null. */
export function positionOf(rows: GalleryRows, id: string): number | null {
  for (const [position, image] of entriesOf(rows)) if (image.id === id) return position
  return null
}

/** An image whose row has been fetched, or null. */
export function imageOf(rows: GalleryRows, id: string): Image | null {
  for (const [, image] of entriesOf(rows)) if (image.id === id) return image
  return null
}

/** The image that a job's item became, if its row has been fetched. */
export function imageOfJob(rows: GalleryRows, jobId: string, index: number): Image | null {
  for (const [, image] of entriesOf(rows)) if (image.jobId === jobId && image.index === index) return image
  return null
}

/**
 * Marks all rows stale, for a list in which images have other positions: `found` has the new one of each of `images`, or
 * null if it is gone. Rows of other images are dropped: where they are isn't known.
 */
export function movedRows(images: readonly Image[], found: readonly (number | null)[]): GalleryRows {
  const moved = images.flatMap((image, index) => {
    const position = found[index] ?? null
    return position === null ? [] : [[position, image] as const]
  })
  return asStale({ fresh: new Map(), stale: new Map(moved) })
}
