import { createStore, type StoreApi } from 'zustand/vanilla'

/** How long a fact that can be undone stays, in milliseconds. */
export const actionStay = 10_000

/** A fact at the foot of the gallery, with one action to undo it. */
export interface Toast {
  readonly id: number
  readonly text: string
  /** `run` returns what it did, which replaces the fact; null closes the bar. */
  readonly action: { readonly label: string; readonly run: () => Promise<string | null> } | null
  /** When its action is no longer possible, in milliseconds since the epoch: it leaves then, even while held. */
  readonly until?: number
  /** It reports a failure: it stays until it is dismissed. */
  readonly failed: boolean
}

export interface ToastStore extends StoreApi<{ readonly toast: Toast | null }> {
  /** Replaces the one that is shown. A failure comes back when this one has left. */
  show(toast: Omit<Toast, 'id' | 'failed'>): void
  /** Reports a failure. A fact that can be undone comes back for what is left of its time. */
  fail(text: string): void
  /** Closes it if it is still the one shown. */
  close(id: number): void
}

/** One toast at a time, the newest. */
export function createToastStore(): ToastStore {
  const store = createStore<{ readonly toast: Toast | null }>(() => ({ toast: null }))
  let failures: readonly Toast[] = []
  let interrupted: Toast | null = null
  let last = 0

  function put(toast: Omit<Toast, 'id'>): Toast {
    last += 1
    const numbered = { ...toast, id: last }
    store.setState({ toast: numbered })
    return numbered
  }

  function takeInterrupted(): Toast | null {
    const toast = interrupted
    interrupted = null
    return (toast?.until ?? 0) > Date.now() ? toast : null
  }

  return {
    ...store,
    show(toast) {
      interrupted = null
      put({ ...toast, failed: false })
    },
    fail(text) {
      const { toast } = store.getState()
      // Later than that, an undo could take back what was done since.
      const until = Date.now() + actionStay
      if (toast !== null && toast.action !== null)
        interrupted = { ...toast, until: Math.min(until, toast.until ?? until) }
      const failure = put({ text, action: null, failed: true })
      failures = [...failures.filter((other) => other.text !== text), failure]
    },
    close(id) {
      failures = failures.filter((failure) => failure.id !== id)
      if (store.getState().toast?.id === id) store.setState({ toast: failures.at(-1) ?? takeInterrupted() })
    },
  }
}
