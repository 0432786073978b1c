import type { Image } from '@shared/model/image'
import { useEffect, useRef, useState } from 'react'
import { useLibraryOnly } from '../../parts/useLibraryOnly'
import { onlyTile } from '../../stores/selectionStore'
import { useCommand, useGallery, useStores } from '../../stores/storesContext'
import type { Deletes } from './collections/leavableCollection'
import { cellAt, imageAtTile, imageThatStays, tileOfImage } from './layout/galleryCell'
import type { GalleryPlan } from './layout/galleryPlan'
import { createDecoding, type Decoding } from './look/decoding'
import type { Deleting } from './useDeleting'
import type { Selecting } from './useSelecting'
import type { TileFocus } from './useTileFocus'

/** How long the focus rests on a tile before its image is decoded, in milliseconds: not while a key is held down. */
const restMs = 150

export interface Looking {
  readonly isOpen: boolean
  readonly decoding: Decoding
  /** At the focused tile. */
  open(): void
  /**
   * If it was opened on the one selected tile, the tile where it ended is selected instead: the next key must not delete
   * an image that the user has left behind. Several that are selected, or one elsewhere, stay selected.
   */
  close(): void
  /** Goes on to a tile, if it is an image. */
  goTo(tile: number): void
  /** Deletes only what is looked at, or takes it out of the collection; then the next one is looked at. */
  remove(image: Image, deletes: Deletes): void
}

/**
 * Quick look: it goes where the focus is, and the focus goes with it. The image at which the focus rests is decoded
 * before anyone looks at it.
 */
export function useLooking(deps: {
  readonly plan: GalleryPlan
  readonly focus: TileFocus
  readonly deleting: Deleting
  readonly selecting: Pick<Selecting, 'only'>
  /** Makes a tile the current one, and brings it into view. */
  readonly follow: (tile: number) => void
}): Looking {
  const { plan, focus, deleting, selecting, follow } = deps
  const { pictures, selection } = useStores()
  const rows = useGallery((state) => state.rows)
  const [isOpen, setOpen] = useState(false)
  const [decoding] = useState(() => createDecoding(pictures.load))
  const libraryOnly = useLibraryOnly()

  const image = focus.key === null ? null : imageAtTile(plan, rows, focus.tile)
  useEffect(() => {
    if (isOpen) return
    const timer = setTimeout(() => decoding.look(null, image === null ? [] : [image]), restMs)
    return () => clearTimeout(timer)
  }, [decoding, isOpen, image])
  useEffect(() => decoding.close, [decoding])

  /** Whether it was opened on the one selected tile. */
  const leads = useRef(false)
  const open = (isSelected: boolean) => {
    leads.current = isSelected
    setOpen(true)
  }
  const end = () => {
    setOpen(false)
    focus.move(focus.tile, true)
  }

  useCommand('quickLook', () => {
    const selected = onlyTile(selection.getState())
    const tile = selected === null ? null : tileOfImage(plan, rows, selected)
    if (tile !== null) focus.move(tile, false)
    open(tile !== null)
  })

  return {
    isOpen,
    decoding,
    open() {
      const at = imageAtTile(plan, rows, focus.tile)
      open(at !== null && at.id === onlyTile(selection.getState()))
    },
    close() {
      end()
      const left = imageAtTile(plan, rows, focus.tile)
      if (leads.current && left !== null && left.id !== onlyTile(selection.getState())) selecting.only(left)
    },
    goTo(tile) {
      if (cellAt(plan, rows, tile)?.kind === 'image') follow(tile)
    },
    remove: (image, deletes) =>
      libraryOnly(() => {
        const goes = (one: Image) => one.id === image.id || deleting.isGone(one)
        const next = imageThatStays(plan, rows, focus.tile, goes)
        const tile = next === null ? null : tileOfImage(plan, rows, next.id)
        deleting.removeOne(image, deletes)
        if (tile === null) end()
        else follow(tile)
      }),
  }
}
