import type { Image } from '@shared/model/image'
import { entriesOf, type ListRows } from './listRows'

/** The gallery's fetched rows, by list position. */
export type GalleryRows = ListRows<Image>

/** The list position of an image whose row has been fetched, or null. */
export function positionOf(rows: GalleryRows, id: string): number | null {
  for (const [position, image] of entriesOf(rows)) if (image.id === id) return position
  return null
}

/** The image that a job's item became, if its row has been fetched. */
export function imageOfJob(rows: GalleryRows, jobId: string, index: number): Image | null {
  for (const [, image] of entriesOf(rows)) if (image.jobId === jobId && image.index === index) return image
  return null
}
