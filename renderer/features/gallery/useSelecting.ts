import type { Image } from '@shared/model/image'
import { useMemo } from 'react'
import { useAct } from '../../parts/useAct'
import { arrivedId } from '../../stores/galleryHead'
import { positionOf } from '../../stores/galleryRows'
import { isSameList } from '../../stores/galleryShape'
import { isSelected, noImages, placeOf, type SelectedImages } from '../../stores/selectedImages'
import type { SelectedFrom } from '../../stores/selectionStore'
import { useStores } from '../../stores/storesContext'
import type { TouchedImages } from './frame'

/** A tile of a closed stack selects all its images. */
export interface Selecting {
  only(image: Image): void
  /** The image at a list position, whose row may not have been fetched yet. */
  onlyAt(position: number): void
  /** An image that has just been saved, which the list doesn’t hold yet. */
  onlyArrived(id: string): void
  toggle(image: Image): void
  /** The same of the image at a list position, whose row may not have been fetched yet. */
  toggleAt(position: number): void
  /** All images of an open stack, which is about to be closed; its top one is at a position of the list. */
  stack(top: Image, position: number): void
  /** From the anchor to a list position, both inclusive. */
  rangeTo(position: number): void
  all(): void
  /** What was touched, `adds` besides what is selected. Calls `done` once it is selected, or can't be. */
  touched(images: TouchedImages, adds: boolean, done: () => void): void
}

interface Choice {
  readonly also?: SelectedFrom
  /** Called once it is selected, or can't be. */
  readonly done?: () => void
}

/** How the user selects images. */
export function useSelecting(): Selecting {
  const { client, gallery, galleryHead, selection } = useStores()
  const act = useAct()

  return useMemo(() => {
    /** Images of a list that is no longer shown would be deleted or exported unseen. */
    const select = (
      choose: () => Promise<(SelectedImages & SelectedFrom) | null>,
      { also = {}, done = () => {} }: Choice = {},
    ) => {
      const before = gallery.shownQuery()
      void act(() =>
        selection
          .replaceWith(async () => {
            const images = await choose()
            return isSameList(before, gallery.shownQuery()) ? images : null
          }, also)
          .finally(done),
      )
    }
    const isClosed = ({ stack }: Image): boolean => stack?.isOpen === false
    /** The image alone, or with the others of its closed stack. */
    const tileOf = async (image: Image) => {
      const anchor = placeOf(image)
      if (!isClosed(image)) return { ids: new Set([image.id]), many: null, anchor }
      return { ...(await gallery.select(anchor, anchor)), anchor, top: image.id }
    }
    /** If there is none, or it can't be read, nothing is selected: what was selected before is not what is meant. */
    const onlyRead = (read: () => Promise<Image | null>) =>
      select(async () => {
        try {
          const image = await read()
          if (image !== null) return await tileOf(image)
        } catch (thrown) {
          void act(() => Promise.reject(thrown))
        }
        return { ...noImages, anchor: null }
      })
    const toggleAt = (position: number) => {
      // Until its turn comes, the position may be another image's.
      const { shape: of } = gallery.getState()
      // One after the other: each begins with what the one before leaves.
      selection.act(() =>
        select(async () => {
          const image = await gallery.readImage(position, of)
          if (image === null) return null
          const before = selection.getState()
          const takenOut = isSelected(before, image)
          const images = await gallery.selectAt([[position, position]], before, { takenOut, of })
          return images && { ...images, anchor: placeOf(image) }
        }),
      )
    }
    return {
      only(image) {
        selection.only(image)
        if (isClosed(image)) select(() => tileOf(image))
      },
      onlyAt: (position) => onlyRead(() => gallery.readImage(position)),
      onlyArrived: (id) => onlyRead(async () => (await client.call('images.few', { ids: [id] }))[0] ?? null),
      toggle(image) {
        if (!isClosed(image)) return selection.toggle(image)
        const position = positionOf(gallery.getState().rows, image.id)
        if (position !== null) toggleAt(position)
      },
      toggleAt,
      stack: (top, position) =>
        select(() => gallery.selectAt([[position, position + (top.stack?.count ?? 1) - 1]], null), {
          also: { anchor: placeOf(top), top: top.id },
        }),
      rangeTo: (position) =>
        select(async () => {
          const image = await gallery.readImage(position)
          if (image === null) return null
          const end = placeOf(image)
          const start = selection.getState().anchor ?? end
          return gallery.select(start, end)
        }),
      all() {
        const { shape } = gallery.getState()
        if (shape === null) return
        // What has arrived and has no place in the list yet, but not what has come since: nobody has seen it.
        const arrived = shape.text === '' ? galleryHead.getState().tiles.map(arrivedId) : []
        const ids = new Set(arrived.filter((id) => id !== null))
        if (shape.total + ids.size === 0) return
        // If only the list's beginning is here, all is meant.
        const shown = () =>
          gallery.selectAt(shape.total === 0 ? [] : [[0, shape.total - 1]], { ids, many: null })
        select(async () => (await shown()) ?? gallery.select(null, null))
      },
      touched({ positions, ids }, adds, done) {
        const before = adds ? selection.getState() : noImages
        const besides = { ids: new Set([...before.ids, ...ids]), many: before.many }
        select(() => gallery.selectAt(positions, besides), { done })
      },
    }
  }, [client, gallery, galleryHead, selection, act])
}
