import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/storesContext'
import { cancelWords } from './cancelWords'

/** What was queued: how many requests, and the batch they are in. */
export interface Queued {
  readonly batchId: string
  readonly name: string
  readonly jobs: number
}

/** Tells of a new batch, with the way to take it back; it is not kept out of sight by another that is shown alone. */
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
