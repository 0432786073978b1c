import { noCost } from '@shared/model/cost'
import { openGate, type SendGate } from '@shared/model/sendGate'
import { planWords } from '../../parts/planWords'
import { useDraftGate } from '../../parts/useDraftGate'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { type CheckedField, checkedFields, costOfDraft } from '../../stores/draftCheck'
import { oneLine } from '../../text/errorText'
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
  const reason = gateWords(gate, { t, errorText, name: connection.name })

  if (check.ok) return { text: planWords(check, { connection, gate }, { t, errorText }), wrong: null, gate }
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
