import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { IconButton } from './IconButton'
import { useFocusReturned } from './useFocusReturned'

/** How long a success without an action stays, in milliseconds. */
export const successStay = 8_000

interface ToastBarProps {
  readonly children: ReactNode
  readonly action?: ReactNode
  /**
   * How long it stays, in milliseconds; the time starts again after it was hovered or focused. Null: until it is
   * dismissed, or what it reports is over.
   */
  readonly duration: number | null
  /** When it leaves even if it is hovered or focused, in milliseconds since the epoch. */
  readonly until?: number | undefined
  /** Its time is over, or it was dismissed. */
  readonly onDone?: () => void
  /** Label of the button that dismisses it; without a label there is no button. */
  readonly dismissLabel?: string
}

/**
 * A bar that goes away on its own, but not while it is hovered or focused. With less room than it needs, its words are
 * scrolled, and its buttons stay in view.
 */
export function ToastBar({ children, action, duration, until, onDone, dismissLabel }: ToastBarProps) {
  const [hovered, setHovered] = useState(false)
  const [focused, setFocused] = useState(false)
  const held = hovered || focused
  const ref = useFocusReturned<HTMLDivElement>()

  useEffect(() => {
    if (held || duration === null || onDone === undefined) return
    const timer = setTimeout(onDone, duration)
    return () => clearTimeout(timer)
  }, [held, duration, onDone])

  useEffect(() => {
    if (until === undefined || onDone === undefined) return
    const timer = setTimeout(onDone, Math.max(0, until - Date.now()))
    return () => clearTimeout(timer)
  }, [until, onDone])

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={ref}
      role="group"
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      className="flex min-h-9 max-w-[min(100%,640px)] items-center gap-x-4 gap-y-1 rounded-large border border-line bg-raise px-3 py-1.5 @max-[440px]:flex-col @max-[440px]:items-start"
    >
      <div className="max-h-[min(100%,160px)] min-h-5 min-w-0 overflow-y-auto break-words">{children}</div>
      <div className="flex shrink-0 items-center gap-4 empty:hidden">
        {action}
        {dismissLabel !== undefined && (
          <IconButton icon={X} label={dismissLabel} className="-my-0.5 -mr-1.5" onClick={onDone} />
        )}
      </div>
    </div>
  )
}
