import { useCombobox } from 'downshift'
import { ChevronDown } from 'lucide-react'
import { type ReactNode, type Ref, useId } from 'react'
import { classNames } from './classNames'
import type { FieldWiring } from './Field'
import { Popup } from './Popup'

interface ComboBoxProps extends FieldWiring {
  readonly value: string
  /** Offered, never a limit. */
  readonly suggestions: readonly string[]
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  /** Names the button that shows the suggestions. */
  readonly openLabel: string
  /** Characters. */
  readonly maxLength?: number
  /** Before a suggestion, a swatch say. */
  readonly mark?: (suggestion: string) => ReactNode
  readonly readOnly?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** Free text with suggestions. What is typed counts; a suggestion counts when it is chosen. */
export function ComboBox({
  value,
  suggestions,
  onChange,
  onBlur,
  placeholder,
  openLabel,
  maxLength,
  mark,
  readOnly = false,
  ref,
  id,
  ...wiring
}: ComboBoxProps) {
  const anchor = `--combo${useId().replaceAll(/\W/g, '')}`
  const { isOpen, highlightedIndex, getInputProps, getMenuProps, getItemProps, getToggleButtonProps } =
    useCombobox<string>({
      items: [...suggestions],
      inputId: id,
      labelId: `${id}label`,
      inputValue: value,
      selectedItem: suggestions.includes(value) ? value : null,
      stateReducer(state, { type, changes }) {
        switch (type) {
          // Leaving the field or closing the list must not change what was typed.
          case useCombobox.stateChangeTypes.InputBlur:
          case useCombobox.stateChangeTypes.InputKeyDownEscape:
            return { ...changes, inputValue: state.inputValue, selectedItem: state.selectedItem }
          case useCombobox.stateChangeTypes.InputClick:
            return readOnly ? state : changes
          default:
            return changes
        }
      },
      onSelectedItemChange: ({ selectedItem }) => selectedItem !== null && onChange(selectedItem),
    })

  return (
    <div className="relative" style={{ anchorName: anchor }}>
      <input
        {...getInputProps({
          ...(ref === undefined ? {} : { ref }),
          // The store is the truth at once, else the caret would jump to the end.
          onChange: (event) => onChange(event.currentTarget.value),
          ...(onBlur === undefined ? {} : { onBlur }),
        })}
        {...wiring}
        placeholder={placeholder}
        maxLength={maxLength}
        readOnly={readOnly}
        {...(readOnly ? { 'aria-disabled': true } : {})}
        spellCheck={false}
        className="field pr-8"
      />
      {!readOnly && suggestions.length > 0 && (
        <button
          {...getToggleButtonProps()}
          type="button"
          aria-label={openLabel}
          className="absolute inset-y-0 right-0 flex w-8 items-center justify-center text-dim hover:text-text"
        >
          <ChevronDown size={14} aria-hidden />
        </button>
      )}
      <Popup open={isOpen && suggestions.length > 0} anchor={anchor} listProps={getMenuProps()}>
        {isOpen &&
          suggestions.map((suggestion, index) => (
            <li
              key={suggestion}
              {...getItemProps({ item: suggestion, index })}
              className={classNames(
                'flex min-h-7 items-center gap-2 rounded-small px-2',
                index === highlightedIndex && 'bg-raise',
                suggestion === value && 'font-medium',
              )}
            >
              {mark?.(suggestion)}
              <span className="truncate">{suggestion}</span>
            </li>
          ))}
      </Popup>
    </div>
  )
}
