import { useStores } from '../stores/storesContext'
import { useCancel } from './useCancel'
import { useDid } from './useDid'
import { useTranslation } from './useTranslation'

/** What was queued: how many requests, and their batch. */
export interface Queued {
  readonly batchId: string
  readonly name: string
  readonly jobs: number
}

/** Reports a new batch, with a way to cancel it. Shows all batches again, so that the new one is visible. */
export function useQueuedToast(): (queued: Queued) => void {
  const { t } = useTranslation()
  const { batchFilter, toasts } = useStores()
  const cancel = useCancel()
  const did = useDid()
  return ({ batchId, name, jobs }) => {
    batchFilter.show(null)
    const text = t('compose.queued', { count: jobs, name })
    // Queueing is undone by cancelling, never by a key; but what was undone before it isn't done again.
    did(async () => null)
    toasts.show({
      text,
      batchId,
      action: {
        label: t('compose.cancelBatch'),
        run: async () => {
          cancel({ batch: batchId })
          return null
        },
      },
    })
  }
}
