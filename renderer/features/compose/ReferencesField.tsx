import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Field } from '../../ui/Field'
import { TextField } from '../../ui/TextField'
import { ReferenceDrop } from './ReferenceDrop'
import { ReferenceList } from './ReferenceList'
import type { Compose } from './useCompose'

/** Addresses of reference images, in order. None is fetched until the person asks to see it. */
export function ReferencesField({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { connection, draft, referenceText, writeReferences } = compose
  const input = useRef<HTMLInputElement>(null)
  const { image } = draft

  return (
    <ReferenceDrop compose={compose}>
      {(keep) => (
        <Field
          label={t('references.label')}
          error={compose.problem('image')}
          hint={image.length > 1 ? t('references.keys') : undefined}
        >
          {(wiring) => (
            <>
              {image.length > 0 && (
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
                value={referenceText}
                placeholder={t('references.placeholder')}
                onChange={(event) => writeReferences(event.currentTarget.value)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
                  event.preventDefault()
                  keep(referenceText)
                }}
                onPaste={(event) => {
                  event.preventDefault()
                  keep(`${referenceText}\n${event.clipboardData.getData('text/plain')}`)
                }}
                onBlur={() => referenceText !== '' && keep(referenceText)}
              />
            </>
          )}
        </Field>
      )}
    </ReferenceDrop>
  )
}
