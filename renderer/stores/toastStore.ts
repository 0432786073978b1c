import { createStore, type StoreApi } from 'zustand/vanilla'

/** A fact at the bottom of the window, with one way to take it back. */
export interface Toast {
  readonly id: number
  readonly text: string
  /** `run` answers with what it did, which takes the fact's place; null closes the bar. */
  readonly action: { readonly label: string; readonly run: () => Promise<string | null> } | null
}

export interface ToastStore extends StoreApi<{ readonly toast: Toast | null }> {
  /** Takes the place of the one that is shown. */
  show(toast: Omit<Toast, 'id'>): void
  /** Closes it if it is still the one shown. */
  close(id: number): void
}

export function createToastStore(): ToastStore {
  const store = createStore<{ readonly toast: Toast | null }>(() => ({ toast: null }))
  let last = 0
  return {
    ...store,
    show(toast) {
      last += 1
      store.setState({ toast: { ...toast, id: last } })
    },
    close(id) {
      if (store.getState().toast?.id === id) store.setState({ toast: null })
    },
  }
}
