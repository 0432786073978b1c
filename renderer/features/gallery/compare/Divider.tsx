import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react'
import { useTranslation } from '../../../parts/useTranslation'

interface DividerProps {
  /** How much of the width is left of it, in percent. */
  readonly share: number
  readonly onChange: (share: number) => void
}

/** In percent; the larger step with Shift. */
const steps = { small: 1, large: 10 }

/** Between two pictures that lie on one another: moved by pointer or arrow keys. */
export function Divider({ share, onChange }: DividerProps) {
  const { t } = useTranslation()
  const divider = useRef<HTMLDivElement>(null)
  const held = useRef(false)
  // Whoever turns it on moves it next.
  useEffect(() => divider.current?.focus({ preventScroll: true }), [])
  const set = (wanted: number) => onChange(Math.min(100, Math.max(0, wanted)))

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const step = event.shiftKey ? steps.large : steps.small
    const wanted = {
      ArrowLeft: share - step,
      ArrowDown: share - step,
      ArrowRight: share + step,
      ArrowUp: share + step,
      Home: 0,
      End: 100,
    }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    event.stopPropagation()
    set(Math.round(wanted))
  }

  const follow = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const room = currentTarget.parentElement?.getBoundingClientRect()
    if (room !== undefined && room.width > 0) set(((clientX - room.left) / room.width) * 100)
  }
  const letGo = () => {
    held.current = false
  }

  return (
    <div
      ref={divider}
      role="slider"
      tabIndex={0}
      aria-label={t('gallery.compare.divider')}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share)}
      aria-valuetext={t('gallery.compare.shares', {
        left: Math.round(share),
        right: 100 - Math.round(share),
      })}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        held.current = true
      }}
      onPointerMove={(event) => held.current && follow(event)}
      onPointerUp={letGo}
      onLostPointerCapture={letGo}
      onKeyDown={onKeyDown}
      style={{ left: `${share}%` }}
      className="group absolute inset-y-0 z-1 -ml-4 flex w-8 cursor-col-resize touch-none justify-center focus-visible:outline-none"
    >
      {/* Seen on any picture. */}
      <span className="h-full w-0.5 bg-white shadow-[0_0_0_1px_#00000066] group-focus-visible:bg-accent" />
      <span className="absolute top-1/2 h-10 w-3 -translate-y-1/2 rounded-full bg-white shadow-[0_0_0_1px_#00000066] group-focus-visible:bg-accent" />
    </div>
  )
}
