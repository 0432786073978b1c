import { useStores } from '../stores/storesContext'
import { useTranslation } from './useTranslation'

/**
 * Gives up a connection's images that are paid for but not on disk, and says how many requests that affects. May reject
 * with the refusal.
 */
export function useGiveUpUndelivered(): (connectionId: string) => Promise<void> {
  const { t } = useTranslation()
  const { client, toasts } = useStores()
  return async (connectionId) => {
    const sets = [{ set: 'undelivered' as const, connectionId }]
    const { done } = await client.call('jobs.act', { ids: [], sets, action: 'giveUp' })
    toasts.show({ text: t('queue.did.giveUp', { count: done }), action: null })
  }
}
