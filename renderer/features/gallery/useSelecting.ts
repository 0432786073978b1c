import type { Image } from '@shared/model/image'
import { useMemo } from 'react'
import { useAct } from '../../parts/useAct'
import { isSameList } from '../../stores/galleryShape'
import type { PositionRange } from '../../stores/galleryStore'
import { placeOf, type SelectedImages } from '../../stores/selectedImages'
import { useStores } from '../../stores/storesContext'

export interface Selecting {
  only(image: Image): void
  toggle(image: Image): void
  /** From the anchor to a list position, both inclusive. */
  rangeTo(position: number): void
  all(): void
  /** What is at positions of the list, `adds` besides what is selected. Calls `done` once it is selected, or can't be. */
  at(positions: readonly PositionRange[], adds: boolean, done: () => void): void
}

/** How the person selects images. */
export function useSelecting(): Selecting {
  const { gallery, selection } = useStores()
  const act = useAct()

  return useMemo(() => {
    /** Images of a list that is no longer shown would be deleted or exported unseen. */
    const select = (choose: () => Promise<SelectedImages | null>, done = (): void => {}) => {
      const before = gallery.shownQuery()
      void act(() =>
        selection
          .replaceWith(async () => {
            const images = await choose()
            return isSameList(before, gallery.shownQuery()) ? images : null
          })
          .finally(done),
      )
    }
    return {
      only: selection.only,
      toggle: selection.toggle,
      rangeTo: (position) =>
        select(async () => {
          const image = await gallery.readImage(position)
          if (image === null) return null
          const end = placeOf(image)
          const start = selection.getState().anchor ?? end
          return gallery.select(start, end)
        }),
      all() {
        if ((gallery.getState().shape?.total ?? 0) > 0) select(() => gallery.select(null, null))
      },
      at: (positions, adds, done) =>
        select(() => gallery.selectAt(positions, adds ? selection.getState() : null), done),
    }
  }, [gallery, selection, act])
}
