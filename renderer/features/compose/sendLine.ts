import type { Connection } from '@shared/model/connection'
import { addCosts, costOf, fitsCap, priceOf } from '@shared/model/cost'
import { useTranslation } from 'react-i18next'
import { checkedFields, type DraftCheck, type Problem } from '../../stores/draftCheck'
import { useQueue } from '../../stores/storesContext'
import { costWords } from '../../text/costWords'
import { useErrorText } from '../../text/errorText'

/** Wrong in a way no field shows. */
const unsaid: Problem = { code: 'inputInvalid', params: {} }

/** Exactly what Generate will send, or what it lacks. */
export function useSendLine(check: DraftCheck, connection: Connection): string {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const paused = useQueue(({ overview }) => overview?.paused ?? false)
  const before = useQueue(({ overview }) =>
    overview?.costs.find(({ connectionId }) => connectionId === connection.id),
  )

  if (!check.ok) {
    const problems = checkedFields.map((field) => check.problems[field])
    return errorText(problems.find((problem) => problem !== undefined) ?? unsaid).next
  }
  const { name, prices, dailyCap } = connection
  const cost = costOf(check.requests, priceOf(prices, check.draft.model))
  const plan = t('compose.willSend', {
    requests: t('compose.requests', { count: check.requests }),
    images: t('compose.imageCount', { count: check.images }),
    cost: costWords(cost, t, { demo: connection.kind === 'demo' }),
    name,
  })
  if (connection.keyState === 'missing') return t('compose.willNeedKey', { plan })
  if (connection.hold !== null) return t('compose.willHold', { plan })
  if (connection.paused) return t('compose.willWaitFor', { plan, name: connection.name })
  if (paused) return t('compose.willWait', { plan })
  if (dailyCap === null) return plan
  if (cost.unpriced > 0) return t('compose.willNeedPrice', { plan })
  const used = addCosts(before === undefined ? [] : [before.waiting, before.today.surely, before.today.maybe])
  return fitsCap(dailyCap, used.credits, cost.credits)
    ? plan
    : t('compose.willPassCap', { plan, cap: dailyCap })
}
