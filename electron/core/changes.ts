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
  /** Returns the disposer. Listeners must not throw. */
  subscribe(listener: (kind: ChangeKind) => void): () => void
}

export function createChanges(): Changes {
  const revisions = new Map<ChangeKind, number>()
  const listeners = new Set<(kind: ChangeKind) => void>()
  return {
    announce(kind) {
      revisions.set(kind, (revisions.get(kind) ?? 0) + 1)
      for (const listener of listeners) listener(kind)
    },
    revision: (kind) => revisions.get(kind) ?? 0,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
