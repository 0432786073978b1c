import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/Field'
import { IconButton } from '../../ui/IconButton'
import { TextField } from '../../ui/TextField'
import { moveReference } from './references'
import type { Compose } from './useCompose'

interface ReferencesFieldProps {
  readonly compose: Compose
  /** Why references can't be sent now; null when they can. */
  readonly off: ReactNode | null
}

/** Addresses of reference images, in order. They are never fetched from here. */
export function ReferencesField({ compose, off }: ReferencesFieldProps) {
  const { t } = useTranslation()
  const { draft, referenceText, keepReferences, writeReferences } = compose
  const input = useRef<HTMLInputElement>(null)
  const error = off === null ? compose.problem('image') : null
  const hint = off ?? (draft.image.length > 1 ? t('compose.referenceKeys') : undefined)

  const keep = (text: string): void => {
    keepReferences(text)
    compose.touch('image')
  }
  return (
    <div data-field="image">
      <Field label={t('compose.references')} error={error} hint={hint}>
        {(wiring) => (
          <>
            {off === null && draft.image.length > 0 && (
              <ReferenceList
                image={draft.image}
                onChange={(image) => compose.edit({ image })}
                onEmptied={() => input.current?.focus()}
              />
            )}
            <TextField
              {...wiring}
              ref={input}
              value={off === null ? referenceText : ''}
              readOnly={off !== null}
              {...(off === null ? {} : { 'aria-disabled': true })}
              placeholder={t(off === null ? 'compose.referencesPlaceholder' : 'compose.referencesOffShort')}
              onChange={(event) => writeReferences(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                event.preventDefault()
                keep(referenceText)
              }}
              onPaste={(event) => {
                if (off !== null) return
                event.preventDefault()
                keep(`${referenceText}\n${event.clipboardData.getData('text/plain')}`)
              }}
              onBlur={() => keep(referenceText)}
            />
          </>
        )}
      </Field>
    </div>
  )
}

interface ReferenceListProps {
  readonly image: readonly string[]
  readonly onChange: (image: string[]) => void
  readonly onEmptied: () => void
}

function ReferenceList({ image, onChange, onEmptied }: ReferenceListProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLOListElement>(null)

  /** Changes the list and keeps the focus on a row of it. */
  const change = (changed: string[], focused: number): void => {
    flushSync(() => onChange(changed))
    const row = list.current?.children.item(Math.min(focused, changed.length - 1))
    if (row instanceof HTMLElement) row.focus()
    else onEmptied()
  }
  const onKeyDown = (event: KeyboardEvent, position: number): void => {
    if (event.key === 'Delete') change(image.toSpliced(position, 1), position)
    else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const to = event.key === 'ArrowUp' ? position - 1 : position + 1
      if (to >= 0 && to < image.length) change(moveReference(image, position, to), to)
    } else return
    event.preventDefault()
  }

  return (
    <ol ref={list} className="flex flex-col gap-1">
      {image.map((url, position) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the same address may stand there twice
          key={`${position} ${url}`}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the row takes the keys that move and remove it
          tabIndex={0}
          aria-label={t('compose.referenceRow', { position: position + 1, total: image.length, url })}
          onKeyDown={(event) => onKeyDown(event, position)}
          className="flex items-center gap-2 rounded-medium border border-line pl-2.5 text-small"
        >
          <span className="w-4 shrink-0 text-faint">{position + 1}</span>
          <span className="min-w-0 flex-1 truncate text-dim" title={url}>
            {url}
          </span>
          <IconButton
            icon={X}
            label={t('compose.removeReference', { position: position + 1 })}
            onClick={() => change(image.toSpliced(position, 1), position)}
          />
        </li>
      ))}
    </ol>
  )
}
