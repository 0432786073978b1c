import type { Changes } from '../../changes'
import type { Guard } from '../../guard'
import type { StoredJob } from './jobFields'

/** What a transaction changed. */
export interface Committed {
  /** Each job that was changed, by its id, as its last write left it. */
  readonly jobs: ReadonlyMap<string, StoredJob>
  readonly batches: ReadonlySet<string>
  /** Ids of jobs whose items changed. */
  readonly itemsOf: ReadonlySet<string>
  readonly itemReady: boolean
}

/** Collects what transactions change and announces it once each is committed. */
export interface Commits {
  jobChanged(job: StoredJob): void
  batchChanged(id: string): void
  itemsChanged(jobId: string): void
  itemReady(): void
  /** Something changed that isn't in any job's row. */
  queueChanged(): void
  /** A request was queued, ended without an image, or waits again after that. Part of no transaction. */
  queuedChanged(): void
  /** Grows with each of these, in this run. */
  queuedRevision(): number
  /** Listeners read what they need. If a transaction was rolled back after all, they just find nothing new. */
  subscribe(listener: (committed: Committed) => void): () => void
}

export function createCommits({
  changes,
  guard,
}: {
  readonly changes: Changes
  readonly guard: Pick<Guard, 'run' | 'soon'>
}): Commits {
  const listeners = new Set<(committed: Committed) => void>()
  let jobs = new Map<string, StoredJob>()
  let batches = new Set<string>()
  let itemsOf = new Set<string>()
  let itemReady = false
  let planned = false
  let queuedRevision = 0

  /** Transactions are synchronous: a microtask comes after the commit of the outermost. */
  function plan(): void {
    if (planned) return
    planned = true
    guard.soon(tell)
  }

  function tell(): void {
    const committed = { jobs, batches, itemsOf, itemReady }
    jobs = new Map()
    batches = new Set()
    itemsOf = new Set()
    itemReady = false
    planned = false
    changes.announce('queue')
    for (const listener of listeners) void guard.run(() => listener(committed))
  }

  return {
    jobChanged(job) {
      jobs.set(job.id, job)
      batches.add(job.batchId)
      plan()
    },
    batchChanged(id) {
      batches.add(id)
      plan()
    },
    itemsChanged(jobId) {
      itemsOf.add(jobId)
      plan()
    },
    itemReady() {
      itemReady = true
      plan()
    },
    queueChanged: plan,
    queuedChanged() {
      queuedRevision += 1
    },
    queuedRevision: () => queuedRevision,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
