import { type ReactNode, useId } from 'react'
import { classNames } from './classNames'

/** The attributes that name and describe a control and mark it invalid. */
export interface FieldWiring {
  readonly id: string
  readonly 'aria-describedby'?: string
  readonly 'aria-invalid'?: true
}

interface FieldProps {
  readonly label: string
  /** At the end of the label's line. */
  readonly aside?: ReactNode
  readonly hint?: ReactNode
  /** The error; replaces the hint. */
  readonly error?: string | null
  readonly className?: string
  readonly children: (wiring: FieldWiring) => ReactNode
}

/** A labelled control with its hint or error below it. */
export function Field({ label, aside, hint, error, className, children }: FieldProps) {
  const id = useId()
  const noteId = `${id}note`
  const wrong = error !== undefined && error !== null
  const note = wrong ? error : hint
  const noted = note !== undefined && note !== null
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1', className)}>
      <div className="flex min-h-4 items-baseline justify-between gap-2 text-small text-dim">
        <label id={`${id}label`} htmlFor={id}>
          {label}
        </label>
        {aside}
      </div>
      {children({
        id,
        ...(noted ? { 'aria-describedby': noteId } : {}),
        ...(wrong ? { 'aria-invalid': true as const } : {}),
      })}
      {noted && (
        <div id={noteId} className={classNames('text-small', wrong ? 'text-bad' : 'text-faint')}>
          {note}
        </div>
      )}
    </div>
  )
}
