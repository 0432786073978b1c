import { type PointerEvent, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Drag, type DraggedRow, type DropPlace, rowOf, startRowDrag } from './rowDrag'

/** The markers on a row: it is being dragged, or something is dragged to a place beside it. */
export type RowMark = 'dragged' | 'before' | 'after'

export const markLooks: Readonly<Record<RowMark, string>> = {
  dragged: 'opacity-50',
  before: 'shadow-[inset_0_2px_var(--accent)]',
  after: 'shadow-[inset_0_-2px_var(--accent)]',
}

interface RowDrag {
  /** On the element that holds the rows. */
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void
  readonly markOf: (id: string) => RowMark | null
}

/** Lets the rows of a list be dragged by the pointer. */
export function useRowDrag(
  scroller: RefObject<HTMLElement | null>,
  onDrop: (row: DraggedRow, place: DropPlace) => void,
): RowDrag {
  const [drag, setDrag] = useState<Drag | null>(null)
  const stop = useRef(() => {})
  // The press takes the focus from a field, which may change the list before the row is dropped.
  const latest = useRef(onDrop)
  useLayoutEffect(() => {
    latest.current = onDrop
  })
  useEffect(() => () => stop.current(), [])

  return {
    onPointerDown(event) {
      const { target, currentTarget: list, button, clientY } = event
      const row = rowOf(target, list)
      const id = row?.dataset.row
      if (button !== 0 || id === undefined || isControl(target)) return
      // A nested list handles it alone.
      event.stopPropagation()
      stop.current = startRowDrag({
        list,
        scroller: scroller.current,
        // A list that draws only what is on the screen may have removed the row by the end.
        row: { id, name: row?.getAttribute('aria-label') ?? '' },
        from: clientY,
        onDrag: setDrag,
        onDrop: (dropped, place) => latest.current(dropped, place),
      })
    },
    markOf(id) {
      if (drag === null) return null
      if (drag.id === id) return 'dragged'
      return drag.over?.id === id ? drag.over.to : null
    },
  }
}

function isControl(target: EventTarget): boolean {
  return target instanceof Element && target.closest('button, a, input') !== null
}
