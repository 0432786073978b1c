import { useState } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { TextArea } from '../../ui/TextArea'
import { CreditsInput } from './CreditsInput'
import { FormRow } from './FormRow'
import { PricesField } from './PricesField'
import { hasPrice, priceFormOf } from './priceForm'
import type { ConnectionFormState } from './useConnectionForm'

/** The models of the connection, and what they cost. */
export function ModelFields({ state }: { readonly state: ConnectionFormState }) {
  const { t } = useTranslation()
  const { form, edit } = state
  return (
    <>
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
      <CapField state={state} />
    </>
  )
}

/** A cap without a price would hold everything, so it is offered once there is a price, and stays from then on. */
function CapField({ state }: { readonly state: ConnectionFormState }) {
  const { t } = useTranslation()
  const { form, priced, edit } = state
  const useful = form.dailyCap !== '' || priced.some((model) => hasPrice(priceFormOf(form.prices, model)))
  const [shown, setShown] = useState(useful)
  if (useful && !shown) setShown(true)
  if (!shown) return null
  return (
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
  )
}
