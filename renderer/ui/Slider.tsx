import { classNames } from './classNames'
import { Tooltip } from './Tooltip'

interface SliderProps {
  /** Its accessible name and its tooltip. */
  readonly label: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly step: number
  readonly className?: string
  readonly onChange: (value: number) => void
}

/** A value between two ends; arrow keys move it by a step. */
export function Slider({ label, className, onChange, ...range }: SliderProps) {
  return (
    <Tooltip text={label}>
      <input
        type="range"
        aria-label={label}
        className={classNames('h-7 cursor-default', className)}
        onChange={({ target }) => onChange(target.valueAsNumber)}
        {...range}
      />
    </Tooltip>
  )
}
