import type { Connection } from '@shared/model/connection'
import { addCosts, costOf, fitsCap, priceOf } from '@shared/model/cost'
import { useTranslation } from 'react-i18next'
import { type CheckedField, checkedFields, type DraftCheck } from '../../stores/draftCheck'
import { useQueue } from '../../stores/storesContext'
import { costWords } from '../../text/costWords'
import { useErrorText } from '../../text/errorText'
import type { Compose } from './useCompose'

type SendLineOf = Pick<Compose, 'check' | 'connection' | 'problem'>

export interface SendLine {
  readonly text: string
  /** The first field that is wrong, to be named before the text; null for none, and for a prompt still to be written. */
  readonly wrong: CheckedField | null
}

/** Exactly what Generate will send, or why it can't. */
export function useSendLine({ check, connection, problem }: SendLineOf): SendLine {
  const errorText = useErrorText()
  const plan = usePlanLine(check, connection)
  if (check.ok) return { text: plan, wrong: null }
  const wrong = checkedFields.find((field) => check.problems[field] !== undefined) ?? 'prompt'
  const { code, params } = check.problems[wrong] ?? { code: 'inputInvalid', params: {} }
  const { cause, next } = errorText({ code, params })
  if (code === 'promptEmpty') return { text: next, wrong: null }
  // The field itself may say already what to do.
  return { text: problem(wrong) === null ? `${cause} ${next}` : cause, wrong }
}

function usePlanLine(check: DraftCheck, connection: Connection): string {
  const { t } = useTranslation()
  const paused = useQueue(({ overview }) => overview?.paused ?? false)
  const before = useQueue(({ overview }) =>
    overview?.costs.find(({ connectionId }) => connectionId === connection.id),
  )

  if (!check.ok) return ''
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
