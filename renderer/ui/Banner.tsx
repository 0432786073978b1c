import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './classNames'
import { useFocusReturned } from './useFocusReturned'

const marks = { info: Info, warning: TriangleAlert, error: CircleAlert }
const colours = { info: 'text-dim', warning: 'text-warn', error: 'text-bad' }

interface BannerProps {
  readonly level: keyof typeof marks
  /** What happened. */
  readonly cause: string
  /** What to do now. */
  readonly next: string
  /** Buttons at its end. */
  readonly actions?: ReactNode
  /** Below it, when opened. */
  readonly children?: ReactNode
}

/** A fact that stays until it is fixed or dismissed. */
export function Banner({ level, cause, next, actions, children }: BannerProps) {
  const Mark = marks[level]
  const ref = useFocusReturned<HTMLDivElement>()
  return (
    <div
      ref={ref}
      role={level === 'error' ? 'alert' : 'status'}
      className="border-b border-line bg-panel px-4 py-1.5"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Mark size={16} aria-hidden className={classNames('shrink-0', colours[level])} />
        <p className="selectable min-w-60 flex-1">
          <span className="font-medium">{cause}</span> <span className="text-dim">{next}</span>
        </p>
        <div className="ml-auto flex items-center gap-3">{actions}</div>
      </div>
      {children}
    </div>
  )
}
