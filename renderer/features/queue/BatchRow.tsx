import type { Batch } from '@shared/model/queue'
import type { TFunction } from 'i18next'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApp, useQueue, useStores } from '../../stores/storesContext'
import { cancelWords } from '../../text/cancelWords'
import { batchCostWords } from '../../text/costWords'
import { useErrorText } from '../../text/errorText'
import { Button } from '../../ui/Button'
import { NextTry } from './NextTry'
import { RowShell } from './RowShell'

interface BatchRowProps {
  readonly batch: Batch
  /** Its jobs are sent next. */
  readonly first: boolean
}

/** What waits of a batch. */
export const BatchRow = memo(function BatchRow({ batch, first }: BatchRowProps) {
  const { t } = useTranslation()
  const { queue, toasts } = useStores()
  const errorText = useErrorText()
  const connection = useApp(
    ({ connections }) => connections.find(({ id }) => id === batch.connectionId) ?? null,
  )
  const several = useApp(({ connections }) => connections.length > 1)
  const held = useQueue(({ overview }) => overview?.held ?? null)
  const hold = connection?.hold?.error ?? held
  const cancel = async () => {
    const result = await queue.cancelBatch(batch.id)
    if (result !== null) toasts.show({ text: cancelWords(result, t), action: null })
  }

  const fact = () => {
    if (hold !== null) return t('queue.held', { cause: errorText(hold).cause })
    if (connection?.paused) return t('queue.isPaused', { name: connection.name })
    return batch.nextError === null ? waitingFact(batch, first, t) : errorText(batch.nextError).cause
  }
  const triedBefore = hold === null && batch.nextError !== null && !connection?.paused

  return (
    <RowShell
      title={batch.name}
      batchId={batch.id}
      fact={fact()}
      then={triedBefore && batch.nextTry !== null ? <NextTry at={batch.nextTry} /> : undefined}
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
