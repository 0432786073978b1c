import type { Image } from '@shared/model/image'
import type { KeyboardEvent } from 'react'
import { keyOf } from '../../../stores/keyboard'
import { countOf, isSelected } from '../../../stores/selectedImages'
import { onlySelected, onlyTile } from '../../../stores/selectionStore'
import { useGallery, useStores } from '../../../stores/storesContext'
import { imageAtTile } from '../layout/galleryCell'
import { type GalleryPlan, positionOfTile } from '../layout/galleryPlan'

export interface StackOpening {
  /** Opens the stack that a tile shows, or closes the one that it is of; nothing for an image alone. */
  toggle(tile: number): void
  /** The same by key, for the focused tile; false for any other key. */
  onKey(event: KeyboardEvent, tile: number): boolean
}

/** Opening stacks in place. `goTo` makes a tile the current one, and brings it into view. */
export function useStackOpening(options: {
  readonly plan: GalleryPlan
  readonly selecting: {
    /** Selects a tile, and nothing else. */
    readonly only: (image: Image) => void
    /** Selects all images of an open stack whose top one is at a position of the list. */
    readonly stack: (top: Image, position: number) => void
  }
  readonly goTo: (tile: number) => void
}): StackOpening {
  const { plan, selecting, goTo } = options
  const { selection, stacking } = useStores()
  const rows = useGallery((state) => state.rows)

  function open(image: Image, id: number): void {
    // Its images are to be chosen from, one by one.
    const chosen = selection.getState()
    if (onlyTile(chosen) === image.id || countOf(chosen) === 0) selection.only(image)
    stacking.open(id)
  }

  /** What is selected in it can't be seen any more: then all of it is. */
  function close(tile: number, { id, at, count }: NonNullable<Image['stack']>): void {
    const first = tile - at
    const top = imageAtTile(plan, rows, first)
    const isTouched = (place: number): boolean => {
      const image = imageAtTile(plan, rows, first + place)
      return image === null || isSelected(selection.getState(), image)
    }
    goTo(first)
    if (top === null) selection.clear()
    else if (Array.from({ length: count }, (_, place) => place).some(isTouched))
      selecting.stack(top, positionOfTile(plan, first))
    stacking.close(id)
  }

  /** Before the list has answered: it is as it was, closed or open. */
  function takeBack(image: Image, { id, isOpen }: NonNullable<Image['stack']>): void {
    const chosen = selection.getState()
    if (isOpen ? isSelected(chosen, image) : onlySelected(chosen) === image.id) selecting.only(image)
    if (isOpen) stacking.open(id)
    else stacking.close(id)
  }

  function toggle(tile: number): void {
    const image = imageAtTile(plan, rows, tile)
    if (image?.stack === undefined) return
    const { id, isOpen } = image.stack
    if (isOpen !== stacking.getState().stacks?.open.includes(id)) takeBack(image, image.stack)
    else if (isOpen) close(tile, image.stack)
    else open(image, id)
  }

  return {
    toggle,
    onKey(event, tile) {
      const { ctrlKey, metaKey, altKey, repeat } = event
      const isOwn = keyOf(event) === 'o' && !ctrlKey && !metaKey && !altKey
      if (isOwn && !repeat) toggle(tile)
      return isOwn
    },
  }
}
