import { CircleAlert, Info, TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, use, useEffect, useEffectEvent } from 'react'
import { Alert } from './Alert'
import { classNames } from './classNames'
import { useFocusReturned } from './useFocusReturned'

const marks = { info: Info, warning: TriangleAlert, error: CircleAlert }
const colours = { info: 'text-dim', warning: 'text-warn', error: 'text-bad' }

interface BannerProps {
  readonly level: keyof typeof marks
  /** There is nothing to do about it but to put it away: others come first where there is one line. Default false. */
  readonly isReadOnly?: boolean
  /** What happened. */
  readonly cause: string
  /** What to do now. */
  readonly next: string
  /** Buttons at its end. */
  readonly actions?: ReactNode
  /** Why the last press of one of its buttons failed. */
  readonly failure?: string | null
  /** Below it, when opened. */
  readonly children?: ReactNode
}

/** Where banners stand. */
interface BannerPlace {
  /** It has the room of two small lines, and no more. */
  readonly isLine: boolean
  /** Gives them all the room they need. */
  readonly open: () => void
}

/** By default they have all the room they need. */
export const BannerPlaceContext = createContext<BannerPlace>({ isLine: false, open() {} })

/** A fact that stays until it is fixed or dismissed. */
export function Banner({
  level,
  isReadOnly = false,
  cause,
  next,
  actions,
  failure = null,
  children,
}: BannerProps) {
  const Mark = marks[level]
  const ref = useFocusReturned<HTMLDivElement>()
  const { isLine, open } = use(BannerPlaceContext)
  // A paragraph is never cut off.
  const Words = isLine ? 'div' : 'p'
  const tellFailure = useEffectEvent(open)
  useEffect(() => {
    if (failure !== null) tellFailure()
  }, [failure])
  return (
    <div
      ref={ref}
      role={level === 'error' ? 'alert' : 'status'}
      data-rank={isReadOnly ? 'read' : level}
      className={isLine ? 'h-full' : 'border-b border-line bg-panel px-4 py-1.5'}
    >
      <div className={classNames('flex items-center gap-x-4', isLine ? 'h-full' : 'flex-wrap gap-y-1')}>
        <Mark size={16} aria-hidden className={classNames('shrink-0', colours[level])} />
        <Words
          title={isLine ? `${cause} ${next}` : undefined}
          className={classNames('selectable flex-1', isLine ? 'line-clamp-2 min-w-0 text-small' : 'min-w-60')}
        >
          <span className="font-medium">{cause}</span> <span className="text-dim">{next}</span>
        </Words>
        <div
          className={classNames(
            'flex items-center gap-3',
            isLine ? 'shrink-0 @max-[560px]/notices:hidden' : 'ml-auto',
          )}
        >
          {actions}
        </div>
      </div>
      {!isLine && (
        <>
          <Alert text={failure} />
          {children}
        </>
      )}
    </div>
  )
}
