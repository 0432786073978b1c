import { isOfTrash, readImageQuery } from '@shared/model/imageQuery'
import type { GalleryState } from './galleryStore'

/** A search for all that the trash holds. */
export const trashText = 'is:deleted'

/** Whether the list that is shown is of the trash. */
export function showsTrash({ shape }: Pick<GalleryState, 'shape'>): boolean {
  return shape !== null && shape.text !== '' && isOfTrash(readImageQuery(shape.text, Date.now()))
}
