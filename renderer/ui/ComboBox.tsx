import { useCombobox } from 'downshift'
import { ChevronDown, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useId } from 'react'
import { classNames } from './classNames'
import type { FieldWiring } from './Field'
import { Popup } from './Popup'
import { RowAction } from './RowAction'

/** Suggestions the user can remove, with the pointer or Shift+Delete. */
export interface Removable {
  /** The button's label, and the keys. */
  readonly label: string
  readonly has: (suggestion: string) => boolean
  readonly remove: (suggestion: string) => void
}

interface ComboBoxProps extends FieldWiring {
  readonly value: string
  /** Suggestions, never a limit. */
  readonly suggestions: readonly string[]
  readonly onChange: (value: string) => void
  readonly onBlur?: () => void
  readonly placeholder?: string
  /** Label of the button that shows the suggestions. */
  readonly openLabel: string
  /** The most characters. */
  readonly maxLength?: number
  /** Shown before a suggestion, for example a swatch. */
  readonly mark?: (suggestion: string) => ReactNode
  /** Shown after it, in a word. */
  readonly note?: (suggestion: string) => ReactNode
  readonly removable?: Removable
  readonly ref?: Ref<HTMLInputElement>
}

/** Free text with suggestions. What is typed counts; a suggestion counts once it is chosen. */
export function ComboBox({
  value,
  suggestions,
  onChange,
  onBlur,
  placeholder,
  openLabel,
  maxLength,
  mark,
  note,
  removable,
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
          default:
            return changes
        }
      },
      onSelectedItemChange: ({ selectedItem }) => selectedItem !== null && onChange(selectedItem),
    })

  const onKeyDown = (event: KeyboardEvent): void => {
    const suggestion = isOpen ? suggestions[highlightedIndex] : undefined
    if (event.key !== 'Delete' || !event.shiftKey || suggestion === undefined) return
    if (!removable?.has(suggestion)) return
    event.preventDefault()
    removable.remove(suggestion)
  }

  return (
    <div className="relative" style={{ anchorName: anchor }}>
      <input
        {...getInputProps({
          ...(ref === undefined ? {} : { ref }),
          // Written to the store at once, otherwise the caret would jump to the end.
          onChange: (event) => onChange(event.currentTarget.value),
          onKeyDown,
          ...(onBlur === undefined ? {} : { onBlur }),
        })}
        {...wiring}
        placeholder={placeholder}
        maxLength={maxLength}
        spellCheck={false}
        className="field pr-8"
      />
      {suggestions.length > 0 && (
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
              {...(removable?.has(suggestion) ? { 'aria-keyshortcuts': 'Shift+Delete' } : {})}
              className={classNames(
                'flex min-h-7 items-center gap-2 rounded-small px-2',
                index === highlightedIndex && 'bg-raise',
                suggestion === value && 'font-medium',
              )}
            >
              {mark?.(suggestion)}
              <span className="min-w-0 flex-1 truncate">{suggestion}</span>
              {note !== undefined && <span className="text-small text-faint">{note(suggestion)}</span>}
              {index === highlightedIndex && removable?.has(suggestion) && (
                <RowAction icon={X} label={removable.label} onAct={() => removable.remove(suggestion)} />
              )}
            </li>
          ))}
      </Popup>
    </div>
  )
}
