import { RadioGroup } from 'radix-ui'
import type { FieldWiring } from './Field'
import { RadioChoices } from './RadioChoices'

interface SegmentedRadioProps<T extends string> extends Partial<FieldWiring> {
  /** The accessible name of the group. */
  readonly label: string
  readonly value: T
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly onChange: (value: T) => void
}

/** A few choices side by side, one of them selected. */
export function SegmentedRadio<T extends string>({
  label,
  value,
  options,
  onChange,
  ...wiring
}: SegmentedRadioProps<T>) {
  return (
    <RadioChoices
      {...wiring}
      aria-label={label}
      value={value}
      onValueChange={(chosen) => {
        const option = options.find((candidate) => candidate.value === chosen)
        if (option !== undefined) onChange(option.value)
      }}
      className="flex min-h-8 rounded-large border border-line bg-field p-0.5"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          className="flex-1 rounded-medium px-2 py-0.5 whitespace-nowrap text-dim hover:text-text data-[state=checked]:bg-raise data-[state=checked]:text-text forced-colors:data-[state=checked]:outline"
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioChoices>
  )
}
