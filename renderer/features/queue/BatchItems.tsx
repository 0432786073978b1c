import type { Job } from '@shared/model/job'
import type { Batch, Place } from '@shared/model/queue'
import { useAct } from '../../parts/useAct'
import { useGateActions } from '../../parts/useGateActions'
import { useReuse } from '../../parts/useReuse'
import { useTranslation } from '../../parts/useTranslation'
import { requestDraft } from '../../stores/requestDraft'
import { useApp, useConnection, useShownBatch, useStores } from '../../stores/storesContext'
import { MenuItem } from '../../ui/Menu'
import { usePrioritize } from './usePrioritize'
import { WaitingItems } from './WaitingItems'

interface BatchItemsProps {
  readonly batch: Batch
  readonly onMove: (place: Place) => void
  readonly onCancel: () => void
}

/** The items of the menu of a waiting batch. */
export function BatchItems({ batch, onMove, onCancel }: BatchItemsProps) {
  const { t } = useTranslation()
  const { client, dialogs, batchFilter } = useStores()
  const act = useAct()
  const { id, paused } = batch
  const shown = useShownBatch()
  const connection = useConnection(batch.connectionId)
  const several = useApp(({ connections }) => connections.length > 1)
  const reuse = useReuse()
  const prioritize = usePrioritize()
  const gateActions = useGateActions()({ ...batch, batchId: id })

  const withJob = (use: (job: Job) => void) =>
    void act(async () => {
      const [job] = (await client.call('queue.waiting', { batchId: id, offset: 0, limit: 1 })).rows
      if (job !== undefined) use(job)
    })

  return (
    <WaitingItems
      onMove={onMove}
      priority={{
        value: batch.priority,
        onChange: (priority) => prioritize(id, priority),
      }}
    >
      {batch.waiting === 1 && (
        <>
          <MenuItem onSelect={() => withJob((job) => dialogs.show({ kind: 'editJob', job }))}>
            {t('queue.order.edit')}
          </MenuItem>
          <MenuItem
            onSelect={() => withJob((job) => reuse(requestDraft(job.request, job.mode), job.connectionId))}
          >
            {t('queue.action.reuse')}
          </MenuItem>
        </>
      )}
      {gateActions.map(({ label, run }) => (
        <MenuItem key={label} onSelect={() => void act(run)}>
          {label}
        </MenuItem>
      ))}
      {shown !== id && <MenuItem onSelect={() => batchFilter.show(id)}>{t('batches.show')}</MenuItem>}
      {!paused && (
        <MenuItem onSelect={() => void act(() => client.call('batches.setPaused', { id, paused: true }))}>
          {t('batches.pauseThis')}
        </MenuItem>
      )}
      {several && connection !== null && !connection.paused && (
        <MenuItem
          onSelect={() =>
            void act(() => client.call('connections.setPaused', { id: connection.id, paused: true }))
          }
        >
          {t('queue.pauseConnection', { name: connection.name })}
        </MenuItem>
      )}
      <MenuItem onSelect={onCancel}>{t('queue.batch.cancel')}</MenuItem>
    </WaitingItems>
  )
}
