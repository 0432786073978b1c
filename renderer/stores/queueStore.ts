import type { AppError } from '@shared/errors'
import type { JobsCost } from '@shared/model/cost'
import type { SendableDraft } from '@shared/model/draft'
import { localDay } from '@shared/model/image'
import type { Job, JobAction } from '@shared/model/job'
import type { JobSet } from '@shared/model/jobSet'
import {
  type CancelResult,
  groupRowsMaximum,
  type Movable,
  type Place,
  type Placed,
  type Priority,
  type QueueOverview,
  type WaitingJobs,
} from '@shared/model/queue'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Client } from '../client/client'
import { errorOf } from '../client/failure'
import type { BatchFilter } from './batchFilter'
import { coalesced } from './coalesced'
import { kept, keptRows } from './sameData'

export interface QueueState {
  /** Null until the first answer. A job or batch that did not change is the same object as before. */
  readonly overview: QueueOverview | null
  /** The most rows of each group in the overview. */
  readonly limit: number
  /** The batch the person asked to see, until the queue has shown it. */
  readonly sought: string | null
  /** The waiting row that gets the focus once it is drawn. */
  readonly wantedRow: string | null
  /** What was done last, announced to those who can't see it. */
  readonly said: string
  /** Why the last action on the queue failed. */
  readonly failure: AppError | null
}

export interface QueueStore extends StoreApi<QueueState> {
  /** Reads the overview again; calls are joined. A failure is kept in `failure`. */
  refresh(): Promise<void>
  showMore(): Promise<void>
  /** Asks to see a batch; null once it has been seen. */
  seek(batchId: string | null): void
  wantRow(id: string | null): void
  say(text: string): void
  /** Null after a failure, or if it no longer waits. */
  place(kind: Movable, id: string, place: Place): Promise<Placed>
  prioritize(batchId: string, priority: Priority): Promise<void>
  /** A window of a batch's waiting jobs. Null after a failure. */
  waitingJobs(batchId: string, offset: number, limit: number): Promise<WaitingJobs | null>
  /** Replaces a waiting job; returns the new id. Rejects with the core's refusal. */
  edit(id: string, draft: SendableDraft): Promise<string>
  /** Returns how many jobs it was done to, or null after a failure. */
  act(ids: readonly string[], action: JobAction, sets?: readonly JobSet[]): Promise<number | null>
  /** What sending each of the jobs once more would cost, by connection; null after a failure. */
  estimate(ids: readonly string[], sets: readonly JobSet[]): Promise<readonly JobsCost[] | null>
  renameBatch(id: string, name: string): Promise<void>
  pauseBatch(id: string, paused: boolean): Promise<void>
  /** Null after a failure. */
  cancelBatch(id: string): Promise<CancelResult | null>
  /** For all batches. Null after a failure. */
  cancelWaiting(): Promise<CancelResult | null>
  /** Clears finished jobs from the list, or lists them again. False after a failure. */
  clearFinished(cleared: boolean): Promise<boolean>
  togglePause(): Promise<void>
  pauseConnection(id: string, paused: boolean): Promise<void>
  /** Performs an action; its refusal is kept in `failure`. */
  run(work: () => Promise<unknown>): Promise<void>
  dismissFailure(): void
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

  async function run<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work
    } catch (thrown) {
      store.setState({ failure: errorOf(thrown) })
      return null
    }
  }

  const refresh = coalesced(async () => {
    const { batchId } = filter.getState()
    const overview = await run(client.call('queue.overview', { limit: store.getState().limit, batchId }))
    // The answer is for a batch no longer wanted: the next answer is on its way.
    if (overview === null || filter.getState().batchId !== batchId) return
    store.setState((before) => ({ overview: mirrored(before.overview, overview) }))
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
    place: (kind, id, place) =>
      run(client.call(kind === 'batch' ? 'batches.place' : 'jobs.place', { id, place })),
    async prioritize(id, priority) {
      await run(client.call('batches.prioritize', { id, priority }))
    },
    waitingJobs: (batchId, offset, limit) => run(client.call('queue.waiting', { batchId, offset, limit })),
    edit: async (id, draft) => (await client.call('jobs.edit', { id, draft })).id,
    async act(ids, action, sets = []) {
      const answer = await run(
        client.call('jobs.act', {
          ids: [...ids],
          ...(sets.length > 0 ? { sets: [...sets] } : {}),
          action,
        }),
      )
      return answer?.done ?? null
    },
    estimate: (ids, sets) => run(client.call('jobs.estimate', { ids: [...ids], sets: [...sets] })),
    async renameBatch(id, name) {
      await run(client.call('batches.rename', { id, name }))
    },
    async pauseBatch(id, paused) {
      await run(client.call('batches.setPaused', { id, paused }))
    },
    cancelBatch: (id) => run(client.call('batches.cancel', { id })),
    cancelWaiting: () => run(client.call('queue.cancelWaiting', null)),
    clearFinished: async (cleared) =>
      (await run(client.call('queue.clearFinished', { cleared }).then(() => true))) ?? false,
    async pauseConnection(id, paused) {
      await run(client.call('connections.setPaused', { id, paused }))
    },
    async togglePause() {
      const paused = store.getState().overview?.paused ?? false
      await run(client.call(paused ? 'queue.resume' : 'queue.pause', null))
    },
    async run(work) {
      await run(work())
    },
    dismissFailure: () => store.setState({ failure: null }),
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
    needsYou: keptRows(before.needsYou, after.needsYou),
    running: keptRows(before.running, after.running),
    waiting: keptRows(before.waiting, after.waiting),
    stopped: keptRows(before.stopped, after.stopped),
    finished: keptRows(before.finished, after.finished),
    costs: kept(before.costs, after.costs),
    unreached: kept(before.unreached, after.unreached),
    quiet: kept(before.quiet, after.quiet),
    undelivered: kept(before.undelivered, after.undelivered),
  }
}

/** A job of the overview by id, null if it isn't listed. */
export function findJob(overview: QueueOverview, id: string): Job | null {
  const { running, needsYou, stopped, finished } = overview
  return [running, needsYou, stopped, finished].flat().find((job) => job.id === id) ?? null
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
