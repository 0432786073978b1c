import type { Batch } from '@shared/model/queue'
import type { TFunction } from 'i18next'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useErrorText } from '../../parts/useErrorText'
import { useTranslation } from '../../parts/useTranslation'
import { useConnection, useShownBatch } from '../../stores/storesContext'
import { batchCostWords, costWords } from '../../text/costWords'
import { gateWords, isSaidAbove } from '../../text/gateWords'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { ProgressLine } from '../../ui/ProgressLine'
import { donePart } from './batchWords'
import { NextTry } from './NextTry'
import { RowMenu } from './RowMenu'
import { RowShell } from './RowShell'

interface BatchRowProps {
  readonly batch: Batch
  /** Its jobs are sent next. */
  readonly first: boolean
  /** Its jobs are listed one by one below it. */
  readonly opened: boolean
  readonly onToggle: () => void
  readonly onCancel: () => void
  readonly menu: ReactNode
}

/** The waiting part of a batch. */
export function BatchRow({ batch, first, opened, onToggle, onCancel, menu }: BatchRowProps) {
  const { t } = useTranslation()
  const connection = useConnection(batch.connectionId)
  const waitReason = useWaitReason(batch)
  // That the whole queue is paused is said once, above all batches.
  const reason = batch.gate.kind === 'paused' ? null : waitReason
  // The card above shows its progress and cost, and cancels it.
  const hasCard = useShownBatch() === batch.id
  const demo = connection?.kind === 'demo'
  const fact = waitingFact(batch, { first, hasCard, demo }, t)
  const { done, jobs, priority } = batch

  return (
    <RowShell
      title={batch.name}
      batchId={batch.id}
      count={[
        ...(batch.more === 0 ? [] : [t('batches.more', { count: batch.more })]),
        ...(priority === 'normal' ? [] : [t(`queue.order.fact.${priority}`)]),
      ].join(', ')}
      inner
      fact={reason?.text ?? fact}
      next={reason !== null && jobs > 1 ? fact : ''}
      brief={reason === null}
      then={reason !== null && reason.until !== null ? <NextTry at={reason.until} /> : undefined}
      aside={
        <span className="flex items-center gap-1">
          {!hasCard && (
            <Button look="link" aria-label={t('queue.batch.cancel')} onClick={onCancel}>
              {t('queue.order.cancel')}
            </Button>
          )}
          <RowMenu name={batch.name}>{menu}</RowMenu>
        </span>
      }
      progress={
        done > 0 && !hasCard ? (
          <ProgressLine value={donePart(batch)} label={t('batches.progressLabel', { done, jobs })} />
        ) : undefined
      }
    >
      {batch.waiting > 1 && (
        <IconButton
          icon={opened ? ChevronDown : ChevronRight}
          label={t(opened ? 'queue.order.close' : 'queue.order.open', { name: batch.name })}
          aria-expanded={opened}
          onClick={onToggle}
          className="absolute top-1 left-0 w-4"
        />
      )}
      {opened && !hasCard && (
        <p className="text-small text-faint first-letter:uppercase">
          {batchCostWords(batch.cost, t, { demo })}
        </p>
      )}
    </RowShell>
  )
}

interface Shown {
  readonly first: boolean
  /** The batch is shown alone, with its own card. */
  readonly hasCard: boolean
  readonly demo: boolean
}

/** One line: the cost of a single request; for several, the progress and which one is next. */
function waitingFact(batch: Batch, { first, hasCard, demo }: Shown, t: TFunction): string {
  const { done, jobs, failed, nextPrompt, name, isApart, cost, gate } = batch
  const parts: string[] = []
  if (jobs === 1) {
    if (first) parts.push(t('queue.batch.next'))
    if (!hasCard && cost.waiting.requests > cost.waiting.unpriced)
      parts.push(costWords(cost.waiting, t, { demo }))
  } else {
    if (!hasCard) parts.push(t('queue.batch.done', { done, jobs }))
    if (!hasCard && failed > 0) parts.push(t('queue.batch.failed', { count: failed }))
    const hasNext = nextPrompt !== null && gate.kind !== 'cancelling'
    if (hasNext && !nextPrompt.startsWith(name.replace(/…$/, '')))
      parts.push(t('queue.batch.nextPrompt', { prompt: nextPrompt }))
    if (isApart) parts.push(t('queue.batch.isApart'))
  }
  return parts.length === 0 ? t('queue.batch.waiting') : parts.join(', ')
}

interface WaitReason {
  readonly text: string
  /** When it is retried automatically, in milliseconds since the epoch; null if unknown. */
  readonly until: number | null
}

/** What keeps a batch from being sent, apart from the batches before it; null for nothing. */
function useWaitReason({ connectionId, gate, nextError, nextTry }: Batch): WaitReason | null {
  const { t } = useTranslation()
  const errorText = useErrorText()
  const name = useConnection(connectionId)?.name ?? ''
  const text = isSaidAbove(gate) ? t(`sendGateInRow.${gate.kind}`) : gateWords(gate, { t, errorText, name })
  if (text !== null) return { text, until: gate.kind === 'quiet' ? gate.until : null }
  return nextError === null ? null : { text: errorText(nextError).cause, until: nextTry }
}
