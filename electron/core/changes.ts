import type { Guard, Work } from './guard'

/** Kinds of rows that changed. Modules announce; whoever shows or reacts subscribes. */
export type ChangeKind =
  | 'queue'
  | 'gallery'
  | 'connections'
  | 'tables'
  | 'notices'
  | 'preferences'
  | 'prompts'

/** Announces after a commit that rows of a kind changed. Carries no data: subscribers read. */
export interface Changes {
  announce(kind: ChangeKind): void
  /** How many announcements of a kind there were since the start. */
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

/** What a listener could not do is done again once, however often it is told the same meanwhile. */
function guardedListener(guard: Pick<Guard, 'run'>, listener: (kind: ChangeKind) => unknown) {
  const works = new Map<ChangeKind, Work>()
  return (kind: ChangeKind): void => {
    const work = works.get(kind) ?? (() => listener(kind))
    works.set(kind, work)
    void guard.run(work)
  }
}
