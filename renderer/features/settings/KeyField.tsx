import type { KeyState } from '@shared/model/connection'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { useApp } from '../../stores/storesContext'
import { IconButton } from '../../ui/IconButton'
import { TextField } from '../../ui/TextField'
import { FormRow } from './FormRow'
import type { ConnectionFormState } from './useConnectionForm'

interface KeyFieldProps {
  readonly state: ConnectionFormState
  /** Null for a new connection. */
  readonly keyState: KeyState | null
}

/** The API key as it is typed. A stored key is never sent back to the window. */
export function KeyField({ state, keyState }: KeyFieldProps) {
  const { t } = useTranslation()
  const keyStore = useApp((app) => app.keyStore)
  const [shown, setShown] = useState(false)
  const stored = keyState !== null && keyState !== 'missing' && keyState !== 'notNeeded'

  const hint = (): string | undefined => {
    if (keyState !== null) return t(`connection.keyStates.${keyState}`)
    return keyStore === 'keychain' ? t('connection.keyGoes') : undefined
  }
  return (
    <FormRow state={state} field="apiKey" label={t('connection.apiKey')} hint={hint()}>
      {(wiring) => (
        <div className="relative">
          <TextField
            {...wiring}
            type={shown ? 'text' : 'password'}
            value={state.form.apiKey}
            placeholder={stored ? t('connection.keyPlaceholderStored') : undefined}
            onChange={(event) => state.edit({ apiKey: event.currentTarget.value })}
            className="pr-9"
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            label={t(shown ? 'connection.hideKey' : 'connection.showKey')}
            onClick={() => setShown(!shown)}
            className="absolute top-0.5 right-0.5"
          />
        </div>
      )}
    </FormRow>
  )
}
