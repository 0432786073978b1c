import type { ReactNode } from 'react'

interface EmptyStateProps {
  readonly title: string
  /** What to press. */
  readonly hint: ReactNode
  readonly children?: ReactNode
}

/** Shown while there is nothing yet. */
export function EmptyState({ title, hint, children }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 p-6 text-center text-balance">
      {/* It may hold the words of a user, of any length. */}
      <p className="line-clamp-5 font-medium wrap-anywhere">{title}</p>
      <p className="max-w-80 text-small wrap-anywhere text-faint">{hint}</p>
      {children}
    </div>
  )
}
