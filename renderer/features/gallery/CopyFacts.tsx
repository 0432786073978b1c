import {
  type CopyAccount,
  type CopyLoss,
  carriers,
  sourceNames,
  sourceTypes,
  type WrittenField,
} from '@shared/model/copyAccount'
import type { TFunction } from 'i18next'
import { useId } from 'react'
import { useTranslation } from '../../parts/useTranslation'
import { localeOf } from '../../text/locale'
import { timeText } from '../../text/timeText'
import { type Fact, FactList } from './FactList'
import { accountFacts } from './FileAccountView'

/** What a copy would say, field by field, and what it would lose. */
export function CopyFacts({ account }: { readonly account: CopyAccount }) {
  const { t } = useTranslation()
  const { copy, inside, beside, hasCredentials, hidesText } = account
  const isSilent = copy === 'converted' || hidesText === false
  return (
    <>
      {copy !== 'converted' && <p className="text-dim">{t(`gallery.details.copy.${copy}`)}</p>}
      {copy === 'asItIs' && hasCredentials && (
        <p className="text-dim">{t('gallery.details.copy.credentialsKept')}</p>
      )}
      {copy !== 'converted' && hidesText === true && (
        <p className={copy === 'stripped' ? 'text-warn' : 'text-dim'}>
          {t('gallery.details.copy.hiddenTextKept')}
        </p>
      )}
      {copy === 'stripped' && hidesText === null && (
        <p className="text-warn">{t('gallery.details.copy.hiddenTextUnread')}</p>
      )}
      {copy !== 'asItIs' && inside.length === 0 && isSilent && (
        <p className="text-dim">{t('gallery.details.copy.silent')}</p>
      )}
      {inside.length > 0 && <Fields title={t('gallery.details.copy.inside')} fields={inside} />}
      {beside !== null && <Fields title={t('gallery.details.copy.beside')} fields={beside} />}
      {copy !== 'asItIs' && <Losses account={account} />}
    </>
  )
}

/** The most characters of a value that are shown; a press copies all of it. */
const shownMaximum = 200

function Fields({ title, fields }: { readonly title: string; readonly fields: readonly WrittenField[] }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const name = (fact: WrittenField['fact']): string => t(`gallery.details.copy.fact.${fact}`)
  const facts = fields.map(({ fact, values }): Fact => {
    const value = values.join(', ')
    const shown = shownValue(fact, value, t, localeOf(i18n.language))
    return { label: name(fact), value, shown, isProse: fact === 'prompt' || fact === 'revisedPrompt' }
  })
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h3 id={id} className="font-medium">
        {title}
      </h3>
      <FactList facts={facts} />
      <ul className="text-faint">
        {carriers.map((carrier) => {
          const namesIf = (isHeld: boolean): string =>
            fields
              .flatMap((one) => (one.carriers.includes(carrier) === isHeld ? name(one.fact) : []))
              .join(', ')
          const [held, missing] = [namesIf(true), namesIf(false)]
          if (held === '') return null
          const form = t(`gallery.details.copy.form.${carrier}`)
          return <li key={carrier}>{holdsWords({ form, held, missing }, t)}</li>
        })}
      </ul>
    </section>
  )
}

/** What is shorter: what is in it, or what isn't. */
function holdsWords(
  { form, held, missing }: { readonly form: string; readonly held: string; readonly missing: string },
  t: TFunction,
): string {
  if (missing === '') return t('gallery.details.copy.holdsAll', { form })
  return missing.length < held.length
    ? t('gallery.details.copy.holdsAllBut', { form, names: missing })
    : t('gallery.details.copy.holds', { form, names: held })
}

function shownValue(fact: WrittenField['fact'], value: string, t: TFunction, locale: string): string {
  if (fact === 'saved')
    return timeText(Date.parse(value), locale, { dateStyle: 'medium', timeStyle: 'short' })
  if (fact === 'pixels') {
    const [width, height] = value.split('x')
    return t('gallery.details.pixels', { width, height })
  }
  const source = fact === 'source' ? sourceNames.find((one) => value === `${sourceTypes}${one}`) : undefined
  if (source !== undefined) return t(`gallery.details.copy.source.${source}`)
  const start = value.slice(0, shownMaximum).replace(/\p{Surrogate}$/u, '')
  return value.length > shownMaximum ? `${start}…` : value
}

function Losses({ account: { losses } }: { readonly account: CopyAccount }) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const words = (loss: CopyLoss): string => {
    if (loss.kind !== 'said') return t(`gallery.details.copy.loss.${loss.kind}`, { ...loss })
    const facts = accountFacts(loss.said, t, localeOf(i18n.language))
    return t('gallery.details.copy.loss.said', { names: facts.map(({ label }) => label).join(', ') })
  }
  return (
    <section aria-labelledby={id} className="flex flex-col gap-1">
      <h3 id={id} className="font-medium">
        {t('gallery.details.copy.lost')}
      </h3>
      {losses.length === 0 ? (
        <p className="text-dim">{t('gallery.details.copy.nothingLost')}</p>
      ) : (
        <ul className="flex flex-col gap-0.5">
          {losses.map((loss) => (
            <li key={loss.kind}>{words(loss)}</li>
          ))}
        </ul>
      )}
      <p className="text-dim">{t('gallery.details.copy.rest')}</p>
    </section>
  )
}
