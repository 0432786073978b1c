/** A row, as reported to listeners. */
export interface DraggedRow {
  readonly id: string
  readonly name: string
}

/** Where a row is dropped: beside another. */
export interface DropPlace {
  readonly to: 'before' | 'after'
  readonly id: string
}

/** A row being dragged, and the row it would be placed beside if it were dropped now. */
export interface Drag {
  readonly id: string
  readonly over: DropPlace | null
}

interface RowDragOptions {
  /** The `[data-rows]` whose rows, `[data-row]`, can be dragged. */
  readonly list: HTMLElement
  /** The element the list scrolls in. */
  readonly scroller: HTMLElement | null
  readonly row: DraggedRow
  /** CSS pixels from the top of the window. */
  readonly from: number
  /** Called with null once the drag is over. */
  readonly onDrag: (drag: Drag | null) => void
  readonly onDrop: (row: DraggedRow, place: DropPlace) => void
}

/** How many pixels the pointer must move to make it a drag instead of a click. */
const threshold = 5
/** The list scrolls when the pointer is this near to an edge, in pixels; and how far it scrolls per frame. */
const edge = 32
const scrollStep = 8

/** Follows the pointer from the moment it is pressed. Escape cancels; so does the function this returns. */
export function startRowDrag({ list, scroller, row, from, onDrag, onDrop }: RowDragOptions): () => void {
  const listening = new AbortController()
  let pointer = { x: 0, y: from }
  let drag: Drag | null = null
  let frame = 0

  const look = (): void => {
    const below = rowOf(document.elementFromPoint(pointer.x, pointer.y), list)
    const id = below?.dataset.row
    if (!below || id === undefined || id === row.id) drag = { id: row.id, over: null }
    else {
      const { top, height } = below.getBoundingClientRect()
      drag = { id: row.id, over: { id, to: pointer.y < top + height / 2 ? 'before' : 'after' } }
    }
    onDrag(drag)
  }

  const scrollAlong = (): void => {
    frame = requestAnimationFrame(scrollAlong)
    if (scroller === null) return
    const { top, bottom } = scroller.getBoundingClientRect()
    if (pointer.y >= top + edge && pointer.y <= bottom - edge) return
    scroller.scrollBy(0, pointer.y < top + edge ? -scrollStep : scrollStep)
    look()
  }

  const stop = (): void => {
    listening.abort()
    cancelAnimationFrame(frame)
    onDrag(null)
  }

  const { signal } = listening
  window.addEventListener(
    'pointermove',
    ({ clientX, clientY }) => {
      pointer = { x: clientX, y: clientY }
      if (drag === null && Math.abs(clientY - from) < threshold) return
      if (drag === null) frame = requestAnimationFrame(scrollAlong)
      look()
    },
    { signal },
  )
  window.addEventListener(
    'pointerup',
    () => {
      const over = drag?.over
      stop()
      if (over) onDrop(row, over)
    },
    { signal },
  )
  window.addEventListener('pointercancel', stop, { signal })
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || drag === null) return
      event.preventDefault()
      event.stopPropagation()
      stop()
    },
    { signal, capture: true },
  )
  return stop
}

/** The row of this list that an element is in, not a row of a list nested inside it. */
export function rowOf(target: EventTarget | null, list: HTMLElement): HTMLElement | null {
  let row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
  while (row !== null && row.closest('[data-rows]') !== list)
    row = row.parentElement?.closest<HTMLElement>('[data-row]') ?? null
  return row
}
