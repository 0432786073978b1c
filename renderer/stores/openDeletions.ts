import { deleteUndoMs, type Image } from '@shared/model/image'
import { isSelected, type SelectedImages } from './selectedImages'

/** What was just deleted, though a list may still show it. */
export interface OpenDeletions {
  /** `list` identifies the list they were deleted from: its search text and its batch. Returns what forgets it. */
  add(images: SelectedImages, list: string): () => void
  holds(image: Image, list: string): boolean
}

export function createOpenDeletions(): OpenDeletions {
  let deletions: readonly {
    readonly images: SelectedImages
    readonly list: string
    readonly until: number
  }[] = []
  return {
    add(images, list) {
      const deletion = { images, list, until: Date.now() + deleteUndoMs }
      deletions = [...deletions.filter(({ until }) => Date.now() < until), deletion]
      return () => {
        deletions = deletions.filter((other) => other !== deletion)
      }
    },
    holds: (image, shown) =>
      deletions.some(
        ({ images, list }) => images.ids.has(image.id) || (list === shown && isSelected(images, image)),
      ),
  }
}
