import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { onlyTile } from '../../stores/selectionStore'
import { useGallery, useSelection } from '../../stores/storesContext'
import { cellAt, type FocusedTile, tileOfFocus, tileOfImage } from './layout/galleryCell'
import type { GalleryPlan } from './layout/galleryPlan'

export interface TileFocus {
  /** The tile that Tab leads to. */
  readonly tile: number
  /** Its key, null for the first one before the user went to any. */
  readonly key: string | null
  /** Makes a tile the current one; `take` also gives it the focus. */
  move(tile: number, take: boolean): void
  /** Called when the list has lost the focus to something else. */
  leave(): void
}

/** The one tile that has, or would get, the focus: it stays on its image while the list changes under it. */
export function useTileFocus(list: RefObject<HTMLElement | null>, plan: GalleryPlan): TileFocus {
  const rows = useGallery((state) => state.rows)
  const [focus, setFocus] = useState<FocusedTile | null>(null)
  const owned = useRef(false)
  const tile = tileOfFocus(plan, rows, focus)

  // A tile drawn again or in another place lost the focus, although nothing else took it.
  useLayoutEffect(() => {
    if (!owned.current) return
    const element = list.current?.querySelector<HTMLElement>(`[data-tile="${tile}"]`)
    if (element !== document.activeElement) element?.focus({ preventScroll: true })
  })

  return {
    tile,
    key: focus?.key ?? null,
    move(next, take) {
      const cell = cellAt(plan, rows, next)
      if (cell === null) return
      if (take) owned.current = true
      const image = cell.kind === 'image' ? cell.image : null
      setFocus({ key: cell.key, image, fromEnd: plan.count - next })
    },
    leave() {
      owned.current = false
    },
  }
}

/**
 * Tab leads to the tile of the one selected image or stack, whatever selected it, as soon as its row has been fetched;
 * not while the user looks at another, which has the focus.
 */
export function useFollowSelection(
  plan: GalleryPlan,
  focus: TileFocus,
  looking: boolean,
  reveal: (tile: number) => void,
): void {
  const rows = useGallery((state) => state.rows)
  const selected = useSelection(onlyTile)
  const followed = useRef(selected)

  useLayoutEffect(() => {
    if (looking) followed.current = selected
    if (followed.current === selected) return
    const tile = selected === null ? null : tileOfImage(plan, rows, selected)
    if (selected !== null && tile === null) return
    followed.current = selected
    if (tile === null || tile === focus.tile) return
    focus.move(tile, false)
    reveal(tile)
  })
}

/**
 * When the last image goes, the list goes with it. The gallery's region then has the focus until there are images
 * again, and `take` gives it back to the list.
 */
export function useFocusKeptInRegion(list: RefObject<HTMLElement | null>, take: () => void): void {
  const takeBack = useEffectEvent(take)
  useLayoutEffect(() => {
    const element = list.current
    const region = element?.closest('section') ?? null
    if (region !== null && region === document.activeElement) takeBack()
    return () => {
      if (element?.contains(document.activeElement)) region?.focus({ preventScroll: true })
    }
  }, [list])
}
