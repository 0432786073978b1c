import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { useGallery } from '../../stores/galleryContext'
import { cellAt, type FocusedTile, tileOfFocus } from './galleryCell'
import type { GalleryPlan } from './galleryPlan'

export interface TileFocus {
  /** The tile that Tab leads to. */
  readonly tile: number
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
    move(next, take) {
      const cell = cellAt(plan, rows, next)
      if (cell === null) return
      if (take) owned.current = true
      setFocus({ key: cell.key, fromEnd: plan.count - next })
    },
    leave() {
      owned.current = false
    },
  }
}
