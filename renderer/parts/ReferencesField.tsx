import { useRef } from 'react'
import { Field } from '../ui/Field'
import { TextField } from '../ui/TextField'
import { ReferenceDrop } from './ReferenceDrop'
import { ReferenceList } from './ReferenceList'
import type { References } from './useReferences'
import { useTranslation } from './useTranslation'

interface ReferencesFieldProps {
  readonly references: References
  /** The connection a reference is fetched for. */
  readonly connectionId: string
  readonly error: string | null
  /** Addresses were given. */
  readonly onKept?: (() => void) | undefined
}

/** Addresses of reference images, in order. None is fetched until the user asks to see it. */
export function ReferencesField({ references, connectionId, error, onKept }: ReferencesFieldProps) {
  const { t } = useTranslation()
  const input = useRef<HTMLInputElement>(null)
  const { image, text, change, write } = references

  return (
    <ReferenceDrop references={references} onKept={onKept}>
      {(keep) => (
        <Field
          label={t('references.label')}
          error={error}
          hint={image.length > 1 ? t('references.keys') : undefined}
        >
          {(wiring) => (
            <>
              {image.length > 0 && (
                <ReferenceList
                  image={image}
                  connectionId={connectionId}
                  onChange={change}
                  onEmptied={() => input.current?.focus()}
                />
              )}
              <TextField
                {...wiring}
                ref={input}
                value={text}
                placeholder={t('references.placeholder')}
                onChange={(event) => write(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                  event.preventDefault()
                  keep(text)
                }}
                onPaste={(event) => {
                  event.preventDefault()
                  keep(`${text}\n${event.clipboardData.getData('text/plain')}`)
                }}
                onBlur={() => text !== '' && keep(text)}
              />
            </>
          )}
        </Field>
      )}
    </ReferenceDrop>
  )
}
