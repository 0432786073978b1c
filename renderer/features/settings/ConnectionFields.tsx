import { connectionNameMaximum, defaultPathPrefix, type KeyState } from '@shared/model/connection'
import { useTranslation } from '../../parts/useTranslation'
import { useApp } from '../../stores/storesContext'
import { TextField } from '../../ui/TextField'
import { FormRow } from './FormRow'
import { KeyField } from './KeyField'
import type { ConnectionFormState } from './useConnectionForm'

interface ConnectionFieldsProps {
  readonly state: ConnectionFormState
  /** Null for a new connection. */
  readonly keyState: KeyState | null
}

/** The connection's name, its address and its key. */
export function ConnectionFields({ state, keyState }: ConnectionFieldsProps) {
  const { t } = useTranslation()
  const { form, edit, prefixSet } = state
  const keyStore = useApp((app) => app.keyStore)
  return (
    <>
      <FormRow state={state} field="name" label={t('connection.name')}>
        {(wiring) => (
          <TextField
            {...wiring}
            value={form.name}
            maxLength={connectionNameMaximum}
            placeholder={t('connection.namePlaceholder')}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
        )}
      </FormRow>
      <FormRow
        state={state}
        field="baseUrl"
        label={t('connection.baseUrl')}
        hint={
          prefixSet === null ? null : (
            <span role="status" className="text-ok">
              {prefixSet === ''
                ? t('connection.prefixEmptied')
                : t('connection.prefixSet', { prefix: prefixSet })}
            </span>
          )
        }
      >
        {(wiring) => (
          <TextField
            {...wiring}
            value={form.baseUrl}
            inputMode="url"
            placeholder={t('connection.baseUrlPlaceholder')}
            onChange={(event) => edit({ baseUrl: event.currentTarget.value })}
          />
        )}
      </FormRow>
      <FormRow
        state={state}
        field="pathPrefix"
        label={t('connection.pathPrefix')}
        hint={t('connection.pathPrefixHint')}
      >
        {(wiring) => (
          <TextField
            {...wiring}
            value={form.pathPrefix}
            placeholder={defaultPathPrefix}
            onChange={(event) => edit({ pathPrefix: event.currentTarget.value })}
          />
        )}
      </FormRow>
      <KeyField state={state} keyState={keyState} />
      {keyStore !== 'keychain' && (
        <p className="border-l-2 border-warn pl-3 text-small text-dim">
          {t(`connection.keyStores.${keyStore}`)}
        </p>
      )}
    </>
  )
}
