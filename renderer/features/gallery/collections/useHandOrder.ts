import type { Image } from '@shared/model/image'
import { type DragEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { countOf, isSelected, type SelectedImages } from '../../../stores/selectedImages'
import { useGallery, useStores } from '../../../stores/storesContext'
import { imageAtTile } from '../layout/galleryCell'
import type { GalleryPlan } from '../layout/galleryPlan'
import { isGridMoveKey, moveInGrid } from '../layout/gridMoves'
import type { Layout } from '../layout/layout'
import { useCollecting } from './useCollecting'
import { useShownCollection } from './useShownCollection'

/** Where what is dragged would get in: before or after a tile. */
export interface DropPlace {
  readonly tile: number
  readonly to: 'before' | 'after'
}

interface HandOrder {
  /** Alt with an arrow key, Home or End moves the selection; false for any other key. */
  onKey(event: KeyboardEvent): boolean
  /** For the element around the tiles. */
  readonly dropping: {
    readonly onDragOver: (event: DragEvent) => void
    readonly onDragLeave: (event: DragEvent) => void
    readonly onDrop: (event: DragEvent) => void
  }
  readonly place: DropPlace | null
}

const backward: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowUp', 'Home', 'PageUp'])

/** Moving images of the one collection that is shown, while it is sorted by hand. */
export function useHandOrder(options: {
  readonly plan: GalleryPlan
  readonly layout: Layout
  /** The tile that has the focus. */
  readonly tile: number
  /** Pixels of a page. */
  readonly page: number
  readonly tileAt: (target: EventTarget) => number | null
  readonly reveal: (tile: number) => void
}): HandOrder {
  const { plan, layout, tile, page, tileAt, reveal } = options
  const { draggedImages, selection } = useStores()
  const rows = useGallery((state) => state.rows)
  const isByHand = useGallery(({ shape }) => shape?.sort === 'hand')
  const shown = useShownCollection()
  const collection = isByHand ? shown : null
  const { move } = useCollecting()
  const [place, setPlace] = useState<DropPlace | null>(null)

  /** Images are on their way to another place: the focus, which is on one of them, is to stay in view. */
  const isMoved = useRef(false)
  const follow = useEffectEvent(() => {
    if (isMoved.current) reveal(tile)
    isMoved.current = false
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reacts to the list
  useEffect(() => follow(), [plan])

  /** The first image from a tile on, in one direction, that stays; null if that isn't known. */
  const stayingFrom = (from: number, step: 1 | -1, moved: SelectedImages): Image | null => {
    for (let at = from; ; at += step) {
      const image = imageAtTile(plan, rows, at)
      if (image === null || !isSelected(moved, image)) return image
    }
  }

  const moveBeside = (images: SelectedImages, from: number, to: DropPlace['to']): void => {
    if (collection === null || countOf(images) === 0) return
    const step = to === 'before' ? -1 : 1
    const image = stayingFrom(from, step, images) ?? stayingFrom(from, step === 1 ? -1 : 1, images)
    if (image === null) return
    isMoved.current = true
    move(collection, images, { imageId: image.id, to })
  }

  return {
    onKey({ key, altKey, ctrlKey, metaKey, shiftKey }) {
      if (!altKey || ctrlKey || metaKey || shiftKey || collection === null || !isGridMoveKey(key))
        return false
      const next = moveInGrid(layout, tile, key, page)
      const to = backward.has(key) ? 'before' : 'after'
      if (next !== tile)
        selection.act(() => {
          const { ids, many } = selection.getState()
          moveBeside({ ids, many }, next, to)
        })
      return true
    },

    dropping: {
      onDragOver(event) {
        const at = tileAt(event.target)
        const image = at === null ? null : imageAtTile(plan, rows, at)
        if (draggedImages.getState() === null || collection === null) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
        const box = event.target instanceof Element ? event.target.closest('[data-tile]') : null
        if (at === null || image === null || box === null) return
        const { left, width } = box.getBoundingClientRect()
        const to = event.clientX < left + width / 2 ? 'before' : 'after'
        setPlace((before) => (before?.tile === at && before.to === to ? before : { tile: at, to }))
      },
      onDragLeave({ currentTarget, relatedTarget }) {
        if (!(relatedTarget instanceof Node) || !currentTarget.contains(relatedTarget)) setPlace(null)
      },
      onDrop(event) {
        const images = draggedImages.getState()
        setPlace(null)
        if (images === null || place === null || collection === null) return
        event.preventDefault()
        moveBeside(images, place.tile, place.to)
      },
    },
    place: collection === null ? null : place,
  }
}
