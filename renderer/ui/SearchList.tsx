import { useCombobox } from 'downshift'
import type { LucideIcon } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect } from 'react'
import { classNames } from './classNames'
import { RowAction } from './RowAction'
import { type RowSource, useFoundRows } from './useFoundRows'

/** An action on the highlighted row, besides choosing it. */
export interface ListAction<Row> {
  readonly icon: LucideIcon
  readonly label: string
  /** In the form of `aria-keyshortcuts`, for example `Shift+Delete`. */
  readonly keys: string
  /** Closes the list first. */
  readonly closes?: true
  readonly onAct: (row: Row) => void
}

export interface SearchListProps<Row> {
  /** The list's accessible name. */
  readonly label: string
  /** The search field's accessible name and placeholder. */
  readonly searchLabel: string
  /** Shown when there are no rows: there is nothing at all, or nothing was found. */
  readonly emptyText: string
  readonly notFoundText: string
  readonly source: RowSource<Row>
  readonly keyOf: (row: Row) => string
  /** What a row shows; also its name. */
  readonly show: (row: Row) => ReactNode
  readonly actions: readonly ListAction<Row>[]
  readonly onChoose: (row: Row) => void
  readonly fieldRef?: Ref<HTMLInputElement>
}

/** More rows are fetched when the end is this near, in pixels. */
const nearEnd = 300

/** A search field with its results below, fully usable by keyboard: the focus stays in the field. */
export function SearchList<Row>({
  label,
  searchLabel,
  emptyText,
  notFoundText,
  source,
  keyOf,
  show,
  actions,
  onChoose,
  fieldRef,
}: SearchListProps<Row>) {
  const found = useFoundRows(source)
  const { text, rows } = found
  const {
    highlightedIndex: highlighted,
    setHighlightedIndex,
    getInputProps,
    getMenuProps,
    getItemProps,
  } = useCombobox<Row>({
    items: [...rows],
    isOpen: true,
    inputValue: text,
    selectedItem: null,
    // Not a state of ours, which would hear of an arrow key later than of an Enter right behind it.
    defaultHighlightedIndex: 0,
    itemToString: () => text,
    stateReducer(state, { type, changes }) {
      switch (type) {
        // Neither leaving the field nor moving the pointer off the list chooses anything.
        case useCombobox.stateChangeTypes.InputBlur:
        case useCombobox.stateChangeTypes.MenuMouseLeave:
          return state
        default:
          return changes
      }
    },
    onSelectedItemChange: ({ selectedItem }) => selectedItem !== null && onChoose(selectedItem),
  })

  // A row is always highlighted, if there are any: once the last one is gone, its neighbour.
  useLayoutEffect(() => {
    const nearest = Math.min(Math.max(highlighted, 0), rows.length - 1)
    if (nearest !== highlighted) setHighlightedIndex(nearest)
  }, [highlighted, rows.length, setHighlightedIndex])

  const onKeyDown = (event: KeyboardEvent): void => {
    const action = actions.find(({ keys }) => keys === pressed(event))
    const row = rows[highlighted]
    if (action === undefined || row === undefined) return
    event.preventDefault()
    action.onAct(row)
  }

  return (
    <>
      <div className="border-b border-line p-2">
        <input
          {...getInputProps({
            ...(fieldRef === undefined ? {} : { ref: fieldRef }),
            onKeyDown,
            // Stored at once, otherwise the caret would jump to the end.
            onChange: (event) => found.search(event.currentTarget.value),
          })}
          aria-label={searchLabel}
          placeholder={searchLabel}
          spellCheck={false}
          className="field"
        />
      </div>
      <ul
        {...getMenuProps({
          'aria-label': label,
          onScroll: ({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            if (scrollHeight - scrollTop - clientHeight < nearEnd) found.more()
          },
        })}
        className="min-h-0 flex-1 overflow-y-auto p-1 empty:hidden"
      >
        {rows.map((row, index) => (
          <li
            key={keyOf(row)}
            {...getItemProps({ item: row, index })}
            aria-keyshortcuts={actions.map(({ keys }) => keys).join(' ')}
            className={classNames(
              'flex min-h-7 items-start gap-1 rounded-small py-1 pr-1 pl-2',
              index === highlighted && 'bg-raise',
            )}
          >
            <span className="min-w-0 flex-1">{show(row)}</span>
            {actions.map(({ keys, icon, label: hint, onAct }) =>
              index === highlighted ? (
                <RowAction key={keys} icon={icon} label={hint} onAct={() => onAct(row)} />
              ) : (
                // Reserves its room, so that the text doesn't move when it appears.
                <span key={keys} className="size-6 shrink-0" />
              ),
            )}
          </li>
        ))}
      </ul>
      {found.searched && rows.length === 0 && (
        <p role="status" className="px-3 py-4 text-center text-small text-balance text-faint">
          {text.trim() === '' ? emptyText : notFoundText}
        </p>
      )}
    </>
  )
}

/** The keys of an event as `aria-keyshortcuts` writes them. */
function pressed({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string {
  const held = { Control: ctrlKey, Meta: metaKey, Alt: altKey, Shift: shiftKey }
  return [...Object.entries(held).flatMap(([name, down]) => (down ? [name] : [])), key].join('+')
}
