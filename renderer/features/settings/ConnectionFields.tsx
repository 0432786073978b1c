import { defaultPathPrefix, type KeyState } from '@shared/model/connection'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../stores/storesContext'
import { TextArea } from '../../ui/TextArea'
import { TextField } from '../../ui/TextField'
import { CreditsInput } from './CreditsInput'
import { FormRow } from './FormRow'
import { KeyField } from './KeyField'
import { PricesField } from './PricesField'
import type { ConnectionFormState } from './useConnectionForm'

interface ConnectionFieldsProps {
  readonly state: ConnectionFormState
  /** Null for a new connection. */
  readonly keyState: KeyState | null
}

export function ConnectionFields({ state, keyState }: ConnectionFieldsProps) {
  const { t } = useTranslation()
  const { form, edit } = state
  const keyStore = useApp((app) => app.keyStore)
  return (
    <>
      <FormRow state={state} field="name" label={t('connection.name')}>
        {(wiring) => (
          <TextField
            {...wiring}
            value={form.name}
            maxLength={80}
            placeholder={t('connection.namePlaceholder')}
            onChange={(event) => edit({ name: event.currentTarget.value })}
          />
        )}
      </FormRow>
      <FormRow state={state} field="baseUrl" label={t('connection.baseUrl')}>
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
      <FormRow state={state} field="models" label={t('connection.models')} hint={t('connection.modelsHint')}>
        {(wiring) => (
          <TextArea
            {...wiring}
            value={form.models}
            spellCheck={false}
            onChange={(event) => edit({ models: event.currentTarget.value })}
            className="max-h-32"
          />
        )}
      </FormRow>
      <PricesField state={state} />
      <FormRow
        state={state}
        field="dailyCap"
        label={t('connection.dailyCap')}
        hint={t('connection.dailyCapHint')}
      >
        {(wiring) => (
          <CreditsInput
            {...wiring}
            value={form.dailyCap}
            placeholder={t('connection.noCap')}
            onChange={(event) => edit({ dailyCap: event.currentTarget.value })}
          />
        )}
      </FormRow>
      <KeyField state={state} keyState={keyState} />
      {keyStore === 'session' && (
        <p className="border-l-2 border-warn pl-3 text-small text-dim">{t('connection.noKeychain')}</p>
      )}
    </>
  )
}
