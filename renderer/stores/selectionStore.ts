import type { Image } from '@shared/model/image'
import { fewImages, type ImagePlace } from '@shared/model/imageSelection'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { noImages, placeOf, type SelectedImages, toggled } from './selectedImages'

export interface SelectionState extends SelectedImages {
  /** Where a range starts. */
  readonly anchor: ImagePlace | null
}

export interface SelectionStore extends StoreApi<SelectionState> {
  only(image: Image): void
  /** Has no effect once as many images as can be named were toggled one by one. */
  toggle(image: Image): void
  /** Replaces the selection and leaves the anchor where it is. */
  replace(images: SelectedImages): void
  clear(): void
}

/** The images selected in the gallery. */
export function createSelectionStore(): SelectionStore {
  const store = createStore<SelectionState>(() => ({ ...noImages, anchor: null }))
  return {
    ...store,
    only: (image) => store.setState({ ids: new Set([image.id]), list: null, anchor: placeOf(image) }),
    toggle(image) {
      const { ids, list } = toggled(store.getState(), image)
      if (ids.size <= fewImages && (list?.except.size ?? 0) <= fewImages)
        store.setState({ ids, list, anchor: placeOf(image) })
    },
    replace: ({ ids, list }) => store.setState({ ids, list }),
    clear: () => store.setState({ ...noImages, anchor: null }),
  }
}

/** The one selected image, or null if there are none or several. */
export function onlySelected({ ids, list }: SelectionState): string | null {
  const [first] = ids
  return list === null && ids.size === 1 ? (first ?? null) : null
}
