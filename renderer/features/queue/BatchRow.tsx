import type { Batch, Place } from '@shared/model/queue'
import type { TFunction } from 'i18next'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useApp, useStores } from '../../stores/storesContext'
import { cancelWords } from '../../text/cancelWords'
import { batchCostWords } from '../../text/costWords'
import { Button } from '../../ui/Button'
import { IconButton } from '../../ui/IconButton'
import { BatchMenu } from './BatchMenu'
import { NextTry } from './NextTry'
import { RowShell } from './RowShell'
import { useWaitReason } from './useWaitReason'

interface BatchRowProps {
  readonly batch: Batch
  /** Its jobs are sent next. */
  readonly first: boolean
  /** Its jobs are shown one by one below it. */
  readonly opened: boolean
  readonly onToggle: () => void
  readonly onMove: (place: Place) => void
}

/** What waits of a batch. */
export function BatchRow({ batch, first, opened, onToggle, onMove }: BatchRowProps) {
  const { t } = useTranslation()
  const { queue, toasts } = useStores()
  const connection = useApp(
    ({ connections }) => connections.find(({ id }) => id === batch.connectionId) ?? null,
  )
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
      next={reason !== null && batch.jobs > 1 ? waitingFact(batch, first, t) : ''}
      then={reason !== null && reason.until !== null ? <NextTry at={reason.until} /> : undefined}
      aside={
        <span className="-my-1.5 flex items-center gap-1">
          <Button look="link" onClick={() => void cancel()}>
            {t('queue.batch.cancel')}
          </Button>
          <BatchMenu batch={batch} onMove={onMove} onCancel={() => void cancel()} />
        </span>
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
      <p className="text-small text-faint first-letter:uppercase">
        {batch.priority !== 'normal' && <>{t(`queue.order.fact.${batch.priority}`)}, </>}
        {batchCostWords(batch.cost, t, { demo: connection?.kind === 'demo' })}
      </p>
    </RowShell>
  )
}

function waitingFact(batch: Batch, first: boolean, t: TFunction): string {
  if (batch.jobs === 1) return t(first ? 'queue.batch.next' : 'queue.batch.waiting')
  const { done, jobs, failed, nextPrompt, name, isApart } = batch
  return [
    t('queue.batch.done', { done, jobs }),
    ...(failed > 0 ? [t('queue.batch.failed', { count: failed })] : []),
    ...(nextPrompt === null || nextPrompt.startsWith(name.replace(/…$/, ''))
      ? []
      : [t('queue.batch.nextPrompt', { prompt: nextPrompt })]),
    ...(isApart ? [t('queue.batch.isApart')] : []),
  ].join(', ')
}
