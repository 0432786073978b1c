import { createStore, type StoreApi } from 'zustand/vanilla'
import type { SelectedImages } from './selectedImages'

export interface DraggedImages extends StoreApi<SelectedImages | null> {
  begin(images: SelectedImages): void
  end(): void
}

/**
 * The images that are being dragged, null while none are. The system drags their files, so what they are dropped on
 * finds no more than files in the event.
 */
export function createDraggedImages(): DraggedImages {
  const store = createStore<SelectedImages | null>(() => null)
  return {
    ...store,
    begin: (images) => store.setState(images, true),
    end: () => store.setState(null, true),
  }
}
