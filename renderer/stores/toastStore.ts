import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Step } from './step'

/** How long a fact with something to do about it stays, in milliseconds. */
export const actionStay = 10_000

export type ToastAction =
  /** `run` returns what it did, which replaces the fact; null closes the bar. */
  | { readonly label: string; readonly run: () => Promise<string | null> }
  /** Undoes what the fact tells of, or does it again. */
  | { readonly way: 'undo' | 'redo'; readonly step: Step }

/** A fact at the foot of the gallery, with one thing to do about it. */
export interface Toast {
  readonly id: number
  readonly text: string
  readonly action: ToastAction | null
  /** The batch that it says was queued. */
  readonly batchId?: string
  /** When its action is no longer possible, in milliseconds since the epoch: it leaves then, even while held. */
  readonly until?: number
  /** It stays until then, and comes back after a shorter one. */
  readonly lasts?: boolean
  /** It reports a failure: it stays until it is dismissed. */
  readonly failed: boolean
}

interface ToastState {
  readonly toast: Toast | null
  /** The last one before a view covered the window: those up to it wait under the view. Null: nothing does. */
  readonly covered: number | null
}

export interface ToastStore extends StoreApi<ToastState> {
  /** Replaces the one that is shown. A failure, and one that lasts, come back when this one has left. */
  show(toast: Omit<Toast, 'id' | 'failed'>): void
  /** Reports a failure. A fact with an action comes back for what is left of its time. */
  fail(text: string): void
  /** Closes it if it is still the one shown. */
  close(id: number): void
  /** The step was reversed: what offers that leaves, or doesn't come back. */
  withdraw(step: Step): void
  /** A view covers the window, and shows what is told from now on. Returns what ends that. */
  cover(): () => void
}

/** The toast to show at the foot of the gallery, or over it in the view that covers the window. */
export function toastIn({ toast, covered }: ToastState, place: 'gallery' | 'view'): Toast | null {
  if (place === 'gallery') return covered === null ? toast : null
  return covered !== null && toast !== null && toast.id > covered ? toast : null
}

/** One toast at a time, the newest. */
export function createToastStore(): ToastStore {
  const store = createStore<ToastState>(() => ({ toast: null, covered: null }))
  let failures: readonly Toast[] = []
  /** Those that come back, the newest last. */
  let aside: readonly Toast[] = []
  let last = 0

  function put(toast: Omit<Toast, 'id'>): Toast {
    last += 1
    const numbered = { ...toast, id: last }
    store.setState({ toast: numbered })
    return numbered
  }

  function takeAside(): Toast | null {
    const possible = aside.filter(({ until }) => (until ?? 0) > Date.now())
    aside = possible.slice(0, -1)
    return possible.at(-1) ?? null
  }

  function close(id: number): void {
    failures = failures.filter((failure) => failure.id !== id)
    if (store.getState().toast?.id === id) store.setState({ toast: failures.at(-1) ?? takeAside() })
  }

  return {
    ...store,
    show(toast) {
      const { toast: before } = store.getState()
      aside = [...aside, ...(before === null ? [] : [before])].filter(({ lasts }) => lasts)
      put({ ...toast, failed: false })
    },
    fail(text) {
      const { toast } = store.getState()
      if (toast !== null && toast.action !== null) {
        const until = Date.now() + actionStay
        aside = [...aside, toast.lasts ? toast : { ...toast, until: Math.min(until, toast.until ?? until) }]
      }
      const failure = put({ text, action: null, failed: true })
      failures = [...failures.filter((other) => other.text !== text), failure]
    },
    close,
    withdraw(step) {
      const isOffered = ({ action }: Toast) => action !== null && 'step' in action && action.step === step
      aside = aside.filter((toast) => !isOffered(toast))
      const { toast } = store.getState()
      if (toast !== null && isOffered(toast)) close(toast.id)
    },
    cover() {
      store.setState({ covered: last })
      return () => store.setState({ covered: null })
    },
  }
}
