import { classNames } from './classNames'

interface ProgressProps {
  /** 0 to 100; null while unknown. */
  readonly value: number | null
  readonly label: string
}

/** A hairline that fills. */
export function ProgressLine({ value, label }: ProgressProps) {
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === null ? {} : { 'aria-valuenow': Math.round(value) })}
      className="h-0.5 overflow-hidden rounded-full bg-line"
    >
      <div
        className={classNames(
          'keep-colours h-full rounded-full bg-accent transition-[width] duration-300',
          value === null && 'w-1/4 motion-safe:animate-sweep',
        )}
        style={value === null ? undefined : { width: `${value}%` }}
      />
    </div>
  )
}
