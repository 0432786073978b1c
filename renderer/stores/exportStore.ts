import type { ExportRun } from '@shared/model/exportRun'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'

export interface ExportStore extends StoreApi<{ readonly run: ExportRun | null }> {
  refresh(): Promise<void>
  dispose(): void
}

/** Mirrors the export that is under way, or its result. */
export function createExportStore(client: Client): ExportStore {
  const store = createStore<{ readonly run: ExportRun | null }>(() => ({ run: null }))
  let heard = 0
  return {
    ...store,
    async refresh() {
      const before = heard
      const run = await client.call('exports.current', null).catch(() => null)
      // An event is newer than an answer that was under way.
      if (heard === before) store.setState({ run })
    },
    dispose: client.on('exports.changed', (run) => {
      heard++
      store.setState({ run })
    }),
  }
}
