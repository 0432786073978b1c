import { deleteUndoMs, type Image } from '@shared/model/image'
import { isSelected, type SelectedImages } from './selectedImages'

/** What was just deleted, though a list may still show it. */
export interface OpenDeletions {
  /** Returns what forgets it. */
  add(images: SelectedImages): () => void
  holds(image: Image): boolean
}

export function createOpenDeletions(): OpenDeletions {
  let deletions: readonly {
    readonly images: SelectedImages
    readonly until: number
  }[] = []
  return {
    add(images) {
      const deletion = { images, until: Date.now() + deleteUndoMs }
      deletions = [...deletions.filter(({ until }) => Date.now() < until), deletion]
      return () => {
        deletions = deletions.filter((other) => other !== deletion)
      }
    },
    holds: (image) => deletions.some(({ images }) => isSelected(images, image)),
  }
}
