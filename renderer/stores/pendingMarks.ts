import type { Image } from '@shared/model/image'
import type { ImageMarks, MarkChange } from '@shared/model/imageMarks'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { isSelected, type SelectedImages } from './selectedImages'

interface PendingMark {
  readonly images: SelectedImages
  readonly change: MarkChange
}

interface PendingMarksState {
  /** In the order in which they were pressed. */
  readonly pending: readonly PendingMark[]
}

/** What was just marked: it is shown at once, before the main process has answered. */
export interface PendingMarks extends StoreApi<PendingMarksState> {
  /** Returns what forgets it: then the images are shown as their rows say. */
  add(images: SelectedImages, change: MarkChange): () => void
}

export function createPendingMarks(): PendingMarks {
  const store = createStore<PendingMarksState>(() => ({ pending: [] }))
  return {
    ...store,
    add(images, change) {
      const mark = { images, change }
      store.setState(({ pending }) => ({ pending: [...pending, mark] }))
      return () => store.setState(({ pending }) => ({ pending: pending.filter((other) => other !== mark) }))
    },
  }
}

/** The marks that an image is shown with. */
export function marksShown(
  { pending }: PendingMarksState,
  image: Pick<Image, 'id' | 'number'> & ImageMarks,
): ImageMarks {
  const { flag, rating, favourite } = image
  let marks: ImageMarks = { flag, rating, favourite }
  for (const { images, change } of pending) if (isSelected(images, image)) marks = { ...marks, ...change }
  return marks
}
