import type { Bringing } from '@shared/model/bringing'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'

export interface BringingStore extends StoreApi<{ readonly bringing: Bringing | null }> {
  refresh(): Promise<void>
  dispose(): void
}

/** Mirrors what is being brought in. */
export function createBringingStore(client: Client): BringingStore {
  const store = createStore<{ readonly bringing: Bringing | null }>(() => ({ bringing: null }))
  let heard = 0
  const show = (bringing: Bringing | null): void => store.setState({ bringing })
  return {
    ...store,
    async refresh() {
      const before = heard
      const current = await client.call('bringing.current', null).catch(() => null)
      // An event is newer than an answer that was under way.
      if (heard === before) show(current)
    },
    dispose: client.on('bringing.changed', (bringing) => {
      heard++
      show(bringing)
    }),
  }
}
