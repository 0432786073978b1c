import { type AppError, appError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import { type Job, type JobStage, jobStages } from '@shared/model/job'
import {
  bulkCommandSchema,
  type QueueOverview,
  type Undelivered,
  type Unreached,
  type Waited,
} from '@shared/model/queue'
import type { SendGate, SendHolder } from '@shared/model/sendGate'
import { z } from 'zod'
import type { Bulk } from '../../bulk/bulk'
import type { Changes } from '../../changes'
import type { Connections } from '../../connections/connections'
import { moments } from '../../db/counts'
import type { Database, SqlParams } from '../../db/database'
import type { Clock } from '../../ports'
import { type StartRecord, skippedAtStart } from '../../startRecord'
import { batchesBeingWritten } from '../rows/batchGate'
import type { Costs } from '../rows/costs'
import type { FinishedList } from '../rows/finishedList'
import { ofBatch, running, stopped } from '../rows/jobSets'
import type { BatchSummaries } from './batchSummaries'
import type { FinishedBatches } from './finishedBatches'
import type { Folds } from './folds'
import type { JobsInBatch } from './jobsInBatch'
import type { ReadWaitingBatches } from './waitingBatches'

/** What the window reads of the queue: all of it or (`batchId`) one batch; at most `limit` rows in each group. */
export type ReadOverview = (
  wanted: { readonly limit: number; readonly batchId: string | null },
  state: Pick<QueueOverview, 'paused'>,
) => QueueOverview

/** What keeps work waiting, known in memory only: whatever sends and polls tells it. */
export interface SendingState {
  readonly gates: {
    of(connection: Connection): SendGate
    holdOf(by: SendHolder): AppError | null
  }
  /** Connections whose limit of images not on disk is reached. */
  readonly bounds: { read(): Undelivered[] }
  /** Connections that were asked to be quiet, and how many milliseconds each has left. */
  readonly paces: { quiet(): readonly { readonly connectionId: string; readonly ms: number }[] }
  readonly reach: { unreached(): Unreached[] }
  readonly question: { read(): Waited | null }
}

/** What an `act` is to do with the jobs; nothing for other kinds. */
const actionOf = (params: unknown): unknown => z.object({ action: z.string() }).safeParse(params).data?.action

const removed: SendGate = { kind: 'removed' }

/** What finished stands by batch; of the whole queue's jobs so many show how tiles became images. */
const justFinished = 100

/** Under which heading each stage is counted. */
const groupOf = {
  waiting: 'waiting',
  running: 'running',
  stopped: 'stopped',
  needsYou: 'needsYou',
  done: 'finished',
  failed: 'finished',
  settled: 'finished',
  cancelled: 'finished',
} as const satisfies Readonly<Record<JobStage, string>>
type Group = (typeof groupOf)[JobStage]

export function createOverview(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly changes: Changes
  readonly connections: Pick<Connections, 'list'>
  readonly jobsInBatch: Pick<JobsInBatch, 'read'>
  readonly finishedBatches: Pick<FinishedBatches, 'list'>
  readonly costs: Pick<Costs, 'ofConnections'>
  readonly folds: Folds
  readonly summaries: Pick<BatchSummaries, 'read'>
  readonly waitingBatches: ReadWaitingBatches
  readonly finishedList: FinishedList
  readonly bulk: Pick<Bulk, 'unfinished'>
  readonly sending: SendingState
  readonly starts: Pick<StartRecord, 'isLeftOut'>
}): ReadOverview {
  const { db, clock, changes, connections, costs, folds, summaries, waitingBatches } = deps
  const { jobsInBatch, finishedBatches, finishedList, bulk, sending, starts } = deps

  function rows(where: string, order: string, limit: number, params: SqlParams = {}): Job[] {
    return jobsInBatch.read(`WHERE ${where} ORDER BY ${order} LIMIT :limit`, { ...params, limit })
  }

  /** A task that isn't polled says why. */
  function unlessSkipped(job: Job): Job {
    if (job.state !== 'running') return job
    if (starts.isLeftOut('start', '')) return { ...job, error: appError('startHeld') }
    return starts.isLeftOut('poll', job.id)
      ? { ...job, error: skippedAtStart('poll', job.request.prompt) }
      : job
  }

  /** Jobs of all batches or of one, from the stored counts. */
  function count(group: Group, batchId: string | null): number {
    const stages = jobStages.filter((stage) => groupOf[stage] === group)
    return (
      db.get<{ count: number }>(
        `SELECT coalesce(sum(jobs), 0) AS count FROM job_counts
         WHERE stage IN (SELECT value FROM json_each(:stages)) AND jobs > 0
           AND (:batchId IS NULL OR batch_id = :batchId) AND batch_id NOT IN (${batchesBeingWritten})`,
        { stages: JSON.stringify(stages), batchId },
      )?.count ?? 0
    )
  }

  /** Tasks that are polled, of all batches or of one: there are only as many as are in flight. */
  function polled(batchId: string | null): number {
    return (
      db.get<{ count: number }>(
        `SELECT count(*) AS count FROM jobs WHERE ${running} AND state = 'running' AND ${ofBatch}`,
        { batchId },
      )?.count ?? 0
    )
  }

  function finished(batchId: string | null, limit: number): { readonly count: number; readonly rows: Job[] } {
    const newest = 'jobs.ended_at DESC, jobs.id DESC'
    if (batchId !== null)
      return {
        count: count('finished', batchId),
        rows: rows(`${moments.finished} AND jobs.batch_id = :batchId`, newest, limit, { batchId }),
      }
    const since = { endedAfter: finishedList.endedAfter() }
    return {
      count: finishedList.count(),
      rows: rows(
        `${moments.finished} AND jobs.ended_at > :endedAfter`,
        newest,
        Math.min(limit, justFinished),
        since,
      ),
    }
  }

  return ({ limit, batchId }, state) => {
    const ofConnections = connections
      .list()
      .map((connection) => ({ connectionId: connection.id, gate: sending.gates.of(connection) }))
    const gateOf = (id: string) =>
      ofConnections.find(({ connectionId }) => connectionId === id)?.gate ?? removed
    const needing = folds.needingYou(batchId, limit)
    const needsYou = count('needsYou', batchId)
    const ended = finished(batchId, limit)
    return {
      revision: changes.revision('queue'),
      batch: (batchId === null ? null : summaries.read([batchId]).get(batchId)) ?? null,
      ...state,
      gates: ofConnections,
      libraryHold: sending.gates.holdOf('library'),
      counts: {
        needsYou,
        running: count('running', batchId),
        waiting: count('waiting', batchId),
        stopped: count('stopped', batchId),
        finished: ended.count,
      },
      needsYouElsewhere: batchId === null ? 0 : count('needsYou', null) - needsYou,
      waitedFor: polled(batchId),
      folds: [...needing.folds, ...folds.others(batchId)],
      needsYou: rows('jobs.id IN (SELECT value FROM json_each(:needing))', 'jobs.sent_at, jobs.id', limit, {
        needing: JSON.stringify(needing.ids),
      }),
      running: rows(`${running} AND ${ofBatch}`, 'jobs.sent_at, jobs.id', limit, { batchId }).map(
        unlessSkipped,
      ),
      waiting: waitingBatches(batchId, { limit, gateOf }),
      stopped: rows(`${stopped} AND ${ofBatch}`, 'jobs.sent_at, jobs.id', limit, { batchId }),
      finished: ended.rows,
      finishedBatches: batchId === null ? finishedBatches.list(limit) : [],
      finishedAfter: finishedList.endedAfter(),
      costs: costs.ofConnections(),
      unreached: sending.reach.unreached(),
      quiet: sending.paces
        .quiet()
        .map(({ connectionId, ms }) => ({ connectionId, until: clock.now() + Math.ceil(ms) })),
      undelivered: sending.bounds.read(),
      question: sending.question.read(),
      commands: bulk.unfinished().flatMap(({ kind, params, done, total }) => {
        const name = actionOf(params) ?? kind
        const command = bulkCommandSchema.safeParse({ name, done, total })
        return command.success ? command.data : []
      }),
    }
  }
}
