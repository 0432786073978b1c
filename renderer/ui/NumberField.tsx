import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, type Ref, useState } from 'react'
import type { FieldWiring } from './Field'

interface NumberFieldProps extends FieldWiring {
  /** Null while the typed text isn't a number. */
  readonly value: number | null
  readonly min: number
  readonly max: number
  readonly onChange: (value: number | null) => void
  readonly onBlur?: () => void
  readonly moreLabel: string
  readonly fewerLabel: string
  /** Only whole numbers, by default. */
  readonly whole?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

function numberOf(text: string, whole: boolean): number | null {
  const value = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(value) && (!whole || Number.isSafeInteger(value)) ? value : null
}

/** A number to type, or to step with arrow keys and buttons. Steps stay within the bounds; typing may leave them. */
export function NumberField({
  value,
  min,
  max,
  onChange,
  onBlur,
  moreLabel,
  fewerLabel,
  whole = true,
  ref,
  ...wiring
}: NumberFieldProps) {
  const [typed, setTyped] = useState('')
  // Typed text stays as it is ("1." or "abc") until the value is set from elsewhere.
  const shown = numberOf(typed, whole) === value ? typed : `${value ?? ''}`

  const step = (by: number): void => {
    onChange(Math.min(max, Math.max(min, Math.round(value ?? min) + by)))
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    step(by)
  }

  return (
    <div className="field flex p-0 has-aria-invalid:border-bad">
      <input
        {...wiring}
        ref={ref}
        role="spinbutton"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        aria-valuemin={min}
        aria-valuemax={max}
        {...(value === null ? {} : { 'aria-valuenow': value })}
        value={shown}
        onChange={(event) => {
          setTyped(event.currentTarget.value)
          onChange(numberOf(event.currentTarget.value, whole))
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
        className="min-w-0 flex-1 bg-transparent tabular-nums py-[5px] pl-2.5 focus:outline-none"
      />
      <StepButton label={fewerLabel} icon={Minus} onPress={() => step(-1)} />
      <StepButton label={moreLabel} icon={Plus} onPress={() => step(1)} />
    </div>
  )
}

interface StepButtonProps {
  readonly label: string
  readonly icon: typeof Plus
  readonly onPress: () => void
}

/** For the pointer; the keyboard has the arrow keys. */
function StepButton({ label, icon: Icon, onPress }: StepButtonProps) {
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      onClick={onPress}
      className="flex w-7 items-center justify-center text-dim last:rounded-r-large hover:bg-raise hover:text-text"
    >
      <Icon size={14} aria-hidden />
    </button>
  )
}
