import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/storesContext'

/** Gives up the images of a connection that are paid for and not on disk, and says of how many requests. */
export function useGiveUpUndelivered(): (connectionId: string) => Promise<void> {
  const { t } = useTranslation()
  const { queue, toasts } = useStores()
  return async (connectionId) => {
    const done = await queue.act([], 'giveUp', [{ set: 'undelivered', connectionId }])
    if (done !== null) toasts.show({ text: t('queue.did.giveUp', { count: done }), action: null })
  }
}
