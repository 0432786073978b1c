import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../../ui/classNames'

interface SearchChipProps {
  /** As typed: `-model:aurora`. */
  readonly part: string
  readonly isWrong: boolean
  readonly onRemove: () => void
}

/** A part of the search that has a key. */
export function SearchChip({ part, isWrong, onRemove }: SearchChipProps) {
  const { t } = useTranslation()
  const {
    minus = '',
    key = '',
    value = '',
  } = /^(?<minus>-?)(?<key>[^:]*):(?<value>.*)$/su.exec(part)?.groups ?? {}
  const words = { key: key.toLowerCase(), value: value.replaceAll('"', '') }
  return (
    <span
      className={classNames(
        'flex h-5.5 max-w-44 min-w-0 shrink-0 items-center gap-1 rounded-medium border bg-raise pl-1.5 text-small',
        isWrong ? 'border-bad text-bad' : 'border-line',
      )}
      title={part}
    >
      <span className={isWrong ? '' : 'text-faint'}>
        {minus === '' ? words.key : t('gallery.query.not', words)}
      </span>
      <span dir="auto" className="truncate">
        {words.value}
      </span>
      <button
        type="button"
        aria-label={t(minus === '' ? 'gallery.query.remove' : 'gallery.query.removeNot', words)}
        onClick={onRemove}
        className="grid size-5 shrink-0 place-items-center rounded-small text-faint hover:text-text"
      >
        <X size={12} aria-hidden />
      </button>
    </span>
  )
}
