import type { RouteOutput } from '@shared/ipc/contract'
import { deleteUndoMs, type Image } from '@shared/model/image'
import { isSelected, type SelectedImages } from './selectedImages'

/** One press of Delete that can still be undone. */
export interface Deletion {
  readonly images: SelectedImages
  /** Identifies the list they were deleted from: its search text and its batch. */
  readonly list: string
  /** What the main process answers. */
  readonly answer: Promise<RouteOutput<'images.delete'>>
  /** Until when, in milliseconds since the epoch. */
  readonly until: number
}

/** The deletes that can still be undone, each press separately. */
export interface OpenDeletions {
  add(deletion: Omit<Deletion, 'until'>): Deletion
  /** It was undone, or never happened. */
  drop(deletion: Deletion): void
  /** Undoing it failed: it can still be undone, as before. */
  reopen(deletion: Deletion): void
  newest(): Deletion | null
  /** Whether an image was deleted, though that list may still show it. */
  holds(image: Image, list: string): boolean
}

export function createOpenDeletions(): OpenDeletions {
  let deletions: readonly Deletion[] = []
  const open = (): readonly Deletion[] => {
    deletions = deletions.filter(({ until }) => Date.now() < until)
    return deletions
  }
  return {
    add(added) {
      // The core's deadline starts later, once all images are hidden.
      const deletion = { ...added, until: Date.now() + deleteUndoMs }
      deletions = [...open(), deletion]
      return deletion
    },
    drop(deletion) {
      deletions = deletions.filter((other) => other !== deletion)
    },
    reopen(deletion) {
      deletions = [...deletions, deletion].toSorted((a, b) => a.until - b.until)
    },
    newest: () => open().at(-1) ?? null,
    holds: (image, shown) =>
      deletions.some(
        ({ images, list }) => images.ids.has(image.id) || (list === shown && isSelected(images, image)),
      ),
  }
}
