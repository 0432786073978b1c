import { type ReactNode, useEffect, useState } from 'react'
import { useFocusReturned } from './useFocusReturned'

interface ToastBarProps {
  readonly children: ReactNode
  readonly action?: ReactNode
  /** Milliseconds it stays; the count begins anew after it was hovered or focused. */
  readonly duration: number
  readonly onDone: () => void
}

/** A bar that goes away on its own, but not while somebody is at it. */
export function ToastBar({ children, action, duration, onDone }: ToastBarProps) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = hovered || focused
  const ref = useFocusReturned<HTMLDivElement>()

  useEffect(() => {
    if (held) return
    const timer = setTimeout(onDone, duration)
    return () => clearTimeout(timer)
  }, [held, duration, onDone])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={ref}
      role="group"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="flex min-h-9 max-w-full items-center gap-4 rounded-large border border-line bg-raise px-3 py-1.5 shadow-float"
    >
      <span className="min-w-0">{children}</span>
      {action}
    </div>
  )
}
