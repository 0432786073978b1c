import type { Image } from '@shared/model/image'
import { entriesOf, type ListRows } from './listRows'

/** The rows of the gallery that are here, by list position. */
export type GalleryRows = ListRows<Image>

/** The list position of an image that is here, or null. */
export function positionOf(rows: GalleryRows, id: string): number | null {
  for (const [position, image] of entriesOf(rows)) if (image.id === id) return position
  return null
}

/** The image a job's item became, when it is here. */
export function imageOfJob(rows: GalleryRows, jobId: string, index: number): Image | null {
  for (const [, image] of entriesOf(rows)) if (image.jobId === jobId && image.index === index) return image
  return null
}
