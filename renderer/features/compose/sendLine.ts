import { noCost } from '@shared/model/cost'
import { mergedExtra } from '@shared/model/extraFields'
import { openGate, type SendGate } from '@shared/model/sendGate'
import { useDraftGate } from '../../parts/useDraftGate'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { type CheckedField, checkedFields, costOfDraft } from '../../stores/draftCheck'
import { costWords } from '../../text/costWords'
import { oneLine } from '../../text/errorText'
import { extraWords } from '../../text/extraWords'
import { gateWords } from '../../text/gateWords'
import type { Compose } from './useCompose'

type SendLineOf = Pick<Compose, 'check' | 'connection' | 'problem'>

export interface SendLine {
  readonly text: string
  /** The first invalid field, to be named before the text; null if there is none, or if the prompt is still empty. */
  readonly wrong: CheckedField | null
  /** What will keep it from being sent at once; the text says so. */
  readonly gate: SendGate
}

/** Exactly what Generate will send and when, or why it can't. */
export function useSendLine({ check, connection, problem }: SendLineOf): SendLine {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const cost = check.ok ? costOfDraft(check, connection) : noCost
  const gate = useDraftGate(connection, cost)
  const { name, kind } = connection
  const reason = gateWords(gate, { t, errorText, name })

  if (check.ok) {
    const extra = mergedExtra(connection.extra[check.draft.mode], check.draft.extra)
    const requests = t('compose.requests', { count: check.requests })
    const plan = t('compose.willSend', {
      requests:
        extra.length > 0 ? t('compose.requestsWith', { requests, fields: extraWords(extra, t) }) : requests,
      images: t('compose.imageCount', { count: check.images }),
      cost: costWords(cost, t, { demo: kind === 'demo' }),
      name,
    })
    const text = reason === null ? plan : t('compose.willWait', { plan, reason })
    return { text, wrong: null, gate }
  }
  const wrong = checkedFields.find((field) => check.problems[field] !== undefined) ?? 'prompt'
  const { code, params } = check.problems[wrong] ?? { code: 'inputInvalid', params: {} }
  const words = errorText({ code, params })
  if (code === 'promptEmpty') {
    // What was queued earlier waits for that, too, and no banner says so.
    const isHeld = gate.kind === 'held' && connection.hold === null && reason !== null
    if (isHeld) return { text: `${words.next} ${reason}`, wrong: null, gate }
    return { text: words.next, wrong: null, gate: openGate }
  }
  // The field itself may already say what to do.
  return { text: problem(wrong) === null ? oneLine(words) : words.cause, wrong, gate: openGate }
}
