import { type GalleryQuery, openStacksMaximum } from '@shared/model/image'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppStore } from './appStore'

/** See `galleryQuerySchema`. */
export type Stacks = NonNullable<GalleryQuery['stacks']>

export interface StackingState {
  /** Null while each image is a tile of its own. */
  readonly stacks: Stacks | null
}

export interface Stacking extends StoreApi<StackingState> {
  /** Those that were opened first are closed, if there are too many. */
  open(id: number): void
  close(id: number): void
  dispose(): void
}

/** Whether the tries of one prompt are one tile, as the user prefers, and which of these stacks are open. */
export function createStacking(app: Pick<AppStore, 'getState' | 'subscribe'>): Stacking {
  const isWanted = (): boolean => app.getState().preferences.stackTries
  const store = createStore<StackingState>(() => ({ stacks: isWanted() ? { open: [] } : null }))
  const change = (there: (open: readonly number[]) => number[]): void =>
    store.setState(({ stacks }) => ({ stacks: stacks && { open: there(stacks.open) } }))
  const dispose = app.subscribe(() => {
    if (isWanted() !== (store.getState().stacks !== null))
      store.setState({ stacks: isWanted() ? { open: [] } : null })
  })
  return {
    ...store,
    open: (id) => change((open) => [...open.filter((one) => one !== id), id].slice(-openStacksMaximum)),
    close: (id) => change((open) => open.filter((one) => one !== id)),
    dispose,
  }
}
