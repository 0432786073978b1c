import type { Image } from '@shared/model/image'
import { type ImageMarks, type MarkChange, noMarks } from '@shared/model/imageMarks'
import { type KeyboardEvent, useEffectEvent, useLayoutEffect, useState } from 'react'
import { useLibraryOnly } from '../../parts/useLibraryOnly'
import { imageOf } from '../../stores/galleryRows'
import { findRow } from '../../stores/listRows'
import { marksShown } from '../../stores/pendingMarks'
import { countOf, isSelected } from '../../stores/selectedImages'
import { onlySelected, onlyTile } from '../../stores/selectionStore'
import { useApp, useGallery, useStores } from '../../stores/storesContext'
import { imageAtTile, tileOfImage } from './layout/galleryCell'
import type { GalleryPlan } from './layout/galleryPlan'
import { markOfKeys } from './marks/markKeys'
import { useMarking } from './marks/useMarking'
import type { Selecting } from './useSelecting'

export interface Culling {
  /** Marks what is selected, which stays selected. */
  markSelected(change: MarkChange): void
  /**
   * The same by key. If that is one tile, the next one is selected after that. False for a key that marks nothing.
   */
  onKey(event: KeyboardEvent): boolean
  /** Marks only what is looked at, whatever is selected; then the next one is looked at. */
  markLooked(image: Image, change: MarkChange): void
}

/** Judging one image after the other: each mark by key leads to the next one, unless the user switched that off. */
export function useCulling(
  plan: GalleryPlan,
  goTo: (tile: number, how: 'select' | 'focus', take?: boolean) => void,
  selecting: Pick<Selecting, 'only'>,
): Culling {
  const { gallery, pendingMarks, selection } = useStores()
  const rows = useGallery((state) => state.rows)
  const advances = useApp(({ preferences }) => preferences.advanceAfterMark)
  const mark = useMarking()
  const libraryOnly = useLibraryOnly()

  const list = (): string => {
    const { shape } = gallery.getState()
    return JSON.stringify([shape?.text, shape?.batchId])
  }

  /** The image that was looked at when the mark was given that has been undone: its row may be on its way. */
  const [framed, setFramed] = useState<string | null>(null)
  const framedTile = framed === null ? null : tileOfImage(plan, rows, framed)
  const frame = useEffectEvent((tile: number) => {
    setFramed(null)
    goTo(tile, 'focus', false)
  })
  useLayoutEffect(() => {
    if (framedTile !== null) frame(framedTile)
  }, [framedTile])

  /** Those of the first selected image whose row is here: what is done by key to all of them depends on it. */
  const selectedMarks = (): ImageMarks => {
    const state = selection.getState()
    const selected = findRow(rows, (image) => isSelected(state, image))
    return selected === null ? noMarks : marksShown(pendingMarks.getState(), selected.row)
  }

  /** The tile after an image's; null if the user stays: what is only liked is still to be judged. */
  const nextTile = (id: string, change: MarkChange): number | null => {
    const tile = tileOfImage(plan, rows, id)
    const stays = !advances || 'favourite' in change
    return stays || tile === null || imageAtTile(plan, rows, tile + 1) === null ? null : tile + 1
  }

  const markSelected = (change: MarkChange, goesOn: boolean): void =>
    selection.act(() =>
      libraryOnly(() => {
        const state = selection.getState()
        if (countOf(state) === 0) return
        const one = onlyTile(state)
        const from = list()
        const image = one === null ? null : imageOf(rows, one)
        mark({ ids: state.ids, many: state.many }, change, {
          quiet: onlySelected(state) !== null,
          onUndone: () => {
            if (image !== null && from === list()) selecting.only(image)
          },
        })
        const next = one === null || !goesOn ? null : nextTile(one, change)
        if (next !== null) goTo(next, 'select')
      }),
    )

  return {
    markSelected: (change) => markSelected(change, false),
    onKey(event) {
      const change = markOfKeys(event, selectedMarks)
      // Holding the key down would mark the next image too, and the one after that.
      if (change !== null && !event.repeat) markSelected(change, true)
      return change !== null
    },
    markLooked: (image, change) =>
      libraryOnly(() => {
        const from = list()
        mark({ ids: new Set([image.id]), many: null }, change, {
          quiet: false,
          onUndone: () => {
            if (from === list()) setFramed(image.id)
          },
        })
        const next = nextTile(image.id, change)
        if (next !== null) goTo(next, 'focus', false)
      }),
  }
}
