import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Frame } from './frame'
import type { GalleryView } from './useGalleryView'

export interface FrameDrawing {
  /** Null while none is drawn. */
  readonly frame: Frame | null
  /** A press, which begins one in a gap; until the pointer has moved a little, it is a click. */
  begin(event: PointerEvent, isGap: boolean): void
  /** Whether the click that is handled now ended a frame. */
  endedByClick(): boolean
}

interface FrameEvents {
  onBegin(adds: boolean): void
  /** The frame stays until `done` is called. */
  onEnd(frame: Frame, adds: boolean, done: () => void): void
  onCancel(): void
}

/** How far the pointer moves before a press is a frame, in CSS pixels. */
const threshold = 4

/** How near to the edge, and how fast at most, the list is scrolled: CSS pixels, and those of a step. */
const edge = 32
const fastest = 48

interface Press {
  readonly x: number
  readonly y: number
  readonly at: Frame['from']
  readonly adds: boolean
}

/** A frame that the user draws around images, from a gap between them; at the edges the list is scrolled on. */
export function useFrame(
  scroller: RefObject<HTMLElement | null>,
  view: GalleryView,
  events: FrameEvents,
): FrameDrawing {
  const [press, setPress] = useState<Press | null>(null)
  const [frame, setFrame] = useState<Frame | null>(null)
  const drawn = useRef(false)
  const pointer = useRef({ x: 0, y: 0 })
  /** Where the list was scrolled when the frame was last drawn: what moved since, moved with the images. */
  const layout = useRef(view.layout)
  const offset = useRef(0)

  const pointAt = (x: number, y: number): Frame['from'] => {
    const box = scroller.current?.getBoundingClientRect()
    const left =
      scroller.current === null ? 0 : Number.parseFloat(getComputedStyle(scroller.current).paddingLeft)
    return { x: x - (box?.left ?? 0) - (left || 0), y: y - (box?.top ?? 0) + view.offset() }
  }

  const draw = useEffectEvent(() => {
    if (press === null) return
    const { x, y } = pointer.current
    if (!drawn.current && Math.hypot(x - press.x, y - press.y) < threshold) return
    if (!drawn.current) events.onBegin(press.adds)
    drawn.current = true
    // Images that came above have moved the beginning down with the others.
    const shift = layout.current === view.layout ? 0 : view.offset() - offset.current
    layout.current = view.layout
    offset.current = view.offset()
    setFrame((before) => {
      const from = before?.from ?? press.at
      return { from: { x: from.x, y: from.y + shift }, to: pointAt(x, y) }
    })
  })

  const scrollOn = useEffectEvent(() => {
    const box = scroller.current?.getBoundingClientRect()
    if (box === undefined || !drawn.current) return
    const { y } = pointer.current
    const beyond = Math.max(0, y - box.bottom + edge) - Math.max(0, box.top + edge - y)
    if (beyond === 0) return
    view.scrollTo(view.offset() + Math.max(-fastest, Math.min(fastest, Math.round(beyond / 2))))
    draw()
  })

  const end = useEffectEvent((isKept: boolean) => {
    const adds = press?.adds ?? false
    setPress(null)
    if (frame === null) return
    if (isKept) return events.onEnd(frame, adds, () => setFrame(null))
    events.onCancel()
    setFrame(null)
  })

  const isPressed = press !== null
  useEffect(() => {
    if (!isPressed) return
    const onMove = (event: globalThis.PointerEvent) => {
      pointer.current = { x: event.clientX, y: event.clientY }
      draw()
    }
    const onUp = () => end(true)
    const onLost = () => end(false)
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      end(false)
    }
    let tick = 0
    const step = () => {
      scrollOn()
      tick = requestAnimationFrame(step)
    }
    tick = requestAnimationFrame(step)
    window.addEventListener('pointermove', onMove)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', onLost)
    window.addEventListener('keydown', onKeyDown, true)
    return () => {
      cancelAnimationFrame(tick)
      window.removeEventListener('pointermove', onMove)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', onLost)
      window.removeEventListener('keydown', onKeyDown, true)
    }
  }, [isPressed])

  return {
    frame,
    begin(event, isGap) {
      drawn.current = false
      const bar = event.clientX - event.currentTarget.getBoundingClientRect().left
      if (
        !isGap ||
        event.button !== 0 ||
        event.pointerType === 'touch' ||
        bar >= event.currentTarget.clientWidth
      )
        return
      const { clientX: x, clientY: y } = event
      pointer.current = { x, y }
      layout.current = view.layout
      offset.current = view.offset()
      const adds = event.shiftKey || event.ctrlKey || event.metaKey
      setPress({ x, y, at: pointAt(x, y), adds })
    },
    endedByClick: () => drawn.current,
  }
}
