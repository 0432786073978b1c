import type { Place } from '@shared/model/queue'
import { type PointerEvent as ReactPointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { MovedRow } from './useMove'

/** How a row shows that something is dragged: itself, or to a place beside it. */
export type RowMark = 'dragged' | 'before' | 'after'

interface Drag {
  readonly id: string
  readonly over: { readonly id: string; readonly side: 'before' | 'after' } | null
}

/** Pixels the pointer moves before it is a drag and no click. */
const threshold = 5
/** From this near to an edge the list scrolls along, in pixels; so many a frame. */
const edge = 32
const scrollStep = 8

/**
 * Lets rows of one list be dragged by the pointer. Rows are `[data-row]` directly of the element that takes
 * `onPointerDown`, which is a `[data-rows]`; Escape gives up.
 */
export function useRowDrag(
  scroller: RefObject<HTMLElement | null>,
  onDrop: (row: MovedRow, place: Place) => void,
): {
  readonly onPointerDown: (event: ReactPointerEvent<HTMLElement>) => void
  readonly markOf: (id: string) => RowMark | null
} {
  const [drag, setDrag] = useState<Drag | null>(null)
  const end = useRef(() => {})
  useEffect(() => () => end.current(), [])

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>): void => {
    const list = event.currentTarget
    const row = rowOf(event.target, list)
    const id = row?.dataset.row
    if (event.button !== 0 || id === undefined || isControl(event.target)) return
    // A list that draws what is on the screen may have dropped the row by the end.
    const name = row?.getAttribute('aria-label') ?? ''
    // A list inside another takes it alone.
    event.stopPropagation()
    const start = event.clientY
    let pointer = { x: event.clientX, y: event.clientY }
    let current: Drag | null = null
    let frame = 0

    const show = (next: Drag | null): void => {
      current = next
      setDrag(next)
    }
    const look = (): void => {
      const row = rowOf(document.elementFromPoint(pointer.x, pointer.y), list)
      const other = row?.dataset.row
      if (!row || other === undefined || other === id) {
        show({ id, over: null })
        return
      }
      const { top, height } = row.getBoundingClientRect()
      show({ id, over: { id: other, side: pointer.y < top + height / 2 ? 'before' : 'after' } })
    }
    const scrollAlong = (): void => {
      const box = scroller.current?.getBoundingClientRect()
      if (box !== undefined) {
        const step = pointer.y < box.top + edge ? -scrollStep : pointer.y > box.bottom - edge ? scrollStep : 0
        if (step !== 0) {
          scroller.current?.scrollBy(0, step)
          look()
        }
      }
      frame = requestAnimationFrame(scrollAlong)
    }
    const onMove = (moved: PointerEvent): void => {
      pointer = { x: moved.clientX, y: moved.clientY }
      if (current === null && Math.abs(pointer.y - start) < threshold) return
      if (current === null) frame = requestAnimationFrame(scrollAlong)
      look()
    }
    const stop = (): void => {
      cancelAnimationFrame(frame)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', stop)
      window.removeEventListener('keydown', onKeyDown, true)
      end.current = () => {}
      show(null)
    }
    const onUp = (): void => {
      const over = current?.over
      stop()
      if (over) onDrop({ id, name }, { to: over.side, id: over.id })
    }
    const onKeyDown = (pressed: KeyboardEvent): void => {
      if (pressed.key !== 'Escape' || current === null) return
      pressed.preventDefault()
      pressed.stopPropagation()
      stop()
    }
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', stop)
    window.addEventListener('keydown', onKeyDown, true)
    end.current = stop
  }

  return {
    onPointerDown,
    markOf(id) {
      if (drag === null) return null
      if (drag.id === id) return 'dragged'
      return drag.over?.id === id ? drag.over.side : null
    },
  }
}

/** The row of this list that an element is in, not one of a list inside it. */
function rowOf(target: EventTarget | null, list: HTMLElement): HTMLElement | null {
  let row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  while (row !== null && row.closest('[data-rows]') !== list)
    row = row.parentElement?.closest<HTMLElement>('[data-row]') ?? null
  return row
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input') !== null
}
