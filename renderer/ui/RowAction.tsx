import type { LucideIcon } from 'lucide-react'

export interface RowActionProps {
  readonly icon: LucideIcon
  /** Shown as its hint, with the keys that do the same. */
  readonly label: string
  readonly onAct: () => void
}

/**
 * An action on an option besides choosing it, for the pointer. An option can't contain anything focusable, so for the
 * keyboard its `aria-keyshortcuts` name a key that does the same.
 */
export function RowAction({ icon: Icon, label, onAct }: RowActionProps) {
  return (
    <span
      aria-hidden
      title={label}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => {
        event.stopPropagation()
        onAct()
      }}
      className="flex size-6 shrink-0 items-center justify-center rounded-small text-faint hover:bg-line hover:text-text"
    >
      <Icon size={14} strokeWidth={1.75} aria-hidden />
    </span>
  )
}
