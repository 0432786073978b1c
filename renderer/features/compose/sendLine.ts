import type { Connection } from '@shared/model/connection'
import { costOf, priceOf } from '@shared/model/cost'
import { useTranslation } from 'react-i18next'
import { useQueue } from '../../stores/storesContext'
import { costWords } from '../../text/costWords'
import { useErrorText } from '../../text/errorText'
import { checkedFields, type DraftCheck } from './draftCheck'

/** Exactly what Generate will send, or what it lacks. */
export function useSendLine(check: DraftCheck, connection: Connection): string {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const paused = useQueue(({ overview }) => overview?.paused ?? false)

  if (!check.ok) {
    const code = checkedFields.map((field) => check.problems[field]).find((problem) => problem !== undefined)
    return errorText({ code: code ?? 'inputInvalid', params: {} }).next
  }
  const plan = t('compose.willSend', {
    requests: t('compose.requests', { count: check.requests }),
    images: t('compose.imageCount', { count: check.images }),
    cost: costWords(costOf(check.requests, priceOf(connection.prices, check.draft.model)), t, {
      demo: connection.kind === 'demo',
    }),
    name: connection.name,
  })
  if (connection.keyState === 'missing') return t('compose.willNeedKey', { plan })
  if (connection.hold !== null) return t('compose.willHold', { plan })
  if (connection.paused) return t('compose.willWaitFor', { plan, name })
  return paused ? t('compose.willWait', { plan }) : plan
}
