import { useSelect } from 'downshift'
import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { classNames } from './classNames'
import type { FieldWiring } from './Field'
import { Popup } from './Popup'

export interface SelectOption {
  readonly value: string
  readonly label: string
  /** Separated at the end: an action rather than a choice. */
  readonly apart?: boolean
}

interface SelectProps extends FieldWiring {
  readonly value: string
  readonly options: readonly SelectOption[]
  readonly onChange: (value: string) => void
  /** -1 if other keys lead to it. */
  readonly tabIndex?: number
}

/** One of a list. */
export function Select({ value, options, onChange, id, ...wiring }: SelectProps) {
  const anchor = `--select${useId().replaceAll(/\W/g, '')}`
  const selected = options.find((option) => option.value === value) ?? null
  const { isOpen, highlightedIndex, getToggleButtonProps, getMenuProps, getItemProps } =
    useSelect<SelectOption>({
      items: [...options],
      itemToString: (option) => option?.label ?? '',
      itemToKey: (option) => option?.value,
      toggleButtonId: id,
      labelId: `${id}label`,
      selectedItem: selected,
      onSelectedItemChange: ({ selectedItem }) => selectedItem !== null && onChange(selectedItem.value),
    })

  return (
    <div className="relative" style={{ anchorName: anchor }}>
      <div
        {...getToggleButtonProps()}
        {...wiring}
        className="field flex cursor-pointer items-center justify-between gap-2"
      >
        <span className="truncate">{selected?.label}</span>
        <ChevronDown size={14} aria-hidden className="shrink-0 text-dim" />
      </div>
      <Popup open={isOpen} anchor={anchor} listProps={getMenuProps()}>
        {isOpen &&
          options.map((option, index) => (
            <li
              key={option.value}
              {...getItemProps({ item: option, index })}
              className={classNames(
                'flex min-h-7 items-center rounded-small px-2',
                index === highlightedIndex && 'bg-raise',
                option.value === value && 'font-medium',
                option.apart === true && 'mt-1 text-accent',
              )}
            >
              <span className="truncate">{option.label}</span>
            </li>
          ))}
      </Popup>
    </div>
  )
}
