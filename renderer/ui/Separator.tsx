import { type KeyboardEvent, type PointerEvent, useRef } from 'react'

interface SeparatorProps {
  readonly label: string
  /** Width of the pane it belongs to, in CSS pixels. */
  readonly width: number
  readonly min: number
  readonly max: number
  /** The side of the separator that its pane is on. */
  readonly pane: 'left' | 'right'
  readonly onChange: (width: number) => void
  /** The width to keep, once the user has let go. */
  readonly onCommit: (width: number) => void
}

const keyStep = 16

/**
 * A hairline between two panes, moved by pointer or arrow keys. It is grabbed beside the line, to its right: to its left a
 * pane may have a scroll bar.
 */
export function Separator({ label, width, min, max, pane, onChange, onCommit }: SeparatorProps) {
  const grip = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const growth = pane === 'left' ? 1 : -1
  const within = (wanted: number): number => Math.round(Math.min(max, Math.max(min, wanted)))

  const onPointerDown = (event: PointerEvent<HTMLElement>): void => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    grip.current = { x: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    if (grip.current !== null)
      onChange(within(grip.current.width + growth * (event.clientX - grip.current.x)))
  }
  const letGo = (): void => {
    if (grip.current === null) return
    grip.current = null
    onCommit(width)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (direction === undefined) return
    event.preventDefault()
    const wanted = within(width + growth * direction * keyStep)
    onChange(wanted)
    onCommit(wanted)
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a movable separator isn't an <hr>
    <div
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={width}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={letGo}
      onLostPointerCapture={letGo}
      onKeyDown={onKeyDown}
      className="relative w-px cursor-col-resize touch-none bg-line forced-colors:bg-[CanvasText] after:absolute after:inset-y-0 after:left-0 after:-right-2 hover:bg-accent focus-visible:bg-accent"
    />
  )
}
