import { deleteUndoMs } from '@shared/model/image'

/** One press of Delete that can still be undone. */
export interface Deletion {
  readonly ids: ReadonlySet<string>
  /** Identifies the list they were deleted from: its search text and its batch. */
  readonly list: string
  /** Until when, in milliseconds since the epoch. */
  readonly until: number
}

/** The deletes that can still be undone, each press separately. */
export interface OpenDeletions {
  add(ids: readonly string[], list: string): Deletion
  /** It was undone, or never happened. */
  drop(deletion: Deletion): void
  /** Undoing it failed: it can still be undone, as before. */
  reopen(deletion: Deletion): void
  newest(): Deletion | null
  /** Whether an image was deleted, though a list may still show it. */
  holds(id: string): boolean
}

export function createOpenDeletions(): OpenDeletions {
  let deletions: readonly Deletion[] = []
  const open = (): readonly Deletion[] => {
    deletions = deletions.filter(({ until }) => Date.now() < until)
    return deletions
  }
  return {
    add(ids, list) {
      // The core's deadline starts a moment later.
      const deletion = { ids: new Set(ids), list, until: Date.now() + deleteUndoMs }
      deletions = [...open(), deletion]
      return deletion
    },
    drop(deletion) {
      deletions = deletions.filter((other) => other !== deletion)
    },
    reopen(deletion) {
      deletions = [...deletions, deletion].toSorted((a, b) => a.until - b.until)
    },
    newest: () => open().at(-1) ?? null,
    holds: (id) => deletions.some(({ ids }) => ids.has(id)),
  }
}
