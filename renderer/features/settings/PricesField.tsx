import { useId } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { classNames } from '../../ui/classNames'
import { PriceRow } from './PriceRow'
import { priceFormOf } from './priceForm'
import type { ConnectionFormState } from './useConnectionForm'

/** What each model costs, per request or per image; nothing while no model is known. */
export function PricesField({ state }: { readonly state: ConnectionFormState }) {
  const { t } = useTranslation()
  const { form, priced, edit } = state
  const id = useId()
  const problem = state.problem('prices')
  if (priced.length === 0) return null
  return (
    <fieldset data-field="prices" aria-labelledby={id} aria-describedby={`${id}note`} className="min-w-0">
      <p id={id} className="pb-1 text-small text-dim">
        {t('connection.prices')}
      </p>
      <ul className="max-h-28 divide-y divide-line overflow-y-auto rounded-large border border-line">
        {priced.map((model) => (
          <PriceRow
            key={model}
            model={model}
            price={priceFormOf(form.prices, model)}
            showsProblems={problem !== null}
            onChange={(price) => edit({ prices: { ...form.prices, [model]: price } })}
            onBlur={() => state.touch('prices')}
          />
        ))}
      </ul>
      <p
        id={`${id}note`}
        className={classNames('pt-1 text-small', problem === null ? 'text-faint' : 'text-bad')}
      >
        {problem ?? t('connection.pricesHint')}
      </p>
    </fieldset>
  )
}
