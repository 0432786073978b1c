import type { Image } from '@shared/model/image'
import { asStale, entriesOf, findRow, type ListRows } from './listRows'

/** The gallery's fetched rows, by list position. */
export type GalleryRows = ListRows<Image>

/** The list position of an image whose row has been fetched, or null. */
export const positionOf = (rows: GalleryRows, id: string): number | null =>
  findRow(rows, (image) => image.id === id)?.position ?? null

/** An image whose row has been fetched, or null. */
export const imageOf = (rows: GalleryRows, id: string): Image | null =>
  findRow(rows, (image) => image.id === id)?.row ?? null

/** The images whose rows have been fetched, by the job that made them. */
export function imagesByJob(rows: GalleryRows): ReadonlyMap<string, readonly Image[]> {
  const jobs = new Map<string, Image[]>()
  for (const [, image] of entriesOf(rows)) {
    const known = jobs.get(image.jobId)
    if (known === undefined) jobs.set(image.jobId, [image])
    else known.push(image)
  }
  return jobs
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
