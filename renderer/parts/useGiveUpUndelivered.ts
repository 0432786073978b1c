import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/storesContext'

/** Gives up a connection's images that are paid for but not on disk, and says how many requests that affects. */
export function useGiveUpUndelivered(): (connectionId: string) => Promise<void> {
  const { t } = useTranslation()
  const { queue, toasts } = useStores()
  return async (connectionId) => {
    const done = await queue.act([], 'giveUp', [{ set: 'undelivered', connectionId }])
    if (done !== null) toasts.show({ text: t('queue.did.giveUp', { count: done }), action: null })
  }
}
