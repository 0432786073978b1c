import { useTranslation } from 'react-i18next'
import { useAct } from '../../parts/useAct'
import { useStores } from '../../stores/storesContext'
import { cancelWords } from '../../text/cancelWords'

/** Cancels what waits of a batch, and says what will still arrive. */
export function useCancelBatch(): (id: string) => void {
  const { t } = useTranslation()
  const { client, toasts } = useStores()
  const act = useAct()
  return (id) =>
    void act(async () => {
      const result = await client.call('batches.cancel', { id })
      toasts.show({ text: cancelWords(result, t), action: null })
    })
}
