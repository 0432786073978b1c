import { createStore, type StoreApi } from 'zustand/vanilla'

/** Null while there is nothing. */
export interface Mirror<T> extends StoreApi<{ readonly current: T | null }> {
  /** Never rejects. */
  refresh(): Promise<void>
  dispose(): void
}

/** Mirrors one thing that the main process reports whole: when it is asked, and each time it changes. */
export function createMirror<T>(source: {
  readonly read: () => Promise<T | null>
  /** Returns the disposer. */
  readonly listen: (hear: (current: T | null) => void) => () => void
}): Mirror<T> {
  const store = createStore<{ readonly current: T | null }>(() => ({ current: null }))
  let heard = 0
  return {
    ...store,
    async refresh() {
      const before = heard
      const current = await source.read().catch(() => null)
      // An event is newer than an answer that was under way.
      if (heard === before) store.setState({ current })
    },
    dispose: source.listen((current) => {
      heard++
      store.setState({ current })
    }),
  }
}
