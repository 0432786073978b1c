import type { AppError } from '@shared/errors'
import type { RouteInput } from '@shared/ipc/contract'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'

export type ExportState =
  | { readonly status: 'idle' }
  /** `total` is 0 while the folder is being chosen. */
  | { readonly status: 'running'; readonly done: number; readonly total: number }
  | {
      readonly status: 'written'
      readonly folder: string
      readonly written: number
      readonly failed: readonly { readonly error: AppError; readonly count: number }[]
    }

export interface ExportStore extends StoreApi<ExportState> {
  /**
   * Asks for a folder and copies images there: those named, or all of a batch. Does nothing while an export runs.
   * Rejects with the core's refusal.
   */
  run(images: RouteInput<'exports.run'>): Promise<void>
  /** Dismisses the result. */
  dismiss(): void
  dispose(): void
}

/** The export that is running, or the result of the last one. */
export function createExportStore(client: Client): ExportStore {
  const store = createStore<ExportState>(() => ({ status: 'idle' }))
  return {
    ...store,
    async run(images) {
      if (store.getState().status === 'running') return
      store.setState({ status: 'running', done: 0, total: 0 }, true)
      try {
        const result = await client.call('exports.run', images)
        if (result.outcome === 'closed') store.setState({ status: 'idle' }, true)
        else {
          const { folder, written, failed } = result
          store.setState({ status: 'written', folder, written, failed }, true)
        }
      } catch (thrown) {
        store.setState({ status: 'idle' }, true)
        throw thrown
      }
    },
    dismiss: () => store.setState({ status: 'idle' }, true),
    dispose: client.on('export.progressed', ({ done, total }) => {
      if (store.getState().status === 'running') store.setState({ status: 'running', done, total }, true)
    }),
  }
}
