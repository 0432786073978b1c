import type { AppError } from '@shared/errors'
import { localDay } from '@shared/model/image'
import type { Job } from '@shared/model/job'
import { groupRowsMaximum, jobLists, type QueueOverview } from '@shared/model/queue'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { appErrorOf } from '../client/failure'
import type { BatchFilter } from './batchFilter'
import { coalesced } from './coalesced'
import { kept, keptRows } from './sameData'

export interface QueueState {
  /** Null until the first answer. A job or batch that did not change is the same object as before. */
  readonly overview: QueueOverview | null
  /** The most rows of each group in the overview. */
  readonly limit: number
  /** The batch the user asked to see, until the queue has shown it. */
  readonly sought: string | null
  /** The waiting row that gets the focus once it is drawn. */
  readonly wantedRow: string | null
  /** What was done last, announced to those who can't see it. */
  readonly said: string
  /** Why the queue could not be read; null once it has been. */
  readonly failure: AppError | null
}

export interface QueueStore extends StoreApi<QueueState> {
  /** Reads the overview again; calls are joined. Never rejects: a failure is kept in `failure`. */
  refresh(): Promise<void>
  /** Never rejects, as `refresh`. */
  showMore(): Promise<void>
  /** Asks to see a batch; null once it has been seen. */
  seek(batchId: string | null): void
  wantRow(id: string | null): void
  say(text: string): void
  /** Rejects with the core's refusal. */
  togglePause(): Promise<void>
  dispose(): void
}

const firstRows = 40
const moreRows = 100

/** Mirrors the queue, or one batch of it, from the first `refresh` on. */
export function createQueueStore(client: Client, filter: BatchFilter): QueueStore {
  const store = createStore<QueueState>(() => ({
    overview: null,
    limit: firstRows,
    sought: null,
    wantedRow: null,
    said: '',
    failure: null,
  }))

  const refresh = coalesced(async () => {
    const { batchId } = filter.getState()
    try {
      const overview = await client.call('queue.overview', { limit: store.getState().limit, batchId })
      // The answer is for a batch no longer wanted: the next answer is on its way.
      if (filter.getState().batchId !== batchId) return
      store.setState((before) => ({ overview: mirrored(before.overview, overview), failure: null }))
    } catch (thrown) {
      store.setState({ failure: appErrorOf(thrown) })
    }
  })

  const disposers = [
    client.on('queue.changed', () => void refresh()),
    filter.subscribe(() => void refresh()),
    onNewDay(() => void refresh()),
  ]

  return {
    ...store,
    refresh,
    showMore() {
      store.setState(({ limit }) => ({ limit: Math.min(groupRowsMaximum, limit + moreRows) }))
      return refresh()
    },
    seek: (sought) => store.setState({ sought }),
    wantRow: (wantedRow) => store.setState({ wantedRow }),
    say: (said) => store.setState({ said }),
    async togglePause() {
      const paused = store.getState().overview?.paused ?? false
      await client.call(paused ? 'queue.resume' : 'queue.pause', null)
    },
    dispose() {
      for (const dispose of disposers) dispose()
    },
  }
}

function mirrored(before: QueueOverview | null, after: QueueOverview): QueueOverview {
  if (before === null) return after
  return {
    ...after,
    batch: kept(before.batch, after.batch),
    counts: kept(before.counts, after.counts),
    gates: kept(before.gates, after.gates),
    libraryHold: kept(before.libraryHold, after.libraryHold),
    folds: kept(before.folds, after.folds),
    waiting: keptRows(before.waiting, after.waiting),
    finishedBatches: keptRows(before.finishedBatches, after.finishedBatches),
    ...Object.fromEntries(jobLists.map((list) => [list, keptRows(before[list], after[list])])),
    costs: kept(before.costs, after.costs),
    unreached: kept(before.unreached, after.unreached),
    quiet: kept(before.quiet, after.quiet),
    undelivered: kept(before.undelivered, after.undelivered),
  }
}

/** A job of the overview by id, null if it isn't listed. */
export function findJob(overview: QueueOverview, id: string): Job | null {
  return jobLists.flatMap((list) => overview[list]).find((job) => job.id === id) ?? null
}

/** How late a new day may be noticed, in milliseconds: a timer set for midnight stops while the computer sleeps. */
const lookMs = 60_000

/** Calls back when the local day has changed; returns the disposer. */
function onNewDay(listener: () => void): () => void {
  let day = localDay(Date.now())
  const timer = setInterval(() => {
    const now = localDay(Date.now())
    if (now === day) return
    day = now
    listener()
  }, lookMs)
  return () => clearInterval(timer)
}
