import { useLayoutEffect, useRef } from 'react'
import { useGallery, useSelection } from '../../stores/galleryContext'
import { onlySelected } from '../../stores/selectionStore'
import { tileOfImage } from './galleryCell'
import type { GalleryPlan } from './galleryPlan'
import type { TileFocus } from './useTileFocus'

/** Tab leads to the one selected image, whatever selected it, as soon as its row has been fetched. */
export function useFollowSelection(
  plan: GalleryPlan,
  focus: TileFocus,
  reveal: (tile: number) => void,
): void {
  const rows = useGallery((state) => state.rows)
  const selected = useSelection(onlySelected)
  const followed = useRef(selected)

  useLayoutEffect(() => {
    if (followed.current === selected) return
    const tile = selected === null ? null : tileOfImage(plan, rows, selected)
    if (selected !== null && tile === null) return
    followed.current = selected
    if (tile === null || tile === focus.tile) return
    focus.move(tile, false)
    reveal(tile)
  })
}
