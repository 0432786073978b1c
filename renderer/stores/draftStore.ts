import type { Connection } from '@shared/model/connection'
import type { Draft } from '@shared/model/draft'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { takeReferences } from './references'

/** How long a change may wait before it is written, in milliseconds. */
const writeDelay = 300
/** How long after a failed write it is retried, in milliseconds. */
const retryDelay = 2000

export interface DraftState {
  /** Null until a connection is opened. */
  readonly connectionId: string | null
  readonly draft: Draft
  /** Counts how often the form was filled from elsewhere, so that it can take the focus. */
  readonly fills: number
}

export interface DraftStore extends StoreApi<DraftState> {
  /**
   * Shows the connection's own draft. A connection without one starts with what is in the form and the model and size
   * last used on it. Resolves when it is shown; never rejects.
   */
  open(connection: Pick<Connection, 'id' | 'models'>): Promise<void>
  edit(patch: Partial<Draft>): void
  /** Adds an address to the references if it isn't there yet; refused if it isn't valid, or if there is no room. */
  addReference(url: string): 'added' | 'present' | 'refused'
  /** Replaces the whole form: "Reuse". */
  fill(draft: Draft): void
  /** Writes unwritten changes. Never rejects: a failed write is retried. */
  flush(): Promise<void>
}

export const emptyDraft: Draft = {
  prompt: '',
  model: '',
  size: '',
  n: 1,
  mode: 'background',
  image: [],
  variables: {},
}

export function createDraftStore(client: Client): DraftStore {
  const store = createStore<DraftState>(() => ({ connectionId: null, draft: emptyDraft, fills: 0 }))
  const unwritten = new Map<string, Draft>()
  let timer: ReturnType<typeof setTimeout> | null = null
  let opened: Promise<void> = Promise.resolve()

  function schedule(delay: number): void {
    timer ??= setTimeout(() => void flush(), delay)
  }

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    await Promise.all(
      [...unwritten].map(async ([connectionId, draft]) => {
        try {
          await client.call('drafts.write', { connectionId, draft })
          if (unwritten.get(connectionId) === draft) unwritten.delete(connectionId)
        } catch {
          schedule(retryDelay)
        }
      }),
    )
  }

  function put(draft: Draft, fills: number): void {
    const { connectionId } = store.getState()
    store.setState({ draft, fills })
    if (connectionId === null) return
    unwritten.set(connectionId, draft)
    schedule(writeDelay)
  }

  function edit(patch: Partial<Draft>): void {
    const { draft, fills } = store.getState()
    put({ ...draft, ...patch }, fills)
  }

  async function read({ id, models }: Pick<Connection, 'id' | 'models'>): Promise<void> {
    const before = store.getState().draft
    store.setState({ connectionId: id })
    const kept =
      unwritten.get(id) ?? (await client.call('drafts.read', { connectionId: id }).catch(() => null))
    const shown = kept ?? (await firstDraft(id, { ...before, model: models[0] ?? '' }))
    // The person typed or moved on while it was being read: that takes precedence.
    if (store.getState().connectionId !== id || store.getState().draft !== before) return
    store.setState({ draft: shown })
  }

  async function firstDraft(connectionId: string, draft: Draft): Promise<Draft> {
    const used = await client.call('prompts.used', { connectionId }).catch(() => null)
    return { ...draft, model: used?.model[0] ?? draft.model, size: used?.size[0] ?? draft.size }
  }

  return {
    ...store,
    open(connection) {
      if (store.getState().connectionId !== connection.id) opened = read(connection)
      return opened
    },
    edit,
    addReference(url) {
      const { image, left, again } = takeReferences(store.getState().draft.image, url)
      if (again > 0) return 'present'
      if (left !== '') return 'refused'
      edit({ image })
      return 'added'
    },
    fill(draft) {
      put(draft, store.getState().fills + 1)
    },
    flush,
  }
}
