import type { Connection } from '@shared/model/connection'
import { carriesOptions, suggestedSizes } from '@shared/model/draft'
import { flushSync } from 'react-dom'
import { ReferenceDrop } from '../../parts/ReferenceDrop'
import { ReferencesField } from '../../parts/ReferencesField'
import { ImagesField, ModeField, ModelField, SizeField } from '../../parts/RequestFields'
import { useTranslation } from '../../parts/useTranslation'
import { useApp, useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { Field } from '../../ui/Field'
import { focusField } from '../../ui/focusField'
import { Select } from '../../ui/Select'
import { ExtraFieldsLine } from './ExtraFieldsLine'
import { keptWords } from './keptWords'
import type { Compose } from './useCompose'
import { useSwitchConnection } from './useSwitchConnection'
import { useUsedValues } from './useUsedValues'

/** Everything but the prompt. */
export function ComposeFields({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { check, connection, draft } = compose
  const carried = carriesOptions(draft.mode, connection)
  const manyRequests = !carried && draft.n !== null && draft.n > 1

  return (
    <>
      <div className="grid grid-cols-[1fr_minmax(112px,0.6fr)] items-start gap-3">
        <OfferedModels compose={compose} />
        <ImagesField
          value={draft.n}
          error={compose.problem('n')}
          hint={
            manyRequests
              ? t('compose.requests', { count: check.ok ? check.requests : (draft.n ?? 0) })
              : undefined
          }
          onChange={(n) => compose.edit({ n })}
          onBlur={() => compose.touch('n')}
        />
      </div>
      <div className="flex min-w-0 flex-col gap-1">
        <ModeField
          value={draft.mode}
          hint={t(draft.mode === 'background' ? 'compose.backgroundHint' : 'compose.directHint')}
          onChange={(mode) => compose.edit({ mode })}
        />
        {!carried && <NotCarried compose={compose} />}
      </div>
      {carried && <OfferedSizes compose={compose} />}
      {carried && (
        <ReferencesField
          references={compose.references}
          connectionId={connection.id}
          error={compose.problem('image')}
          onKept={() => compose.touch('image')}
        />
      )}
      <ExtraFieldsLine compose={compose} />
      <ConnectionField connection={connection} />
    </>
  )
}

/** A value among the ids, which are never empty. */
const add = ''

/** The service this form sends to. */
function ConnectionField({ connection }: { readonly connection: Connection }) {
  const { t } = useTranslation()
  const { dialogs } = useStores()
  const switchTo = useSwitchConnection()
  const connections = useApp((state) => state.connections)

  return (
    <Field label={t('compose.connection')}>
      {(wiring) => (
        <Select
          {...wiring}
          value={connection.id}
          options={[
            ...connections.map(({ id, name }) => ({ value: id, label: name })),
            { value: add, label: t('compose.addConnection'), apart: true },
          ]}
          onChange={(id) => {
            if (id === add) dialogs.show({ kind: 'connection', id: null })
            else switchTo(id)
          }}
        />
      )}
    </Field>
  )
}

/** Offers the connection's models and those used on it before. */
function OfferedModels({ compose }: { readonly compose: Compose }) {
  const { connection, draft } = compose
  const offered = useUsedValues(connection.id, 'model', connection.models)
  return (
    <ModelField
      {...offered}
      value={draft.model}
      error={compose.problem('model')}
      onChange={(model) => compose.edit({ model })}
      onBlur={() => compose.touch('model')}
    />
  )
}

/** Offers common sizes and those used on the connection. */
function OfferedSizes({ compose }: { readonly compose: Compose }) {
  const { connection, draft } = compose
  const offered = useUsedValues(connection.id, 'size', suggestedSizes)
  return (
    <SizeField
      {...offered}
      value={draft.size}
      error={compose.problem('size')}
      onChange={(size) => compose.edit({ size })}
      onBlur={() => compose.touch('size')}
    />
  )
}

/**
 * The one line that replaces size and references if a request can't include either. What was entered for them is kept,
 * and the bar beside Generate says that it isn't sent.
 */
function NotCarried({ compose }: { readonly compose: Compose }) {
  const { t } = useTranslation()
  const { draft, unsent, references } = compose
  const kept = keptWords({ ...draft, image: references.withText }, t)

  return (
    <ReferenceDrop references={references} onKept={() => compose.touch('image')}>
      {() => (
        <p className="text-small text-faint">
          {unsent.length > 0 ? (
            t('compose.keptForDirect', { kept })
          ) : (
            <>
              {t('compose.notCarried')}{' '}
              <Button
                look="link"
                onClick={() => {
                  flushSync(() => compose.edit({ mode: 'direct' }))
                  // The link is gone, so the focus moves on to what it was pressed for.
                  focusField(compose.form.current, 'size')
                }}
              >
                {t('compose.switchToDirect')}
              </Button>
            </>
          )}
        </p>
      )}
    </ReferenceDrop>
  )
}
