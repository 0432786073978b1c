import type { CancelResult } from '@shared/model/queue'
import { z } from 'zod'
import type { Bulk } from '../../bulk/bulk'
import { blockRows } from '../../db/counts'
import type { Database, SqlParams } from '../../db/database'
import { states, transitions } from '../../jobMachine'
import type { Clock } from '../../ports'
import { batchesBeingWritten, isWaiting } from '../rows/batchGate'
import type { Commits } from '../rows/commits'
import { actKind, withoutPaid } from './bulkAct'

/**
 * Drops waiting jobs by the thousand. From its first moment on none of them is sent, however long it takes, and paid
 * retries that are still being queued end. What was sent still arrives; a job that comes back unsent is dropped then.
 */
export interface Cancelling {
  batch(id: string): Promise<CancelResult>
  /** In every batch. */
  all(): Promise<CancelResult>
  /** Drops the waiting jobs of a connection that no longer exists. */
  withoutConnection(live: ReadonlySet<string>): Promise<void>
}

/** Which jobs: of one batch, of one connection or of all; queued until now, by the number of their rows. */
const paramsSchema = z.object({
  batchId: z.string().nullable(),
  connectionId: z.string().nullable(),
  upTo: z.number(),
  /** Batches that were still being written: nobody saw their jobs. */
  notBatches: z.array(z.string()),
})
type Params = z.infer<typeof paramsSchema>

/** In SQL, so that an index finds them. */
function meantBy({ batchId, connectionId, upTo, notBatches }: Params): {
  readonly where: string
  readonly params: SqlParams
} {
  const isOld = 'jobs.rowid <= :upTo AND jobs.batch_id NOT IN (SELECT value FROM json_each(:notBatches))'
  const params = { upTo, notBatches: JSON.stringify(notBatches) }
  if (batchId !== null)
    return { where: `jobs.batch_id = :batchId AND ${isOld}`, params: { ...params, batchId } }
  if (connectionId === null) return { where: isOld, params }
  return { where: `jobs.connection_id = :connectionId AND ${isOld}`, params: { ...params, connectionId } }
}

export function createCancelling(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly commits: Commits
  readonly bulk: Bulk
}): Cancelling {
  const { db, clock, commits, bulk } = deps

  const run = bulk.register<Params>({
    kind: 'cancel',
    params: paramsSchema,
    step(params, rows) {
      const meant = meantBy(params)
      const jobs = db.all<{ id: string; batchId: string }>(
        `SELECT id, batch_id AS batchId FROM jobs WHERE ${isWaiting} AND ${meant.where} LIMIT :rows`,
        { ...meant.params, rows },
      )
      for (const { batchId } of jobs) commits.batchChanged(batchId)
      const ids = JSON.stringify(jobs.map(({ id }) => id))
      db.run("UPDATE items SET state = 'abandoned' WHERE job_id IN (SELECT value FROM json_each(:ids))", {
        ids,
      })
      db.run(
        `UPDATE jobs SET state = '${transitions.cancelled.to}', ended_at = :now, error_json = NULL, not_before = NULL
         WHERE id IN (SELECT value FROM json_each(:ids))`,
        { ids, now: clock.now() },
      )
      return { done: jobs.length, next: jobs.length < rows ? null : params }
    },
  })

  const number = (sql: string, params: SqlParams = {}): number =>
    db.get<{ value: number | null }>(sql, params)?.value ?? 0

  /**
   * The last row that waits or is under way, but for what is still being written: once that is taken back, the numbers
   * of its rows may be used again.
   */
  function lastRow(): number {
    const isWritten = `batch_id NOT IN (${batchesBeingWritten})`
    const from =
      blockRows * number(`SELECT max(block) AS value FROM waiting_counts WHERE jobs > 0 AND ${isWritten}`)
    const to = from + blockRows - 1
    return Math.max(
      number(`SELECT max(rowid) AS value FROM jobs WHERE rowid BETWEEN :from AND :to AND ${isWritten}`, {
        from,
        to,
      }),
      number(`SELECT max(rowid) AS value FROM jobs WHERE state IN ${states.underway}`),
    )
  }

  async function drop(which: Pick<Params, 'batchId' | 'connectionId'>): Promise<CancelResult> {
    const notBatches = db.all<{ id: string }>(batchesBeingWritten).map(({ id }) => id)
    const params = { ...which, upTo: lastRow(), notBatches }
    const total = number(
      `SELECT sum(jobs) AS value FROM job_counts JOIN batches ON batches.id = batch_id
       WHERE stage = 'waiting' AND sendable_at IS NOT NULL AND (:batchId IS NULL OR batch_id = :batchId)
         AND (:connectionId IS NULL OR connection_id = :connectionId)`,
      { ...which },
    )
    const meant = meantBy(params)
    let arriving = 0
    const cancelled = await run({ params, total, subject: which.batchId ?? which.connectionId }, (amend) => {
      if (which.connectionId === null) amend(actKind, withoutPaid(which.batchId))
      db.run(`UPDATE jobs SET dropped = 1 WHERE state = 'sending' AND ${meant.where}`, meant.params)
      arriving = number(
        `SELECT count(*) AS value FROM jobs WHERE state IN ${states.underway} AND ${meant.where}`,
        meant.params,
      )
    })
    return { cancelled, arriving }
  }

  const isUnderWay = (connectionId: string): boolean =>
    bulk.unfinished().some(({ kind, subject }) => kind === 'cancel' && subject === connectionId)

  return {
    batch: (id) => drop({ batchId: id, connectionId: null }),
    all: () => drop({ batchId: null, connectionId: null }),

    async withoutConnection(live) {
      const gone = db
        .all<{ id: string }>(
          `SELECT id FROM connections
           WHERE EXISTS (SELECT 1 FROM jobs WHERE state = 'queued' AND connection_id = connections.id)`,
        )
        .filter(({ id }) => !live.has(id) && !isUnderWay(id))
      await Promise.all(gone.map(({ id }) => drop({ batchId: null, connectionId: id })))
    },
  }
}
