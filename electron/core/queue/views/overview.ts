import { noBatchCost } from '@shared/model/cost'
import type { Job } from '@shared/model/job'
import type { Batch, QueueOverview } from '@shared/model/queue'
import type { Changes } from '../../changes'
import type { Database, SqlParams } from '../../db/database'
import type { Clock } from '../../ports'
import type { Reach } from '../interruptions/reach'
import type { SendQuestion } from '../interruptions/sendQuestion'
import type { ConnectionPaces } from '../pace/connectionPace'
import type { ItemStore } from '../rows/itemStore'
import { errorOf, type JobRow, readJob, selectJobs } from '../rows/jobStore'
import { shownJob } from '../rows/shownJob'
import { unfinishedBatches } from '../rows/unfinishedBatches'
import { heads, headsInOrder, inOrder, inReverse, readPriority } from '../sending/sendingOrder'
import type { Costs } from './costs'
import type { FinishedList } from './finishedList'
import { type JobSets, needsYou, running } from './jobSets'

/** What the window reads of the queue; `limit` is how many rows of each group. */
export type ReadOverview = (limit: number, held: Pick<QueueOverview, 'paused' | 'held'>) => QueueOverview

interface BatchRow
  extends Omit<
    Batch,
    'connectionId' | 'createdAt' | 'nextError' | 'asked' | 'priority' | 'isApart' | 'cost'
  > {
  readonly connection_id: string
  readonly created_at: number
  readonly next_error_json: string | null
  readonly next_row: number
  readonly stored_priority: number
  readonly position: number
  readonly last_priority: number
  readonly last_position: number
}

/** A column of the job of a batch that is sent next. */
function ofNextJob(column: string, order = inOrder): string {
  return `(SELECT ${column} FROM jobs AS head WHERE head.batch_id = batches.id AND head.state = 'queued'
    ORDER BY ${order} LIMIT 1)`
}

/** The same of the job that is sent last. */
function ofLastJob(column: string): string {
  return ofNextJob(column, inReverse)
}

export function createOverview(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly changes: Changes
  readonly items: ItemStore
  readonly costs: Costs
  readonly sets: JobSets
  readonly finishedList: FinishedList
  readonly paces: Pick<ConnectionPaces, 'quiet'>
  readonly reach: Pick<Reach, 'unreached'>
  readonly question: Pick<SendQuestion, 'read' | 'heldUpTo'>
}): ReadOverview {
  const { db, clock, changes, items, costs, sets, finishedList, paces, reach, question } = deps

  function rows(where: string, order: string, limit: number, params: SqlParams = {}): Job[] {
    const jobs = db
      .all<JobRow>(`${selectJobs} WHERE ${where} ORDER BY ${order} LIMIT :limit`, { ...params, limit })
      .map(readJob)
    const byJob = items.ofMany(jobs.map(({ id }) => id))
    return jobs.map((job) => shownJob(job, byJob.get(job.id) ?? []))
  }

  function count(where: string, params: SqlParams = {}): number {
    return db.get<{ count: number }>(`SELECT count(*) AS count FROM jobs WHERE ${where}`, params)?.count ?? 0
  }

  /** Batches with waiting jobs, the one that is sent next first. */
  function waitingBatches(limit: number): Omit<Batch, 'cost'>[] {
    return db
      .all<BatchRow>(
        `WITH ${heads}, waiting AS (
           SELECT row_number() OVER (ORDER BY ${headsInOrder}) AS place, * FROM heads ORDER BY place LIMIT :limit
         ), attention AS (
           SELECT batch_id, count(*) AS jobs FROM jobs WHERE attention_json IS NOT NULL GROUP BY batch_id
         )
         SELECT batches.id, batches.name, batches.connection_id, batches.created_at,
           count(*) AS jobs,
           count(*) FILTER (WHERE state = 'queued') AS waiting,
           count(*) FILTER (WHERE state IN ('sending', 'running', 'saving')) - coalesce(attention.jobs, 0)
             AS running,
           count(*) FILTER (WHERE state = 'uncertain') + coalesce(attention.jobs, 0) AS needsYou,
           count(*) FILTER (WHERE state = 'done') AS done,
           count(*) FILTER (WHERE state = 'failed') AS failed,
           count(*) FILTER (WHERE state = 'cancelled') AS cancelled,
           ${ofNextJob("head.request_json ->> 'prompt'")} AS nextPrompt,
           ${ofNextJob('head.error_json')} AS next_error_json,
           ${ofNextJob('head.not_before')} AS nextTry,
           ${ofNextJob('head.rowid')} AS next_row,
           waiting.priority AS stored_priority, waiting.position,
           ${ofLastJob('priority')} AS last_priority, ${ofLastJob('position')} AS last_position
         FROM waiting JOIN batches ON batches.id = waiting.batch_id
           LEFT JOIN attention ON attention.batch_id = batches.id
           JOIN jobs ON jobs.batch_id = batches.id
         GROUP BY batches.id ORDER BY waiting.place`,
        { limit },
      )
      .map((row, at, all) => readBatch(row, all[at + 1], question.heldUpTo(row.connection_id)))
  }

  function tasks(stopped: boolean): number {
    return count(`state = 'running' AND attention_json IS NULL AND ${stopped ? '' : 'NOT'} waiting_stopped`)
  }

  return (limit, held) => {
    const endedAfter = finishedList.endedAfter()
    const needing = sets.needingYou(limit)
    const waiting = waitingBatches(limit)
    const { batches, connections } = costs.read(waiting.map(({ id }) => id))
    return {
      revision: changes.revision('queue'),
      ...held,
      counts: {
        needsYou: count(needsYou),
        running: count(running),
        waiting: count("state = 'queued'") - count(`state = 'queued' AND batch_id IN (${unfinishedBatches})`),
        finished: count('ended_at > :endedAfter', { endedAfter }),
      },
      tasks: { waitedFor: tasks(false), left: tasks(true) },
      folds: [...needing.folds, ...sets.failedAndRunning(endedAfter)],
      needsYou: rows('jobs.id IN (SELECT value FROM json_each(:needing))', 'jobs.sent_at, jobs.id', limit, {
        needing: JSON.stringify(needing.ids),
      }),
      running: rows(running, 'jobs.sent_at, jobs.id', limit),
      waiting: waiting.map((batch) => ({ ...batch, cost: batches.get(batch.id) ?? noBatchCost })),
      finished: rows('jobs.ended_at > :endedAfter', 'jobs.ended_at DESC, jobs.id DESC', limit, {
        endedAfter,
      }),
      costs: connections,
      unreached: reach.unreached(),
      quiet: paces
        .quiet()
        .map(({ connectionId, ms }) => ({ connectionId, until: clock.now() + Math.ceil(ms) })),
      question: question.read(),
    }
  }
}

function readBatch(row: BatchRow, following: BatchRow | undefined, heldUpTo: number): Omit<Batch, 'cost'> {
  const {
    connection_id,
    created_at,
    next_error_json,
    next_row,
    stored_priority,
    position: _,
    last_priority,
    last_position,
    ...rest
  } = row
  return {
    ...rest,
    connectionId: connection_id,
    createdAt: created_at,
    nextError: errorOf(next_error_json),
    asked: next_row <= heldUpTo,
    priority: readPriority(stored_priority),
    isApart:
      following !== undefined &&
      (last_priority < following.stored_priority ||
        (last_priority === following.stored_priority && last_position > following.position)),
  }
}
