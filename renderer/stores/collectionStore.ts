import type { Collection } from '@shared/model/collection'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { coalesced } from './coalesced'
import { keptRows } from './sameData'

interface CollectionState {
  /** By name. */
  readonly collections: readonly Collection[]
}

/** Mirrors the collections, from the first `refresh` on. */
export interface CollectionStore extends StoreApi<CollectionState> {
  /** Never rejects: without an answer, those of before are shown. */
  refresh(): Promise<void>
  dispose(): void
}

export function createCollectionStore(client: Client): CollectionStore {
  const store = createStore<CollectionState>(() => ({ collections: [] }))
  const refresh = coalesced(async () => {
    const answer = await client.call('collections.list', null).catch(() => null)
    if (answer !== null)
      store.setState(({ collections }) => ({ collections: keptRows(collections, answer.collections) }))
  })
  return { ...store, refresh, dispose: client.on('gallery.changed', () => void refresh()) }
}
