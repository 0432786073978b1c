import type { LucideIcon } from 'lucide-react'

export interface RowActionProps {
  readonly icon: LucideIcon
  /** Shown as its hint, with the keys that do the same. */
  readonly label: string
  readonly onAct: () => void
}

/**
 * What can be done with an option besides choosing it, for the pointer. An option has no parts that take the focus:
 * the keyboard does the same by `aria-keyshortcuts` of the option.
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
