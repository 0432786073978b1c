import type { FinishedBatch, QueueOverview } from '@shared/model/queue'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useErrorText } from '../parts/useErrorText'
import { useTranslation } from '../parts/useTranslation'
import { useStores } from '../stores/storesContext'

/**
 * Announces what fails and that something needs the user, whether or not the queue is shown. Of a batch the words stay the
 * same while more of it fails, so that they are heard once.
 */
export function QueueSaid() {
  const { t } = useTranslation()
  const { queue, toasts } = useStores()
  const errorText = useErrorText()
  const [said, setSaid] = useState('')
  /** When the last failure that was here at first, or was told since, came; null before the first answer. */
  const told = useRef<number | null>(null)

  const failedWords = ({ name, job }: FinishedBatch): string =>
    job === null || job.error === null
      ? t('queue.said.failed', { name })
      : t('queue.said.failedFor', { name, cause: errorText(job.error).cause })

  const failed = (overview: QueueOverview): string | null => {
    const before = told.current
    const batches = overview.finishedBatches.filter(({ failedAt }) => (failedAt ?? 0) > (before ?? 0))
    told.current = Math.max(before ?? 0, ...batches.map(({ failedAt }) => failedAt ?? 0))
    const batch = batches.find(({ failedAt }) => failedAt === told.current)
    if (before === null || batch === undefined) return null
    const words = failedWords(batch)
    const isWaiting = overview.waiting.some(({ id }) => id === batch.id)
    if (isWaiting || toasts.getState().toast?.batchId !== batch.id) return words
    // It says that it was queued, and can't cancel it any more.
    toasts.show({ text: words, action: null })
    return null
  }

  const tell = useEffectEvent((overview: QueueOverview, before: QueueOverview | null): void => {
    const needs = needing(overview)
    const words = [
      failed(overview),
      before !== null && needs > needing(before) ? t('queue.strip.needsYou', { count: needs }) : null,
    ].filter((some) => some !== null)
    if (words.length > 0) setSaid(words.join('. '))
  })
  useEffect(() => {
    const { overview: first } = queue.getState()
    if (first !== null) tell(first, null)
    return queue.subscribe(({ overview }, { overview: before }) => {
      if (overview !== null && overview !== before) tell(overview, before)
    })
  }, [queue])

  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}

const needing = ({ counts, needsYouElsewhere }: QueueOverview): number => counts.needsYou + needsYouElsewhere
