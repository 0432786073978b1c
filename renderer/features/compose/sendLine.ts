import type { Connection } from '@shared/model/connection'
import { useTranslation } from 'react-i18next'
import { useQueue } from '../../stores/storesContext'
import { useErrorText } from '../../text/errorText'
import { checkedFields, type DraftCheck } from './draftCheck'

/** Exactly what Generate will send, or what it lacks. */
export function useSendLine(check: DraftCheck, connection: Connection): string {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const paused = useQueue(({ overview }) => overview?.paused ?? false)
  const { name } = connection

  if (!check.ok) {
    const code = checkedFields.map((field) => check.problems[field]).find((problem) => problem !== undefined)
    return errorText({ code: code ?? 'inputInvalid', params: {} }).next
  }
  const plan = t(connection.kind === 'demo' ? 'compose.willSendDemo' : 'compose.willSend', {
    requests: t('compose.requests', { count: check.requests }),
    images: t('compose.imageCount', { count: check.images }),
    name,
  })
  if (connection.keyState === 'missing') return t('compose.willNeedKey', { plan, name })
  if (connection.hold !== null) return t('compose.willHold', { plan, name })
  return paused ? t('compose.willWait', { plan }) : plan
}
