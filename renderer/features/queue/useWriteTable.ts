import { useTranslation } from 'react-i18next'
import { useStores } from '../../stores/storesContext'
import { useTellFailure } from '../../text/useTellFailure'

/** Writes out the table a batch came from, with the result of each row, and says where it is. */
export function useWriteTable(): (batchId: string) => void {
  const { t } = useTranslation()
  const { client, toasts } = useStores()
  const tellFailure = useTellFailure()

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

  return (batchId) => void write(batchId).catch(tellFailure)
}
