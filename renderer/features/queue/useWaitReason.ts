import type { Batch } from '@shared/model/queue'
import { useTranslation } from 'react-i18next'
import { useApp } from '../../stores/storesContext'
import { useErrorText } from '../../text/errorText'
import { gateWords } from '../../text/gateWords'

export interface WaitReason {
  readonly text: string
  /** When it is retried automatically, in milliseconds since the epoch; null if unknown. */
  readonly until: number | null
}

/** What keeps a batch from being sent, apart from the batches before it; null for nothing. */
export function useWaitReason({ connectionId, gate, nextError, nextTry }: Batch): WaitReason | null {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const name = useApp(({ connections }) => connections.find(({ id }) => id === connectionId)?.name ?? '')
  const text = gateWords(gate, { t, errorText, name })
  if (text !== null) return { text, until: gate.kind === 'quiet' ? gate.until : null }
  return nextError === null ? null : { text: errorText(nextError).cause, until: nextTry }
}
