import type { CancelResult } from '@shared/model/queue'
import { z } from 'zod'
import type { Bulk } from '../../bulk/bulk'
import type { Database, SqlParams } from '../../db/database'
import { states } from '../../jobMachine'
import { batchesBeingWritten, isWaiting } from '../rows/batchGate'
import { actKind, withoutPaid } from './bulkAct'
import { type CancelledRows, isMarkable } from './cancelledRows'
import type { Presses } from './presses'
import { pressCommands } from './pressSteps'

/**
 * Drops waiting jobs by the thousand. From its first moment on none of them is sent, however long it takes, and paid
 * retries that are still being queued end. What was sent still arrives; a job that comes back unsent is dropped then.
 */
export interface Cancelling {
  batch(id: string, press: number | null): Promise<CancelResult>
  /** In every batch. */
  all(press: number | null): Promise<CancelResult>
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
  /** What it changes is recorded under this press; null if it can't be taken back. */
  press: z.number().nullable().default(null),
  /** What was cancelled before is this press's too: the rows of presses up to this number; null: it isn't looked for. */
  joined: z.number().nullable().default(null),
})
type Params = z.infer<typeof paramsSchema>

/** In SQL, so that an index finds them. */
function meantBy({ batchId, connectionId, upTo, notBatches }: Omit<Params, 'press' | 'joined'>): {
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
  readonly bulk: Bulk
  readonly presses: Pick<Presses, 'noteCancel' | 'isAnyAtWork'>
  readonly cancelled: Pick<CancelledRows, 'drop' | 'join' | 'mark'>
}): Cancelling {
  const { db, bulk, presses, cancelled } = deps

  const run = bulk.register<Params>({
    kind: 'cancel',
    params: paramsSchema,
    // What is cancelled again beside it would be looked for too early.
    after: [pressCommands.doAgain],
    step(params, rows) {
      const { where, params: values } = meantBy(params)
      const { press, joined: after } = params
      const done = cancelled.drop(`${isWaiting} AND ${where}`, values, { rows, press })
      if (done === rows) return { done, next: params }
      if (press === null || after === null) return { done, next: null }
      const joined = cancelled.join(where, values, { rows, press, after })
      return { done, next: joined === null ? null : { ...params, joined } }
    },
  })

  const number = (sql: string, params: SqlParams = {}): number =>
    db.get<{ value: number | null }>(sql, params)?.value ?? 0

  /** The last row, but for what is still being written: the numbers of those may be used again. */
  const lastRow = (): number =>
    number(`SELECT max(rowid) AS value FROM jobs WHERE batch_id NOT IN (${batchesBeingWritten})`)

  /** Paid retries that a cancel ends as a whole, as far as they weren't queued yet. */
  const endedRetries = (batchId: string | null): number =>
    bulk
      .unfinished()
      .filter(({ kind, params }) => kind === actKind && withoutPaid(batchId)(params) === null)
      .reduce((sum, { done, total }) => sum + Math.max(0, total - done), 0)

  async function drop(
    which: Pick<Params, 'batchId' | 'connectionId'>,
    press: number | null,
  ): Promise<CancelResult> {
    const { batchId, connectionId } = which
    const notBatches = db.all<{ id: string }>(batchesBeingWritten).map(({ id }) => id)
    const scope = { ...which, upTo: lastRow(), notBatches }
    const total = number(
      `SELECT sum(jobs) AS value FROM job_counts JOIN batches ON batches.id = batch_id
       WHERE stage = 'waiting' AND sendable_at IS NOT NULL AND (:batchId IS NULL OR batch_id = :batchId)
         AND (:connectionId IS NULL OR connection_id = :connectionId)`,
      { ...which },
    )
    const { where, params: values } = meantBy(scope)
    const ended = endedRetries(batchId)
    const marked = number(`SELECT count(*) AS value FROM jobs WHERE ${isMarkable} AND ${where}`, values)
    // Pressed twice, a cancel is one: the second finds nothing to do.
    const joined = total + ended + marked > 0 || presses.isAnyAtWork() ? 0 : null
    let arriving = 0
    const params = { ...scope, press, joined }
    const done = await run({ params, total, subject: batchId ?? connectionId }, (amend) => {
      if (press !== null) presses.noteCancel(press, batchId, ended)
      if (connectionId === null) amend(actKind, withoutPaid(batchId))
      cancelled.mark(where, values, press)
      arriving = number(
        `SELECT count(*) AS value FROM jobs WHERE state IN ${states.underway} AND ${where}`,
        values,
      )
    })
    return { cancelled: done, arriving }
  }

  const isUnderWay = (connectionId: string): boolean =>
    bulk.unfinished().some(({ kind, subject }) => kind === 'cancel' && subject === connectionId)

  return {
    batch: (id, press) => drop({ batchId: id, connectionId: null }, press),
    all: (press) => drop({ batchId: null, connectionId: null }, press),

    async withoutConnection(live) {
      const gone = db
        .all<{ id: string }>(
          `SELECT id FROM connections
           WHERE EXISTS (SELECT 1 FROM jobs WHERE state = 'queued' AND connection_id = connections.id)`,
        )
        .filter(({ id }) => !live.has(id) && !isUnderWay(id))
      await Promise.all(gone.map(({ id }) => drop({ batchId: null, connectionId: id }, null)))
    },
  }
}
