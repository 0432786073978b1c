import { queryMaximum, readImageQuery } from '@shared/model/imageQuery'
import { useCombobox } from 'downshift'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCommand, useGallery, useStores } from '../../../stores/storesContext'
import { imagesCostWords } from '../../../text/costWords'
import { classNames } from '../../../ui/classNames'
import { IconButton } from '../../../ui/IconButton'
import { Popup } from '../../../ui/Popup'
import { SearchChip } from './SearchChip'
import { joinedQuery, type SearchParts, splitQuery } from './searchParts'
import { lastWord, type Suggestion } from './suggestions'
import { useSuggestions } from './useSuggestions'

/** How long after the last key the search starts, in milliseconds. */
const searchDelay = 25

const whole = { isWhole: true }

/** One field for the whole query: chips for what has a key, text for the rest, and what can be typed next. */
export function SearchBox({ className }: { readonly className?: string }) {
  const { t } = useTranslation()
  const { gallery, selection } = useStores()
  const total = useGallery((state) => state.libraryTotal)
  const shape = useGallery((state) => state.shape)
  const searched = useGallery((state) => state.text)
  const [parts, setParts] = useState<SearchParts>(() => splitQuery(searched, whole))
  const [isAsked, setAsked] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const anchor = `--search${id.replaceAll(/\W/g, '')}`
  const text = joinedQuery(parts)
  const { problems } = readImageQuery(text, Date.now())
  const suggestions = useSuggestions(parts.draft, isAsked)

  useCommand('search', () => {
    field.current?.focus()
    field.current?.select()
  })

  const search = useEffectEvent((wanted: string) => {
    if (wanted === gallery.getState().text) return
    selection.clear()
    void gallery.search({ text: wanted })
  })
  useEffect(() => {
    const timer = setTimeout(() => search(text), searchDelay)
    return () => clearTimeout(timer)
  }, [text])
  // Changed from elsewhere: a view was chosen, or the search cleared.
  const follow = useEffectEvent((wanted: string) => {
    if (wanted !== text) setParts(splitQuery(wanted, whole))
  })
  useEffect(() => follow(searched), [searched])

  const write = (draft: string, options = { isWhole: false }) => {
    const split = splitQuery(draft, options)
    setParts(({ chips }) => ({ chips: [...chips, ...split.chips], draft: split.draft }))
  }
  const clear = () => {
    setParts({ chips: [], draft: '' })
    field.current?.focus()
  }

  const combobox = useCombobox<Suggestion>({
    items: [...suggestions],
    inputId: id,
    inputValue: parts.draft,
    selectedItem: null,
    isOpen: isWanted && suggestions.length > 0,
    onIsOpenChange: ({ isOpen }) => setWanted(isOpen),
    itemToString: (suggestion) => suggestion?.text ?? '',
    stateReducer: (state, { type, changes }) =>
      // Leaving the field or closing the list changes nothing that was typed; a key waits for its value.
      type === useCombobox.stateChangeTypes.InputBlur ||
      type === useCombobox.stateChangeTypes.InputKeyDownEscape
        ? { ...changes, inputValue: state.inputValue, selectedItem: null }
        : type === useCombobox.stateChangeTypes.InputKeyDownEnter ||
            type === useCombobox.stateChangeTypes.ItemClick
          ? { ...changes, isOpen: changes.selectedItem?.kind === 'key' }
          : changes,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) write(parts.draft.slice(0, lastWord(parts.draft).from) + selectedItem.text)
    },
  })
  const { isOpen } = combobox

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    const last = parts.chips.at(-1)
    if (event.key === 'Backspace' && selectionStart === 0 && selectionEnd === 0 && last !== undefined) {
      event.preventDefault()
      setParts({ chips: parts.chips.slice(0, -1), draft: last + parts.draft })
    } else if (event.key === 'Enter' && !(isOpen && combobox.highlightedIndex >= 0)) {
      write(parts.draft, whole)
      combobox.closeMenu()
    } else if (event.key === 'ArrowDown' && parts.draft === '') {
      setAsked(true)
      setWanted(true)
    } else if (event.key === 'Home' || event.key === 'End')
      // They move the caret, also while the list is open.
      Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    else if (event.key === 'Escape' && !isOpen && text !== '') {
      event.preventDefault()
      clear()
    }
  }

  const isWrong = (part: string) => problems.some((problem) => problem.text === part)
  const told = problems.map(({ code, text: part }) => t(`gallery.query.problem.${code}`, { part }))
  const cost = useGallery(({ costs }) => (costs === null ? null : imagesCostWords(costs.total, t)))
  const isFound = shape !== null && shape.text !== '' && shape.text === text

  return (
    <div className={classNames('relative flex min-w-0 flex-col', className)} style={{ anchorName: anchor }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the text leads to it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Tab leads there too */}
      <div
        className="field flex h-8 items-center gap-1 pr-1 pl-2.5 focus-within:border-accent"
        onClick={(event) => event.target === event.currentTarget && field.current?.focus()}
      >
        <Search size={14} aria-hidden className="shrink-0 text-faint" />
        <div className="flex min-w-0 flex-1 items-center gap-1 overflow-x-auto [scrollbar-width:none]">
          {parts.chips.map((part, at) => (
            <SearchChip
              // biome-ignore lint/suspicious/noArrayIndexKey: equal chips may stand side by side
              key={`${at} ${part}`}
              part={part}
              isWrong={isWrong(part)}
              onRemove={() => {
                setParts({ ...parts, chips: parts.chips.filter((_, other) => other !== at) })
                field.current?.focus()
              }}
            />
          ))}
          <input
            {...combobox.getInputProps({
              ref: field,
              onKeyDown,
              // Written at once, otherwise the caret would jump to the end.
              onChange: (event) => write(event.currentTarget.value),
              onBlur: () => {
                setAsked(false)
                write(parts.draft, whole)
              },
            })}
            aria-label={t('gallery.search')}
            aria-labelledby={undefined}
            {...(told.length > 0 ? { 'aria-describedby': `${id}problem`, 'aria-invalid': true } : {})}
            {...(text === '' ? {} : { 'data-own-escape': '' })}
            placeholder={
              parts.chips.length > 0
                ? ''
                : total
                  ? t('gallery.searchPlaceholder', { count: total })
                  : t('gallery.searchEmpty')
            }
            dir="auto"
            spellCheck={false}
            autoComplete="off"
            maxLength={queryMaximum}
            className="h-full min-w-8 flex-1 bg-transparent outline-none"
          />
        </div>
        <span role="status" className="shrink-0 text-small text-faint @max-[560px]:sr-only">
          {isFound && (
            <>
              <span>{t('gallery.query.found', { count: shape.total, total: total ?? shape.total })}</span>
              {cost !== null && (
                <span className="@max-[900px]:sr-only">{t('gallery.query.cost', { cost })}</span>
              )}
            </>
          )}
        </span>
        {text !== '' && <IconButton icon={X} label={t('gallery.clearSearch')} onClick={clear} />}
      </div>
      {told.length > 0 && (
        <p
          id={`${id}problem`}
          role="status"
          className="absolute inset-x-0 top-full z-10 mt-1 hidden rounded-large border border-line bg-panel px-2.5 py-1.5 text-small text-dim shadow-float in-focus-within:block"
        >
          {told.slice(0, 3).join(' ')}
        </p>
      )}
      <Popup
        open={isOpen}
        anchor={anchor}
        listProps={combobox.getMenuProps({ 'aria-label': t('gallery.query.offers') })}
      >
        {isOpen &&
          suggestions.map((suggestion, index) => (
            <li
              key={suggestion.text}
              {...combobox.getItemProps({ item: suggestion, index })}
              className={classNames(
                'flex min-h-7 items-center gap-3 rounded-small px-2',
                index === combobox.highlightedIndex && 'bg-raise',
              )}
            >
              <span dir="auto" className="min-w-0 truncate">
                {suggestion.text.trim()}
              </span>
              {suggestion.kind === 'key' && (
                <span className="text-small text-faint">{t(`gallery.query.key.${suggestion.key}`)}</span>
              )}
            </li>
          ))}
      </Popup>
    </div>
  )
}
