import { appError } from '@shared/errors'
import type { JobAction } from '@shared/model/job'
import type { Connections } from '../../connections/connections'
import type { Database } from '../../db/database'
import { isIn } from '../../jobMachine'
import type { Clock } from '../../ports'
import { isBeingCancelled } from '../rows/batchGate'
import type { FoundImages } from '../rows/foundImages'
import { hadImage } from '../rows/itemReading'
import type { ItemStore, StoredItem } from '../rows/itemStore'
import { actionsOf, isOutstanding, isRecoverable, missingOf } from '../rows/jobActions'
import { noDoubt, type StoredJob } from '../rows/jobFields'
import type { JobProgress } from '../rows/jobProgress'
import type { JobStore } from '../rows/jobStore'
import type { PressRows } from '../rows/pressRows'
import { isQueuedLater, sameAs } from '../rows/queuedAnew'
import { standingText } from './actPress'
import type { CancelledRows } from './cancelledRows'
import type { Enqueuing } from './enqueue'

export interface ActionsDeps {
  readonly db: Database
  readonly clock: Clock
  readonly jobs: JobStore
  readonly items: ItemStore
  readonly found: Pick<FoundImages, 'quiet' | 'retry'>
  readonly progress: Pick<JobProgress, 'endIfNothingOpen' | 'foundChanged'>
  readonly enqueuing: Enqueuing
  readonly connections: Pick<Connections, 'restore' | 'allowTaskOrigin'>
  readonly cancelled: Pick<CancelledRows, 'drop' | 'joinOne'>
  /** See `Presses`. */
  readonly isAnyPressAtWork: () => boolean
  readonly pressRows: Pick<PressRows, 'add' | 'endFor'>
}

/** These can be taken back, as `createActPress` does; a cancel is recorded with the rows that it drops. */
const undoable: ReadonlySet<JobAction> = new Set(['settle', 'stopWaiting', 'waitAgain'])

/**
 * The jobs that were acted on. What can be taken back is recorded under the press, if there is one. `named`: those that the
 * user named, from these on; if there are none, these are of all that failed, and a row of a table that was queued again
 * since isn't paid for once more. `begun`: it is a later part of a command.
 */
export type Act = (
  ids: readonly string[],
  action: JobAction,
  press: number | null,
  options: { readonly named: readonly string[]; readonly begun: boolean },
) => readonly string[]

/** Carries out the user's action on the jobs that allow it; the others are left alone. */
export function createAct(deps: ActionsDeps): Act {
  const { db, clock, jobs, items, found, progress, enqueuing, connections, cancelled, pressRows } = deps

  function retryItem(job: StoredJob, item: StoredItem): void {
    const fresh = { ...item, error: null, refreshed: false, downloadTries: 0, downloadNotBefore: null }
    if (item.state === 'ready') items.put(fresh)
    else if (isRecoverable(job, item)) items.put({ ...fresh, state: hadImage(item) ? 'ready' : 'pending' })
  }

  function retryDownload(job: StoredJob): void {
    for (const item of items.of(job.id)) retryItem(job, item)
    found.retry(job.id)
    const calm = { attention: null, ...noDoubt } as const
    if (job.state === 'done' || job.state === 'failed') {
      const open = jobs.move(job, 'reopened', { ...calm, error: null })
      // Without a task, nobody is asked: if there is nothing left to fetch, it ends as it did.
      if (job.taskId === null) progress.foundChanged(open)
    } else if (job.state === 'uncertain') jobs.move(job, 'askedAgain', { ...calm, error: null })
    else jobs.patch(job, calm)
  }

  /** From now on the connection itself reports the problem. */
  function restoreConnection(id: string): void {
    connections.restore(id)
    const stranded = db.all<{ id: string }>(
      `SELECT id FROM jobs WHERE attention_json ->> 'code' = 'removedRefused' AND connection_id = :id`,
      { id },
    )
    for (const job of stranded) jobs.patch(jobs.need(job.id), { attention: null })
  }

  /** Every task that is said to be asked for there goes on. */
  function allowTaskOrigin({ connectionId, attention }: StoredJob): void {
    const origin = attention?.params?.origin
    if (typeof origin !== 'string') return
    connections.allowTaskOrigin(connectionId, origin)
    const asking = db.all<{ id: string }>(
      `SELECT id FROM jobs WHERE attention_json ->> 'code' = 'taskAskedElsewhere'
         AND attention_json ->> '$.params.origin' = :origin AND connection_id = :connectionId`,
      { connectionId, origin },
    )
    for (const { id } of asking) jobs.patch(jobs.need(id), { attention: null })
  }

  /** Images that the task still has to make are waited for. */
  function giveUp(job: StoredJob): void {
    found.quiet(job.id)
    for (const item of items.of(job.id)) {
      if (!isOutstanding(job, item)) continue
      const error = appError('imageGivenUp', { retry: 'free', detail: item.error?.detail ?? null })
      items.put({ ...item, state: 'failed', error, downloadNotBefore: null })
    }
    const isOver = job.attention?.code === 'imageStuck' || job.attention?.code === 'imageFound'
    const attention = isOver ? null : job.attention
    progress.endIfNothingOpen(jobs.patch(jobs.touch(job.id), { attention }))
  }

  /** How the window shows it, for as long as it can be taken back; and what it is known by if it is queued anew. */
  function record(press: number, before: StoredJob): void {
    const after = jobs.need(before.id)
    const announced = db.get('SELECT 1 FROM batches WHERE id = :id AND notified_at IS NOT NULL', {
      id: before.batchId,
    })
    const batch = { announced: announced !== undefined }
    const texts = { before: standingText(before, batch), after: standingText(after, batch) }
    const { id: jobId, state, connectionId, mode, request } = before
    const same =
      state === 'uncertain' ? sameAs({ connectionId, mode, request: JSON.stringify(request) }) : null
    pressRows.add(press, [{ jobId, ...texts, same }])
  }

  const does: Readonly<Record<JobAction, (job: StoredJob, press: number | null) => void>> = {
    cancel({ id }, press) {
      cancelled.drop('jobs.id = :id', { id }, { rows: 1, press })
    },
    stopWaiting: (job) => jobs.patch(job, { waitingStopped: true, attention: null }),
    waitAgain: (job) => jobs.patch(job, { waitingStopped: false }),
    retryDownload,
    giveUp,
    settle(job) {
      found.quiet(job.id)
      if (isIn('ended', job.state)) {
        jobs.patch(job, { attention: null })
        return
      }
      items.abandon(job.id)
      jobs.move(job, 'settled', { settledAt: clock.now() })
    },
    sendAgain(job) {
      // A yes to a picture of the former answer would end the task of the next one.
      found.quiet(job.id)
      jobs.move(job, 'sentAgain', {
        ...{ notBefore: null, taskId: null, askAt: null, isProvisional: false, attention: null },
        // What the user said of its former task isn't about the next.
        waitingStopped: false,
      })
      db.run('UPDATE jobs SET dropped = 0 WHERE id = :id', { id: job.id })
      // A cancel that only marked it has nothing to take back: whatever drops it now has its own.
      pressRows.endFor(job.id)
    },
    retryAsNew(job) {
      enqueuing.retry(job, missingOf(job, items.of(job.id)))
      jobs.patch(job, { attention: null })
    },
    allowTaskOrigin,
    restoreConnection: (job) => restoreConnection(job.connectionId),
    // These change nothing here: a page opens in the browser, a file is written elsewhere.
    openServicePage() {},
    saveKept() {},
  }

  /** It would wait where a command to cancel is still at work. */
  const wouldBeCancelled = (id: string): boolean =>
    db.get(`SELECT 1 FROM jobs WHERE id = :id AND ${isBeingCancelled}`, { id }) !== undefined

  const wasQueuedAnew = (id: string): boolean =>
    db.get(`SELECT 1 FROM jobs WHERE id = :id AND ${isQueuedLater}`, { id }) !== undefined

  return (ids, action, press, { named, begun }) =>
    db.transaction(() => {
      const done: string[] = []
      const isOffered = (job: StoredJob | null): job is StoredJob =>
        job !== null && actionsOf(job, items.of(job.id)).includes(action)
      // Pressed twice, a cancel is one: the second finds nothing to do.
      const joins =
        action === 'cancel' &&
        (begun || deps.isAnyPressAtWork() || named.some((id) => isOffered(jobs.find(id))))
      for (const id of new Set(ids)) {
        const job = jobs.find(id)
        if (joins && press !== null && cancelled.joinOne(id, press) > 0) done.push(id)
        if (!isOffered(job)) continue
        if (action === 'sendAgain' && wouldBeCancelled(id)) continue
        if (action === 'retryAsNew' && named.length === 0 && wasQueuedAnew(id)) continue
        does[action](job, press)
        if (press !== null && undoable.has(action)) record(press, job)
        done.push(id)
      }
      return done
    })
}
