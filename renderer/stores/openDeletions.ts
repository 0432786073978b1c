import type { Image } from '@shared/model/image'
import { isSelected, type SelectedImages } from './selectedImages'

/** What was just deleted, though a list may still show it. */
export interface OpenDeletions {
  /** Returns what forgets it. */
  add(images: SelectedImages): () => void
  holds(image: Pick<Image, 'id' | 'number'>): boolean
  /** Images of the trash may come back. */
  forgetAll(): void
}

/** No list shows them for longer, in milliseconds. */
const listedMs = 30_000

export function createOpenDeletions(): OpenDeletions {
  let deletions: readonly {
    readonly images: SelectedImages
    readonly until: number
  }[] = []
  return {
    add(images) {
      const deletion = { images, until: Date.now() + listedMs }
      deletions = [...deletions.filter(({ until }) => Date.now() < until), deletion]
      return () => {
        deletions = deletions.filter((other) => other !== deletion)
      }
    },
    holds: (image) => deletions.some(({ images }) => isSelected(images, image)),
    forgetAll() {
      deletions = []
    },
  }
}
