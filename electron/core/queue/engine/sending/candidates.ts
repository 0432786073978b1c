import type { Mode } from '@shared/model/draft'
import { priced } from '../../../db/counts'
import type { Database } from '../../../db/database'
import { isOpenBatch, isUnasked } from '../../rows/batchGate'
import type { JobPlace } from '../../rows/sendingOrder'
import type { SendQuestion } from '../interruptions/sendQuestion'

/** A job that might be sent. */
export interface Candidate extends JobPlace {
  readonly batch_id: string
  readonly mode: Mode
  /** What the price of its request depends on, as `pricedRequest` reads it. */
  readonly priced: string
  readonly ramp: number
  readonly succeeded_at: number | null
}

const columns = `jobs.id, jobs.batch_id, jobs.mode, ${priced} AS priced, jobs.priority, jobs.position,
  batches.ramp, batches.succeeded_at`
const isFree = `jobs.state = 'queued' AND jobs.mode = :mode AND ${isUnasked}`

/** The first jobs in the order. */
const inLine = `SELECT ${columns} FROM jobs JOIN batches ON batches.id = jobs.batch_id
  WHERE jobs.connection_id = :connectionId AND ${isFree} ORDER BY jobs.priority DESC, jobs.position, jobs.id LIMIT :limit`

/**
 * The first jobs in the order, leaving out closed batches: a hundred thousand jobs of a paused batch aren't read to find
 * the one behind them. As many batches as jobs are asked for are enough: those whose first jobs come first.
 */
const pastClosed = `SELECT ${columns}
  FROM (SELECT waiting.batch_id
      FROM (SELECT DISTINCT batch_id FROM job_counts WHERE stage = 'waiting' AND mode = :mode AND jobs > 0) AS waiting
        JOIN batches ON batches.id = waiting.batch_id AND batches.connection_id = :connectionId AND ${isOpenBatch}
        JOIN jobs ON jobs.rowid = (
          SELECT jobs.rowid FROM jobs WHERE jobs.batch_id = waiting.batch_id AND ${isFree}
          ORDER BY jobs.priority DESC, jobs.position, jobs.id LIMIT 1)
      ORDER BY jobs.priority DESC, jobs.position, jobs.id LIMIT :limit) AS next
    JOIN batches ON batches.id = next.batch_id
    JOIN jobs ON jobs.rowid IN (
      SELECT jobs.rowid FROM jobs WHERE jobs.batch_id = next.batch_id AND ${isFree}
      ORDER BY jobs.priority DESC, jobs.position, jobs.id LIMIT :limit)
  ORDER BY jobs.priority DESC, jobs.position, jobs.id LIMIT :limit`

/** The jobs of a connection and a mode that may be sent next, at most `limit`, in order; none from a closed batch. */
export type Candidates = (connectionId: string, mode: Mode, limit: number) => Candidate[]

export function createCandidates(deps: {
  readonly db: Database
  readonly question: Pick<SendQuestion, 'heldUpTo'>
}): Candidates {
  const { db, question } = deps

  /** Whether anything waits in a batch that is paused, still being written or being cancelled. */
  function hasClosed(connectionId: string): boolean {
    const closed = db.get(
      `SELECT 1 FROM job_counts JOIN batches ON batches.id = job_counts.batch_id
       WHERE stage = 'waiting' AND jobs > 0 AND connection_id = :connectionId AND NOT (${isOpenBatch})`,
      { connectionId },
    )
    return closed !== undefined
  }

  return (connectionId, mode, limit) =>
    limit <= 0
      ? []
      : db.all<Candidate>(hasClosed(connectionId) ? pastClosed : inLine, {
          connectionId,
          mode,
          heldUpTo: question.heldUpTo(connectionId),
          limit,
        })
}
