import type { CancelResult } from '@shared/model/queue'
import { z } from 'zod'
import type { Bulk } from '../../bulk/bulk'
import { blockRows } from '../../db/counts'
import type { Database, SqlParams } from '../../db/database'
import { states } from '../../jobMachine'
import { batchesBeingWritten, isWaiting } from '../rows/batchGate'
import { actKind, withoutPaid } from './bulkAct'
import type { CancelledRows } from './cancelledRows'
import type { Presses } from './presses'
import { barredBy, pressCommands } from './pressSteps'

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
  readonly bulk: Bulk
  readonly presses: Pick<Presses, 'isKnown' | 'noteCancel'>
  readonly cancelled: Pick<CancelledRows, 'drop' | 'claim' | 'mark'>
}): Cancelling {
  const { db, bulk, presses, cancelled } = deps

  const run = bulk.register<Params>({
    kind: 'cancel',
    params: paramsSchema,
    step(params, rows) {
      const { where, params: values } = meantBy(params)
      const press = presses.isKnown(params.press) ? params.press : null
      const done = cancelled.drop(`${isWaiting} AND ${where}`, values, { rows, press })
      if (done === rows) return { done, next: params }
      const claimed = cancelled.claim(where, values, { rows, press })
      return { done: done + claimed, next: claimed < rows ? null : params }
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
    const params = { ...which, upTo: lastRow(), notBatches, press }
    const total = number(
      `SELECT sum(jobs) AS value FROM job_counts JOIN batches ON batches.id = batch_id
       WHERE stage = 'waiting' AND sendable_at IS NOT NULL AND (:batchId IS NULL OR batch_id = :batchId)
         AND (:connectionId IS NULL OR connection_id = :connectionId)`,
      { ...which },
    )
    const { where, params: values } = meantBy(params)
    let arriving = 0
    const done = await run({ params, total, subject: batchId ?? connectionId }, (amend) => {
      if (press !== null) {
        // What was cancelled before is meant too, and stays cancelled if that is taken back.
        const scope = { batchId, upTo: number('SELECT max(rowid) AS value FROM jobs'), notBatches }
        presses.noteCancel(press, scope, endedRetries(batchId))
        amend(pressCommands.takeBack, barredBy({ ...scope, press }))
      }
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
