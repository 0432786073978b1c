import type { Image } from '@shared/model/image'
import { fewImages, type ImagePlace } from '@shared/model/imageSelection'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { noImages, placeOf, type SeenImages, type SelectedImages, toggled } from './selectedImages'

export interface SelectionState extends SeenImages {
  /** Where a range starts. */
  readonly anchor: ImagePlace | null
}

/** What else is true of images once they are selected. */
export type SelectedFrom = Partial<Pick<SelectionState, 'anchor' | 'top'>>

export interface SelectionStore extends StoreApi<SelectionState> {
  only(image: Image): void
  /** Has no effect once as many images as can be named were toggled one by one. */
  toggle(image: Image): void
  /** Replaces the selection and leaves the anchor where it is. */
  replace(images: SelectedImages): void
  /**
   * Replaces the selection with images that must be asked for first, and with what else is given. Has no effect if `read`
   * resolves to null, or if the user selects something else meanwhile. Rejects as `read` does.
   */
  replaceWith(read: () => Promise<(SelectedImages & SelectedFrom) | null>, also?: SelectedFrom): Promise<void>
  /**
   * Acts on what the user has selected: at once, or as soon as it is known. Never acts on what was selected before:
   * not at all, if the images can't be had or something else is selected meanwhile.
   */
  act(work: () => void): void
  clear(): void
}

/** Images that are being asked for, and what is to be done with them. */
interface Reading {
  readonly works: (() => void)[]
}

/** The images selected in the gallery. */
export function createSelectionStore(): SelectionStore {
  const store = createStore<SelectionState>(() => ({ ...noImages, anchor: null, top: null }))
  let reading: Reading | null = null

  const set = (state: Partial<SelectionState>): void => {
    reading = null
    store.setState({ top: null, ...state })
  }

  const act = (work: () => void): void => {
    if (reading === null) work()
    else reading.works.push(work)
  }

  return {
    ...store,
    only: (image) => set({ ids: new Set([image.id]), many: null, anchor: placeOf(image) }),
    toggle: (image) =>
      act(() => {
        const { ids, many } = toggled(store.getState(), image)
        if (ids.size <= fewImages) store.setState({ ids, many, anchor: placeOf(image), top: null })
      }),
    replace: ({ ids, many }) => set({ ids, many }),
    async replaceWith(read, also = {}) {
      const mine: Reading = { works: [] }
      reading = mine
      try {
        const images = await read()
        if (reading !== mine || images === null) return
        set({ top: null, ...images, ...also })
        // One of them may ask for images itself.
        for (const work of mine.works) act(work)
      } finally {
        if (reading === mine) reading = null
      }
    },
    act,
    clear: () => set({ ...noImages, anchor: null }),
  }
}

/** The one selected image, or null if there are none or several. */
export function onlySelected({ ids, many }: SelectionState): string | null {
  const [first] = ids
  return many === null && ids.size === 1 ? (first ?? null) : null
}

/** The image whose tile alone is selected, be it a stack or not; null if there is none, or several. */
export const onlyTile = (state: SelectionState): string | null => onlySelected(state) ?? state.top
