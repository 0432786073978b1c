import type { Connection } from '@shared/model/connection'
import type { Draft } from '@shared/model/draft'
import { replacedMaximum } from '@shared/model/replacedDraft'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { appErrorOf } from '../client/failure'
import { takeReferences } from './references'
import { sameData } from './sameData'

/** How long a change may wait before it is written, in milliseconds. */
const writeDelay = 300
/** How long after a failed write it is retried, in milliseconds. */
const retryDelay = 2000

export interface DraftState {
  /** Null until a connection is opened. */
  readonly connectionId: string | null
  readonly draft: Draft
  /** True until the connection’s own draft is shown. */
  readonly isReading: boolean
  /** Counts how often the form was filled from elsewhere, so that it can take the focus. */
  readonly fills: number
}

export interface DraftStore extends StoreApi<DraftState> {
  /**
   * Shows the connection's own draft. A connection without one starts with what is in the form, except for extra fields,
   * and the model and size last used on it. Resolves when it is shown; never rejects.
   */
  open(connection: Pick<Connection, 'id' | 'models'>): Promise<void>
  edit(patch: Partial<Draft>): void
  /** The same with what comes from elsewhere. What was in the form is kept among the earlier drafts. */
  replace(patch: Partial<Draft>): void
  /** Adds an address to the references if it isn't there yet; refused if it isn't valid, or if there is no room. */
  addReference(url: string): 'added' | 'present' | 'refused'
  /** Replaces the whole form, for example "Reuse", and is counted in `fills`. What was in it is kept as well. */
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
  const store = createStore<DraftState>(() => ({
    connectionId: null,
    draft: emptyDraft,
    isReading: false,
    fills: 0,
  }))
  const unwritten = new Map<string, Draft>()
  /** Drafts that were replaced and aren't kept yet, oldest first. */
  let unkept: readonly Draft[] = []
  let timer: ReturnType<typeof setTimeout> | null = null
  let opened: Promise<void> = Promise.resolve()
  /** What was put into the forms of connections whose own draft is being read: only with that is it a draft. */
  const entered = new Map<string, Partial<Draft>>()

  function schedule(delay: number): void {
    timer ??= setTimeout(() => void flush(), delay)
  }

  async function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    // What was replaced is kept before what took its place is written.
    await Promise.all([...unkept.map(writeKept), ...[...unwritten].map((entry) => writeDraft(...entry))])
  }

  async function writeKept(draft: Draft): Promise<void> {
    try {
      await client.call('drafts.keep', { draft })
      unkept = unkept.filter((other) => other !== draft)
    } catch {
      schedule(retryDelay)
    }
  }

  async function writeDraft(connectionId: string, draft: Draft): Promise<void> {
    let isHomeless = false
    try {
      await client.call('drafts.write', { connectionId, draft })
    } catch (thrown) {
      isHomeless = appErrorOf(thrown).code === 'connectionMissing'
      if (!isHomeless) return schedule(retryDelay)
    }
    if (unwritten.get(connectionId) === draft) unwritten.delete(connectionId)
    // Its connection was removed, and no form will show it any more.
    if (isHomeless) keep(draft)
  }

  /** Nothing of the form is lost when something else takes its place, if that differs. */
  function keep(replaced: Draft, by: Draft = emptyDraft): void {
    const { prompt, image, extra = [] } = replaced
    const isEmpty = prompt.trim() === '' && image.length === 0 && extra.length === 0
    if (isEmpty || sameData(replaced, by)) return
    unkept = [...unkept, replaced].slice(-replacedMaximum)
    void flush()
  }

  function put(patch: Partial<Draft>, fills: number): void {
    const { connectionId, draft: before } = store.getState()
    const draft = { ...before, ...patch }
    store.setState({ draft, fills })
    if (connectionId === null) return
    const sinceAsked = entered.get(connectionId)
    if (sinceAsked === undefined) write(connectionId, draft)
    else entered.set(connectionId, { ...sinceAsked, ...patch })
  }

  function write(connectionId: string, draft: Draft): void {
    unwritten.set(connectionId, draft)
    schedule(writeDelay)
  }

  function edit(patch: Partial<Draft>): void {
    put(patch, store.getState().fills)
  }

  function replace(patch: Partial<Draft>, fills: number): void {
    const { draft: replaced } = store.getState()
    put(patch, fills)
    keep(replaced, store.getState().draft)
  }

  async function read({ id, models }: Pick<Connection, 'id' | 'models'>): Promise<void> {
    const before = store.getState().draft
    entered.set(id, entered.get(id) ?? {})
    store.setState({ connectionId: id, isReading: true })
    const kept =
      unwritten.get(id) ?? (await client.call('drafts.read', { connectionId: id }).catch(() => null))
    const found = kept ?? (await firstDraft(id, { ...before, model: models[0] ?? '', extra: undefined }))
    const patch = entered.get(id)
    // It was asked for twice, and the other answer was first.
    if (patch === undefined) return
    entered.delete(id)
    // What the user entered while it was being read takes precedence; the other fields are still wanted.
    const shown = { ...found, ...patch }
    if (Object.keys(patch).length > 0) write(id, shown)
    if (kept !== null) keep(kept, shown)
    const { connectionId, draft } = store.getState()
    if (connectionId !== id) return
    store.setState({ draft: shown, isReading: false })
    if (kept !== null) keep(draft, shown)
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
    replace: (patch) => replace(patch, store.getState().fills),
    fill: (draft) => replace({ extra: undefined, ...draft }, store.getState().fills + 1),
    flush,
  }
}
