import type { Image } from '@shared/model/image'
import { useState } from 'react'
import { useLibraryOnly } from '../../parts/useLibraryOnly'
import { onlyTile } from '../../stores/selectionStore'
import { useCommand, useGallery, useStores } from '../../stores/storesContext'
import type { Deletes } from './collections/leavableCollection'
import { cellAt, imageThatStays, tileOfImage } from './layout/galleryCell'
import type { GalleryPlan } from './layout/galleryPlan'
import type { Deleting } from './useDeleting'
import type { TileFocus } from './useTileFocus'

export interface Looking {
  readonly isOpen: boolean
  /** At the focused tile. */
  open(): void
  close(): void
  /** Goes on to a tile, if it is an image. */
  goTo(tile: number): void
  /** Deletes only what is looked at, or takes it out of the collection; then the next one is looked at. */
  remove(image: Image, deletes: Deletes): void
}

/** Quick look: it goes where the focus is, and the focus goes with it. */
export function useLooking(deps: {
  readonly plan: GalleryPlan
  readonly focus: TileFocus
  readonly deleting: Deleting
  /** Makes a tile the current one, and brings it into view. */
  readonly follow: (tile: number) => void
}): Looking {
  const { plan, focus, deleting, follow } = deps
  const { selection } = useStores()
  const rows = useGallery((state) => state.rows)
  const [isOpen, setOpen] = useState(false)
  const libraryOnly = useLibraryOnly()

  const close = () => {
    setOpen(false)
    focus.move(focus.tile, true)
  }

  useCommand('quickLook', () => {
    const selected = onlyTile(selection.getState())
    const tile = selected === null ? null : tileOfImage(plan, rows, selected)
    if (tile !== null) focus.move(tile, false)
    setOpen(true)
  })

  return {
    isOpen,
    open: () => setOpen(true),
    close,
    goTo(tile) {
      if (cellAt(plan, rows, tile)?.kind === 'image') follow(tile)
    },
    remove: (image, deletes) =>
      libraryOnly(() => {
        const goes = (one: Image) => one.id === image.id || deleting.isGone(one)
        const next = imageThatStays(plan, rows, focus.tile, goes)
        const tile = next === null ? null : tileOfImage(plan, rows, next.id)
        deleting.removeOne(image, deletes)
        if (tile === null) close()
        else follow(tile)
      }),
  }
}
