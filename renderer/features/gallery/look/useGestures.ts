import { type MouseEvent, type PointerEvent, useRef, type WheelEvent } from 'react'
import type { Zoom } from './useZoom'
import type { Point } from './zoom'

/** How far one CSS pixel of the wheel zooms; two fingers on a touchpad, which come as a wheel with Ctrl, send few. */
const wheelRate = 0.002
const pinchRate = 0.01

/** What some wheels count in, in CSS pixels. */
const lineHeight = 16

/** The most that one turn of the wheel counts, in CSS pixels. */
const turnMaximum = 240

/**
 * The handlers of the stage: the wheel and two fingers zoom where they are, a drag pans, a double click changes between
 * fit and 100 %.
 */
export function useGestures(zoom: Zoom) {
  const held = useRef(new Map<number, Point>())

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const before = [...held.current.values()]
    if (!held.current.has(event.pointerId)) return
    held.current.set(event.pointerId, pointOf(event))
    const now = [...held.current.values()]
    const [from, to] = [middleOf(before), middleOf(now)]
    zoom.pan({ x: to.x - from.x, y: to.y - from.y })
    const spread = spreadOf(before)
    if (spread > 0) zoom.by(spreadOf(now) / spread, to)
  }
  const release = (event: PointerEvent<HTMLElement>) => {
    held.current.delete(event.pointerId)
  }

  return {
    onWheel(event: WheelEvent<HTMLElement>) {
      const unit = event.deltaMode === 0 ? 1 : lineHeight
      const turned = Math.max(-turnMaximum, Math.min(turnMaximum, event.deltaY * unit))
      if (turned !== 0) zoom.by(Math.exp(-turned * (event.ctrlKey ? pinchRate : wheelRate)), pointOf(event))
      else zoom.pan({ x: -event.deltaX * unit, y: 0 })
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
      held.current.set(event.pointerId, pointOf(event))
    },
    onPointerMove,
    onPointerUp: release,
    onPointerCancel: release,
    onDoubleClick: (event: MouseEvent<HTMLElement>) => zoom.toggle(pointOf(event)),
  }
}

/** Where on the stage. */
function pointOf({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): Point {
  const { left, top } = currentTarget.getBoundingClientRect()
  return { x: clientX - left, y: clientY - top }
}

function middleOf(points: readonly Point[]): Point {
  const sum = points.reduce((all, { x, y }) => ({ x: all.x + x, y: all.y + y }), { x: 0, y: 0 })
  return { x: sum.x / points.length, y: sum.y / points.length }
}

/** The distance between the first two; 0 for one. */
function spreadOf([first, second]: readonly Point[]): number {
  return first === undefined || second === undefined ? 0 : Math.hypot(first.x - second.x, first.y - second.y)
}
