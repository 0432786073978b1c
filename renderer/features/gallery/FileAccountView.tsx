import type { AppError } from '@shared/errors'
import { type FileAccount, negativePrompt, type Provenance } from '@shared/model/brought'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { appErrorOf } from '../../client/failure'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { useStores } from '../../stores/storesContext'
import { localeOf } from '../../text/locale'
import { timeText } from '../../text/timeText'
import { Disclosure } from '../../ui/Disclosure'
import { type Fact, FactList } from './FactList'

/** What the file of an image says about itself, to whoever is given it. Read only once it is opened. */
export function FileAccountView({ id }: { readonly id: string }) {
  const { t } = useTranslation()
  return (
    <Disclosure key={id} label={t('gallery.details.account.title')}>
      <div className="pt-2 text-small">
        <Opened id={id} />
      </div>
    </Disclosure>
  )
}

function Opened({ id }: { readonly id: string }) {
  const { t, i18n } = useTranslation()
  const errorText = useErrorText()
  const answer = useAccount(id)
  if (answer === null) return null
  if ('failure' in answer) return <p className="text-bad">{errorText(answer.failure).cause}</p>
  const facts = accountFacts(answer.account, t, localeOf(i18n.language))
  const hidden = hiddenText(answer.account, t)
  return (
    <>
      {facts.length === 0 && hidden.length === 0 && (
        <p className="pb-1 text-dim">{t('gallery.details.account.none')}</p>
      )}
      <FactList facts={[...facts, ...hidden, credentials(answer.account, t)]} />
    </>
  )
}

/** What a file says, by name. */
export function accountFacts(
  { prompt, model, tool, facts, madeAt }: Provenance,
  t: TFunction,
  locale: string,
): readonly Fact[] {
  const made = madeAt === null ? null : timeText(madeAt, locale, { dateStyle: 'medium', timeStyle: 'short' })
  const fact = (label: string, value: string | null, more: Partial<Fact> = {}): readonly Fact[] =>
    value === null ? [] : [{ label, value, ...more }]
  return [
    ...fact(t('gallery.details.account.prompt'), prompt, { isProse: true }),
    ...fact(t('gallery.details.account.model'), model),
    ...fact(t('bringing.details.tool'), tool),
    ...facts.map(({ name, value }) => ({
      label: name === negativePrompt ? t('bringing.details.negative') : name,
      value,
    })),
    ...fact(t('bringing.details.made'), made),
  ]
}

function credentials({ hasCredentials }: FileAccount, t: TFunction): Fact {
  const value = t(`gallery.details.account.${hasCredentials ? 'inFile' : 'notInFile'}`)
  return { label: t('gallery.details.account.credentials'), value }
}

function hiddenText({ hidesText }: FileAccount, t: TFunction): readonly Fact[] {
  if (hidesText !== true) return []
  return [{ label: t('gallery.details.account.hiddenText'), value: t('gallery.details.account.inPixels') }]
}

type Answer = { readonly account: FileAccount } | { readonly failure: AppError }

/** Null until it was read. */
function useAccount(id: string): Answer | null {
  const { client } = useStores()
  const [answer, setAnswer] = useState<Answer | null>(null)
  useEffect(() => {
    let dropped = false
    client.call('originals.account', { id }).then(
      (account) => !dropped && setAnswer({ account }),
      (thrown: unknown) => !dropped && setAnswer({ failure: appErrorOf(thrown) }),
    )
    return () => {
      dropped = true
    }
  }, [client, id])
  return answer
}
