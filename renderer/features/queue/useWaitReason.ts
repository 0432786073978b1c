import { appError } from '@shared/errors'
import type { Batch } from '@shared/model/queue'
import { useTranslation } from 'react-i18next'
import { useApp, useQueue } from '../../stores/storesContext'
import { useErrorText } from '../../text/errorText'

export interface WaitReason {
  readonly text: string
  /** When it is tried again by itself, milliseconds since the epoch; null when that is not known. */
  readonly until: number | null
}

/** What keeps a batch from being sent, besides those before it and a pause of the whole queue; null for nothing. */
export function useWaitReason({ connectionId, nextError, nextTry, asked, paused }: Batch): WaitReason | null {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const connection = useApp(({ connections }) => connections.find(({ id }) => id === connectionId))
  const held = useQueue(({ overview }) => overview?.held ?? null)
  const unreached = useQueue(({ overview }) =>
    overview?.unreached.find((one) => one.connectionId === connectionId),
  )
  const quiet = useQueue(({ overview }) => overview?.quiet.find((one) => one.connectionId === connectionId))

  const hold = connection?.hold?.error ?? held
  if (hold !== null) return { text: t('queue.held', { cause: errorText(hold).cause }), until: null }
  if (connection?.paused) return { text: t('queue.isPaused', { name: connection.name }), until: null }
  if (paused) return { text: t('batches.isPaused'), until: null }
  if (asked) return { text: t('queue.asked'), until: null }
  if (unreached !== undefined) return { text: errorText(unreached.error).cause, until: null }
  if (quiet !== undefined) return { text: errorText(appError('rateLimited')).cause, until: quiet.until }
  return nextError === null ? null : { text: errorText(nextError).cause, until: nextTry }
}
