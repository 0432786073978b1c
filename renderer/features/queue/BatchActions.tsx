import type { BatchSummary } from '@shared/model/batch'
import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useStores } from '../../stores/storesContext'
import { Button } from '../../ui/Button'
import { useBulkAct } from './useBulkAct'
import { useCancelBatch } from './useCancelBatch'

/** The actions on a whole batch; those that cost money say so and ask first. */
export function BatchActions({ batch }: { readonly batch: BatchSummary }) {
  const { t } = useTranslation()
  const { client, exports } = useStores()
  const act = useAct()
  const cancel = useCancelBatch()
  const bulkAct = useBulkAct()
  const writeTable = useWriteTable()
  const { id, paused, waiting, retriable, done, fromTable } = batch

  const retry = () =>
    bulkAct(
      {
        ids: [],
        sets: [{ set: 'failed', batchId: id, code: null, from: 0, until: Date.now() }],
        count: retriable,
      },
      'retryAsNew',
    )

  return (
    <div data-line className="flex flex-wrap items-baseline gap-x-4 gap-y-1 text-small">
      {waiting > 0 && (
        <>
          <Button
            look="link"
            aria-label={t(paused ? 'batches.resumeBatch' : 'batches.pauseBatch')}
            onClick={() => void act(() => client.call('batches.setPaused', { id, paused: !paused }))}
          >
            {t(paused ? 'batches.resume' : 'batches.pause')}
          </Button>
          <Button look="link" onClick={() => cancel(id)}>
            {t('queue.batch.cancel')}
          </Button>
        </>
      )}
      {retriable > 0 && (
        <Button look="link" onClick={retry}>
          {t('batches.retry', { count: retriable })}
        </Button>
      )}
      {done > 0 && (
        <Button look="link" onClick={() => void act(() => exports.run({ batchId: id }))}>
          {t('batches.export')}
        </Button>
      )}
      {fromTable && (
        <Button look="link" onClick={() => writeTable(id)}>
          {t('batches.writeTable')}
        </Button>
      )}
    </div>
  )
}

/** Writes out the table a batch came from, with the result of each row, and says where it is. */
function useWriteTable(): (batchId: string) => void {
  const { t } = useTranslation()
  const { client, toasts } = useStores()
  const act = useAct()

  const write = async (batchId: string): Promise<void> => {
    const written = await client.call('tables.writeBack', { batchId })
    if (written.outcome === 'closed') return
    const { rows, file, insteadOf } = written
    const reveal = async () => {
      await client.call('tables.reveal', null)
      return null
    }
    toasts.show({
      text:
        insteadOf === null
          ? t('batches.tableWritten', { count: rows, file })
          : t('batches.tableWrittenInUtf8', { count: rows, file, encoding: insteadOf }),
      action: { label: t('batches.reveal'), run: reveal },
    })
  }

  return (batchId) => void act(() => write(batchId))
}
