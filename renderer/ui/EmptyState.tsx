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
      <p className="font-medium">{title}</p>
      <p className="max-w-80 text-small text-faint">{hint}</p>
      {children}
    </div>
  )
}
