import type { JobAction } from '@shared/model/job'
import { useAct } from '../../parts/useAct'
import { useTranslation } from '../../parts/useTranslation'
import type { Verb } from '../../parts/Verbs'
import { useStores } from '../../stores/storesContext'
import { encodingName } from '../../text/encodingName'
import { useBulkAct } from './useBulkAct'

interface Results {
  readonly id: string
  readonly fromTable: boolean
  /** Whether there is anything to export. */
  readonly saved: number
  /** How many failed, after this time in milliseconds since the epoch, and what they allow. */
  readonly failed: number
  readonly failedActions: readonly JobAction[]
  readonly after: number
}

/** What failed jobs of a batch can be told together; what is free comes first. */
const retries = ['retryDownload', 'retryAsNew'] as const

/** What can be done with the results of a batch. */
export function useResultVerbs({
  id,
  fromTable,
  saved,
  failed,
  failedActions,
  after,
}: Results): readonly Verb[] {
  const { t } = useTranslation()
  const { dialogs } = useStores()
  const bulkAct = useBulkAct()
  const writeTable = useWriteTable()

  const ofFailed = (action: (typeof retries)[number]) => ({
    key: action,
    label: t(action === 'retryAsNew' ? 'batches.retry' : 'queue.bulk.retryDownload', { count: failed }),
    run: () =>
      bulkAct(
        {
          ids: [],
          sets: [{ set: 'failed', batchId: id, code: null, from: after, until: Date.now() }],
          count: failed,
        },
        action,
      ),
  })

  return [
    ...retries.filter((action) => failed > 0 && failedActions.includes(action)).map(ofFailed),
    ...(saved > 0
      ? [
          {
            key: 'export',
            label: t('batches.export'),
            run: () => dialogs.show({ kind: 'export', what: { batchId: id } }),
          },
        ]
      : []),
    ...(fromTable ? [{ key: 'table', label: t('batches.writeTable'), run: () => writeTable(id) }] : []),
  ]
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
          : t('batches.tableWrittenInUtf8', { count: rows, file, encoding: encodingName(insteadOf, t) }),
      action: { label: t('batches.reveal'), run: reveal },
    })
  }

  return (batchId) => void act(() => write(batchId))
}
