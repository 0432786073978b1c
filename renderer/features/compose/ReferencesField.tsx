import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { classNames } from '../../ui/classNames'
import { Field } from '../../ui/Field'
import { TextField } from '../../ui/TextField'
import { ReferenceList } from './ReferenceList'
import { droppedText } from './referenceRows'
import type { Compose } from './useCompose'

interface ReferencesFieldProps {
  readonly compose: Compose
  /** Why references can't be sent now; null when they can. */
  readonly off: ReactNode | null
}

/** Addresses of reference images, in order. None is fetched before it is asked to be looked at. */
export function ReferencesField({ compose, off }: ReferencesFieldProps) {
  const { t } = useTranslation()
  const { connection, draft, referenceText, keepReferences, writeReferences } = compose
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  /** What came of the last addresses that were given, where it does not show. */
  const [note, setNote] = useState<string | null>(null)
  const { image } = draft
  const error = off === null ? compose.problem('image') : null
  const keys = off === null && image.length > 1 ? t('references.keys') : null

  const keep = (text: string): void => {
    const { again } = keepReferences(text)
    setNote(again === 0 ? null : t('references.again', { count: again }))
    compose.touch('image')
  }
  const drop = (event: DragEvent): void => {
    // Meant for this field, whatever else the window does with what is dropped.
    event.preventDefault()
    setIsOver(false)
    const text = droppedText(event.dataTransfer)
    if (text !== '') keep(`${referenceText}\n${text}`)
    else
      setNote(t(event.dataTransfer.files.length > 0 ? 'references.fileDropped' : 'references.nothingDropped'))
  }
  const dragOver = (event: DragEvent): void => {
    event.preventDefault()
    setIsOver(true)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard pastes into the field
    <div
      data-field="image"
      onDragOver={dragOver}
      onDragLeave={() => setIsOver(false)}
      onDrop={drop}
      className={classNames('rounded-medium', isOver && 'outline-2 outline-offset-4 outline-accent')}
    >
      <Field label={t('references.label')} error={error} hint={off ?? keys ?? undefined}>
        {(wiring) => (
          <>
            {off === null && image.length > 0 && (
              <ReferenceList
                image={image}
                connectionId={connection.id}
                onChange={(changed) => compose.edit({ image: changed })}
                onEmptied={() => input.current?.focus()}
              />
            )}
            <TextField
              {...wiring}
              ref={input}
              value={off === null ? referenceText : ''}
              readOnly={off !== null}
              {...(off === null ? {} : { 'aria-disabled': true })}
              placeholder={placeholder()}
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
              onBlur={() => referenceText !== '' && keep(referenceText)}
            />
          </>
        )}
      </Field>
      <p role="status" className="text-small text-warn not-empty:pt-1">
        {note}
      </p>
    </div>
  )

  function placeholder(): string {
    if (off === null) return t('references.placeholder')
    return image.length === 0 ? t('references.offShort') : t('references.kept', { count: image.length })
  }
}
