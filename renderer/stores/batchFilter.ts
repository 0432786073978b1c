import { createStore, type StoreApi } from 'zustand/vanilla'

/** The one batch that the queue and the gallery show; null for all. */
export interface BatchFilter extends StoreApi<{ readonly batchId: string | null }> {
  show(batchId: string | null): void
}

export function createBatchFilter(): BatchFilter {
  const store = createStore<{ readonly batchId: string | null }>(() => ({ batchId: null }))
  return {
    ...store,
    show(batchId) {
      if (batchId !== store.getState().batchId) store.setState({ batchId })
    },
  }
}
