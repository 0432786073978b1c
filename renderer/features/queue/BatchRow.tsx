import type { Batch } from '@shared/model/queue'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../../stores/storesContext'
import { cancelWords } from '../../text/cancelWords'
import { batchCostWords } from '../../text/costWords'
import { Button } from '../../ui/Button'
import { NextTry } from './NextTry'
import { RowShell } from './RowShell'
import { useWaitReason } from './useWaitReason'

interface BatchRowProps {
  readonly batch: Batch
  /** Its jobs are sent next. */
  readonly first: boolean
}

/** What waits of a batch. */
export const BatchRow = memo(function BatchRow({ batch, first }: BatchRowProps) {
  const { t } = useTranslation()
  const { queue, toasts } = useStores()
  const connection = useApp(
    ({ connections }) => connections.find(({ id }) => id === batch.connectionId) ?? null,
  )
  const several = useApp(({ connections }) => connections.length > 1)
  const reason = useWaitReason(batch)

  const cancel = async () => {
    const result = await queue.cancelBatch(batch.id)
    if (result !== null) toasts.show({ text: cancelWords(result, t), action: null })
  }

  return (
    <RowShell
      title={batch.name}
      batchId={batch.id}
      fact={reason?.text ?? waitingFact(batch, first, t)}
      then={reason !== null && reason.until !== null ? <NextTry at={reason.until} /> : undefined}
      corner={
        several && connection !== null && !connection.paused ? (
          <Button look="link" onClick={() => void queue.pauseConnection(connection.id, true)}>
            {t('queue.pauseConnection', { name: connection.name })}
          </Button>
        ) : undefined
      }
      aside={
        <Button look="link" onClick={() => void cancel()}>
          {t('queue.batch.cancel')}
        </Button>
      }
    >
      <p className="text-small text-faint first-letter:uppercase">
        {batchCostWords(batch.cost, t, { demo: connection?.kind === 'demo' })}
      </p>
    </RowShell>
  )
})

function waitingFact(batch: Batch, first: boolean, t: TFunction): string {
  if (batch.jobs === 1) return t(first ? 'queue.batch.next' : 'queue.batch.waiting')
  const { done, jobs, failed, nextPrompt, name } = batch
  return [
    t('queue.batch.done', { done, jobs }),
    ...(failed > 0 ? [t('queue.batch.failed', { count: failed })] : []),
    ...(nextPrompt === null || nextPrompt.startsWith(name.replace(/…$/, ''))
      ? []
      : [t('queue.batch.nextPrompt', { prompt: nextPrompt })]),
  ].join(', ')
}
