import { queryMaximum, readImageQuery, termsMaximum } from '@shared/model/imageQuery'
import { useCombobox } from 'downshift'
import type { TFunction } from 'i18next'
import { Search, X } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { useCommand, useGallery } from '../../../stores/storesContext'
import { classNames } from '../../../ui/classNames'
import { IconButton } from '../../../ui/IconButton'
import { Popup } from '../../../ui/Popup'
import { FoundCount } from './FoundCount'
import { problemsToTell } from './problemsToTell'
import { SearchChip } from './SearchChip'
import { lastWord, meantSuggestion, type Suggestion } from './suggestions'
import { useSearchParts } from './useSearchParts'
import { useSuggestions } from './useSuggestions'

const whole = { isWhole: true }

/** One field for the whole query: chips for what has a key, text for the rest, and what can be typed next. */
export function SearchBox({ className }: { readonly className?: string }) {
  const { t } = useTranslation()
  const total = useGallery((state) => state.libraryTotal)
  const { parts, text, setParts, write, compose, setComposing } = useSearchParts()
  /** The keys are offered before a letter is typed. */
  const [isAsked, setAsked] = useState(false)
  const [isWanted, setWanted] = useState(false)
  /** The last part may still go on. */
  const [isTyping, setTyping] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const id = useId()
  const anchor = `--search${id.replaceAll(/\W/g, '')}`
  const { problems } = readImageQuery(text, Date.now())
  const suggestions = useSuggestions(parts.draft, isAsked)

  useCommand('search', () => {
    field.current?.focus()
    field.current?.select()
  })

  const clear = () => {
    setParts({ chips: [], draft: '' })
    field.current?.focus()
  }
  /** Enter, or leaving the field. */
  const finish = () => {
    setTyping(false)
    setAsked(false)
    write(parts.draft, whole)
  }
  const without = (at: number) => parts.chips.filter((_, other) => other !== at)
  const edit = (at: number) => {
    setParts({ chips: without(at), draft: [parts.draft.trim(), parts.chips[at]].filter(Boolean).join(' ') })
    setTyping(true)
    field.current?.focus()
  }
  const remove = (at: number) => {
    setParts({ ...parts, chips: without(at) })
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
          : type === useCombobox.stateChangeTypes.InputChange
            ? { ...changes, highlightedIndex: meantSuggestion(changes.inputValue ?? '') }
            : changes,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem !== null) write(parts.draft.slice(0, lastWord(parts.draft).from) + selectedItem.text)
    },
  })
  const { isOpen } = combobox

  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget
    const isAtStart = selectionStart === 0 && selectionEnd === 0
    const last = parts.chips.at(-1)
    // The keys of an input method, and those that move the caret also while the list is open.
    if (event.nativeEvent.isComposing || event.key === 'Home' || event.key === 'End')
      Object.assign(event.nativeEvent, { preventDownshiftDefault: true })
    else if (event.key === 'Backspace' && isAtStart && last !== undefined) {
      event.preventDefault()
      setTyping(true)
      setParts({ chips: parts.chips.slice(0, -1), draft: last + parts.draft })
    } else if (event.key === 'Enter' && !(isOpen && combobox.highlightedIndex >= 0)) {
      finish()
      combobox.closeMenu()
    } else if (event.key === 'ArrowDown' && lastWord(parts.draft).value === '') {
      setAsked(true)
      setWanted(true)
    } else if (event.key === 'Escape' && !isOpen && text !== '') {
      event.preventDefault()
      clear()
    }
  }

  /** The arrow keys go from the text to the chips, and among them. */
  const onArrow = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (step === undefined || event.nativeEvent.isComposing) return
    if (event.target === field.current && (step > 0 || (field.current?.selectionEnd ?? 0) > 0)) return
    const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-stop]')]
    const next =
      stops[stops.findIndex((stop) => event.target instanceof Node && stop.contains(event.target)) + step]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }

  const isWrong = (part: string) => problems.some((problem) => problem.text === part)
  const isUnfinished = isTyping && /\S$/.test(parts.draft)
  const told = problemsToTell(problems, { unfinishedAt: isUnfinished ? text.length : null })
  const chipsLength = text.length - parts.draft.trim().length

  return (
    <div className={classNames('relative flex min-w-0 flex-col', className)} style={{ anchorName: anchor }}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a click beside the text leads to it */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Tab leads there too */}
      <div
        className="field group/search @container/field flex h-8 items-center gap-1 pr-1 pl-2.5 focus-within:border-accent"
        onClick={({ target }) =>
          target instanceof Element && target.closest('button, input') === null && field.current?.focus()
        }
      >
        <Search size={14} aria-hidden className="shrink-0 text-faint" />
        {/* Reversed, it is scrolled to its end by itself: what is typed stays in view behind many chips. */}
        <div className="fade-cut-start @container flex min-w-[40cqw] flex-1 flex-row-reverse overflow-x-auto [scrollbar-width:none]">
          {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the buttons and the field in it */}
          <div onKeyDown={onArrow} className="flex h-full min-w-full shrink-0 items-center gap-1">
            {parts.chips.map((part, at) => (
              <SearchChip
                // biome-ignore lint/suspicious/noArrayIndexKey: equal chips may stand side by side
                key={`${at} ${part}`}
                part={part}
                isWrong={isWrong(part)}
                onEdit={() => edit(at)}
                onRemove={() => remove(at)}
              />
            ))}
            <input
              {...combobox.getInputProps({
                ref: field,
                onKeyDown,
                onClick: () => setAsked(true),
                // Written at once, otherwise the caret would jump to the end.
                onChange: ({ currentTarget: { value }, nativeEvent }) => {
                  setTyping(true)
                  setAsked(false)
                  if ('isComposing' in nativeEvent && nativeEvent.isComposing === true) compose(value)
                  else write(value)
                },
                onCompositionEnd: ({ currentTarget: { value } }) => {
                  setComposing(false)
                  write(value)
                },
                onBlur: () => {
                  setComposing(false)
                  finish()
                },
              })}
              data-stop=""
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
              maxLength={Math.max(0, queryMaximum - chipsLength)}
              className={classNames(
                'h-full bg-transparent outline-none',
                // The placeholder is cut off in a narrow field; what is typed never is.
                text === '' ? 'w-0 flex-1 text-ellipsis' : 'min-w-8 flex-[1_0_auto] [field-sizing:content]',
              )}
            />
          </div>
        </div>
        <FoundCount text={text} />
        {text !== '' && <IconButton icon={X} label={t('gallery.clearSearch')} onClick={clear} />}
      </div>
      {told.length > 0 && (
        <p
          id={`${id}problem`}
          role="status"
          className="absolute inset-x-0 top-full z-10 mt-1 hidden rounded-large border border-line bg-panel px-2.5 py-1.5 text-small break-words text-dim shadow-float in-focus-within:block"
        >
          {told
            .map(({ code, text: part }) => t(`gallery.query.problem.${code}`, { part, most: termsMaximum }))
            .join(' ')}
        </p>
      )}
      <Popup
        open={isOpen}
        anchor={anchor}
        isAnchorWide
        listProps={combobox.getMenuProps({ 'aria-label': t('gallery.query.offers') })}
      >
        {isOpen &&
          suggestions.map((suggestion, index) => (
            <li
              key={suggestion.text}
              {...combobox.getItemProps({ item: suggestion, index })}
              className={classNames(
                'flex min-h-7 cursor-pointer items-center gap-3 rounded-small px-2',
                index === combobox.highlightedIndex && 'bg-raise',
              )}
            >
              <span
                dir="auto"
                className={meaningOf(suggestion, t) === null ? 'min-w-0 truncate' : 'shrink-0'}
                title={suggestion.kind === 'key' ? undefined : suggestion.text.trim()}
              >
                {suggestion.text.trim()}
              </span>
              {meaningOf(suggestion, t) !== null && (
                <span
                  className="min-w-0 truncate text-small text-faint"
                  title={meaningOf(suggestion, t) ?? undefined}
                >
                  {meaningOf(suggestion, t)}
                </span>
              )}
            </li>
          ))}
      </Popup>
    </div>
  )
}

/** What it finds, in words; null where it says so itself. */
function meaningOf({ kind, key, is }: Suggestion, t: TFunction): string | null {
  if (kind === 'key') return t(`gallery.query.key.${key}`)
  return is === undefined ? null : t(`gallery.query.is.${is}`)
}
