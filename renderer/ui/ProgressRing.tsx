import { classNames } from './classNames'

interface ProgressRingProps {
  /** 0 to 100; null while unknown. */
  readonly value: number | null
  readonly label: string
}

const radius = 15
const round = 2 * Math.PI * radius

/** A ring that fills, clockwise from the top. */
export function ProgressRing({ value, label }: ProgressRingProps) {
  return (
    <svg
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(value === null ? {} : { 'aria-valuenow': Math.round(value) })}
      viewBox="0 0 34 34"
      className={classNames('size-8 -rotate-90', value === null && 'motion-safe:animate-turn')}
    >
      <circle cx="17" cy="17" r={radius} fill="none" strokeWidth="3" className="stroke-line" />
      <circle
        cx="17"
        cy="17"
        r={radius}
        fill="none"
        strokeWidth="3"
        strokeDasharray={round}
        strokeDashoffset={round * (1 - (value ?? 20) / 100)}
        className="stroke-accent transition-[stroke-dashoffset] duration-300"
      />
    </svg>
  )
}
