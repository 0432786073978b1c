import { createStore, type StoreApi } from 'zustand/vanilla'

/** A place in a list that grows at its head: counted from the end, it stays on its image. */
export interface AnchoredPlace {
  readonly fromEnd: number
}

export interface SelectionState {
  readonly ids: ReadonlySet<string>
  /** Where a range starts. */
  readonly anchor: AnchoredPlace | null
}

export interface SelectionStore extends StoreApi<SelectionState> {
  only(id: string, anchor: AnchoredPlace): void
  toggle(id: string, anchor: AnchoredPlace): void
  /** Replaces the selection and leaves the anchor where it is. */
  replace(ids: Iterable<string>): void
  clear(): void
}

/** The images selected in the gallery, by id, whether or not their rows have been fetched. */
export function createSelectionStore(): SelectionStore {
  const store = createStore<SelectionState>(() => ({ ids: new Set(), anchor: null }))
  return {
    ...store,
    only: (id, anchor) => store.setState({ ids: new Set([id]), anchor }),
    toggle(id, anchor) {
      const ids = new Set(store.getState().ids)
      if (!ids.delete(id)) ids.add(id)
      store.setState({ ids, anchor })
    },
    replace: (ids) => store.setState({ ids: new Set(ids) }),
    clear: () => store.setState({ ids: new Set(), anchor: null }),
  }
}

/** The one selected image, or null if there are none or several. */
export function onlySelected(state: SelectionState): string | null {
  const [first] = state.ids
  return state.ids.size === 1 ? (first ?? null) : null
}
