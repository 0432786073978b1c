import { X } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from '../../../parts/useTranslation'
import { classNames } from '../../../ui/classNames'

interface SearchChipProps {
  /** As typed: `-model:aurora`. */
  readonly part: string
  readonly isWrong: boolean
  /** Makes it text again. */
  readonly onEdit: () => void
  readonly onRemove: () => void
}

/** A part of the search that has a key. */
export function SearchChip({ part, isWrong, onEdit, onRemove }: SearchChipProps) {
  const { t } = useTranslation()
  const { minus = '', key = '', value = '' } = chipParts.exec(part)?.groups ?? {}
  const name = key.toLowerCase()
  const negated = name === 'is' ? t('gallery.query.isNot') : t('gallery.query.not', { key: name })
  const words = { key: minus === '' ? name : negated, value: value.replaceAll(/["“”＂]/g, '') }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Delete' && event.key !== 'Backspace') return
    event.preventDefault()
    onRemove()
  }
  return (
    <span
      className={classNames(
        // In a narrow field, a single chip is cut rather than scrolled: its beginning stays in view beside the caret.
        'flex h-5.5 max-w-[clamp(7rem,100cqw-2.25rem,11rem)] min-w-0 shrink-0 items-center rounded-medium border bg-raise text-small',
        isWrong ? 'border-bad text-bad' : 'border-line',
      )}
    >
      <button
        type="button"
        data-stop=""
        aria-label={t('gallery.query.edit', words)}
        title={part}
        onClick={onEdit}
        onKeyDown={onKeyDown}
        className="flex h-full min-w-0 items-center gap-1 rounded-small pl-1.5"
      >
        <span className={classNames('whitespace-nowrap', !isWrong && 'text-faint')}>{words.key}</span>{' '}
        <span dir="auto" className="truncate">
          {words.value}
        </span>
      </button>
      <button
        type="button"
        aria-label={t('gallery.query.remove', words)}
        onClick={onRemove}
        className="ml-1 grid size-5 shrink-0 place-items-center rounded-small text-faint hover:text-text"
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  )
}

const chipParts = /^(?<minus>[-－]?)(?<key>[^:：]*)[:：](?<value>.*)$/su
