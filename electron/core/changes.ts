import type { Guard, Work } from './guard'

/** Kinds of rows that can change. Modules announce changes; code that shows or reacts to them subscribes. */
export type ChangeKind =
  | 'queue'
  | 'gallery'
  | 'upkeep'
  | 'connections'
  | 'keychain'
  | 'tables'
  | 'notices'
  | 'preferences'
  | 'prompts'
  | 'bringing'
  | 'exports'
  | 'move'

/** Announces after a commit that rows of a kind changed. Passes no data: subscribers read it themselves. */
export interface Changes {
  announce(kind: ChangeKind): void
  /** How many announcements of a kind there have been since the start. */
  revision(kind: ChangeKind): number
  /** Returns the disposer. */
  subscribe(listener: (kind: ChangeKind) => void): () => void
}

export function createChanges(guard: Pick<Guard, 'run'>): Changes {
  const revisions = new Map<ChangeKind, number>()
  const listeners = new Set<(kind: ChangeKind) => void>()
  return {
    announce(kind) {
      revisions.set(kind, (revisions.get(kind) ?? 0) + 1)
      for (const listener of listeners) listener(kind)
    },
    revision: (kind) => revisions.get(kind) ?? 0,
    subscribe(listener) {
      const guarded = guardedListener(guard, listener)
      listeners.add(guarded)
      return () => listeners.delete(guarded)
    },
  }
}

/** A listener that failed is retried once, however often the same change is announced in the meantime. */
function guardedListener(guard: Pick<Guard, 'run'>, listener: (kind: ChangeKind) => unknown) {
  const works = new Map<ChangeKind, Work>()
  return (kind: ChangeKind): void => {
    const work = works.get(kind) ?? (() => listener(kind))
    works.set(kind, work)
    void guard.run(work, listener)
  }
}
