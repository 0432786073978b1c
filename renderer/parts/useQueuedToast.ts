import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/storesContext'
import { cancelWords } from '../text/cancelWords'

/** What was queued: how many requests, and their batch. */
export interface Queued {
  readonly batchId: string
  readonly name: string
  readonly jobs: number
}

/** Reports a new batch, with a way to undo it. Shows all batches again, so that the new one is visible. */
export function useQueuedToast(): (queued: Queued) => void {
  const { t } = useTranslation()
  const { batchFilter, client, toasts } = useStores()
  return ({ batchId, name, jobs }) => {
    batchFilter.show(null)
    toasts.show({
      text: t('compose.queued', { count: jobs, name }),
      action: {
        label: t('compose.cancelBatch'),
        run: async () => cancelWords(await client.call('batches.cancel', { id: batchId }), t),
      },
    })
  }
}
