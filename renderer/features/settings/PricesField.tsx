import { useId } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { classNames } from '../../ui/classNames'
import { CreditsInput } from './CreditsInput'
import { creditsOf, priceText } from './connectionForm'
import type { ConnectionFormState } from './useConnectionForm'

/** What a request to each model costs; nothing while no model is known. */
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
      <ul className="max-h-40 divide-y divide-line overflow-y-auto rounded-large border border-line">
        {priced.map((model) => {
          const text = priceText(form.prices, model)
          return (
            <li key={model} className="flex items-center gap-3 py-1 pr-2.5 pl-2.5">
              <span className="min-w-0 flex-1 truncate" title={model}>
                {model}
              </span>
              <CreditsInput
                aria-label={t('connection.priceOf', { model })}
                {...(problem !== null && Number.isNaN(creditsOf(text)) ? { 'aria-invalid': true } : {})}
                value={text}
                placeholder={t('connection.priceUnknown')}
                onChange={(event) => edit({ prices: { ...form.prices, [model]: event.currentTarget.value } })}
                onBlur={() => state.touch('prices')}
              />
            </li>
          )
        })}
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
