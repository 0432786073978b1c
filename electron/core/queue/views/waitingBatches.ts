import type { BatchSummary } from '@shared/model/batch'
import type { Batch } from '@shared/model/queue'
import type { SendGate } from '@shared/model/sendGate'
import type { Database } from '../../db/database'
import { states } from '../../jobMachine'
import { batchesBeingWritten, gateOfBatch, isBeingCancelled } from '../rows/batchGate'
import { storedError } from '../rows/jobFields'
import {
  comparePlaces,
  firstJob,
  heads,
  headsInOrder,
  inOrder,
  inReverse,
  type JobPlace,
  readPriority,
} from '../rows/sendingOrder'
import type { BatchSummaries } from './batchSummaries'
import type { JobsInBatch } from './jobsInBatch'

/** Facts about a batch from the jobs that are sent next and last. */
interface NextRow {
  readonly id: string
  readonly connection_id: string
  readonly prompt: string
  readonly error_json: string | null
  readonly not_before: number | null
  readonly row: number
  readonly priority: number
  readonly position: number
  readonly job_id: string
  readonly last_priority: number
  readonly last_position: number
  readonly last_id: string
  readonly being_cancelled: number
}

/** If one batch fills them, each batch is looked at. */
const jobsLookedAt = 1_000

/**
 * Batches with waiting jobs, the one that is sent next first; of all batches, or (if not null) only one of them.
 * `gateOf`: of a connection.
 */
export type ReadWaitingBatches = (
  batchId: string | null,
  options: { readonly limit: number; readonly gateOf: (connectionId: string) => SendGate },
) => Batch[]

export function createWaitingBatches(deps: {
  readonly db: Database
  readonly summaries: Pick<BatchSummaries, 'read'>
  readonly jobsInBatch: Pick<JobsInBatch, 'of'>
  /** The connection's jobs with row numbers up to this wait for the user's answer. */
  readonly heldUpTo: (connectionId: string) => number
  /** The stored priority that a batch is just being given; null if none is. */
  readonly priorityOf: (batchId: string) => number | null
}): ReadWaitingBatches {
  const { db, summaries, jobsInBatch, heldUpTo, priorityOf } = deps

  function shown(row: NextRow, following: NextRow | undefined, summary: BatchSummary, gate: SendGate): Batch {
    return {
      ...summary,
      nextPrompt: jobsInBatch.of(row.id, { id: row.job_id, prompt: row.prompt })?.differs || row.prompt,
      nextError: storedError(row.error_json),
      nextTry: row.not_before,
      gate: gateOfBatch(
        {
          paused: summary.paused,
          isBeingCancelled: row.being_cancelled === 1,
          nextRow: row.row,
          heldUpTo: heldUpTo(row.connection_id),
        },
        gate,
      ),
      priority: readPriority(priorityOf(row.id) ?? row.priority),
      isApart: following !== undefined && comparePlaces(lastOf(row), firstOf(following)) > 0,
    }
  }

  /** Ids of the first batches in line. If there are very many, the first jobs in line tell without a look at each. */
  function inLine(limit: number): readonly string[] {
    const ofFirstJobs = db.all<{ id: string }>(
      `SELECT batch_id AS id FROM jobs INDEXED BY jobs_order
       WHERE state IN ${states.placed} AND state = 'queued' AND batch_id NOT IN (${batchesBeingWritten})
       ORDER BY ${inOrder} LIMIT ${jobsLookedAt}`,
    )
    const first = new Set(ofFirstJobs.map(({ id }) => id))
    if (first.size >= limit) return [...first].slice(0, limit)
    return db
      .all<{ id: string }>(
        `WITH ${heads} SELECT batch_id AS id FROM heads ORDER BY ${headsInOrder} LIMIT :limit`,
        { limit },
      )
      .map(({ id }) => id)
  }

  return (batchId, { limit, gateOf }) => {
    const ids = batchId === null ? inLine(limit) : [batchId]
    const rows = db.all<NextRow>(
      `WITH waiting AS (SELECT key AS place, value AS batch_id FROM json_each(:ids)
         WHERE value NOT IN (${batchesBeingWritten}))
       SELECT waiting.batch_id AS id, next.connection_id, next.request_json ->> 'prompt' AS prompt, next.error_json,
         next.not_before, next.rowid AS row, ${isBeingCancelled.replaceAll('jobs.', 'next.')} AS being_cancelled, next.priority, next.position, next.id AS job_id,
         last.priority AS last_priority, last.position AS last_position, last.id AS last_id
       FROM waiting
         JOIN jobs AS next ON next.rowid = ${firstJob(inOrder)}
         JOIN jobs AS last ON last.rowid = ${firstJob(inReverse)}
       ORDER BY waiting.place`,
      { ids: JSON.stringify(ids) },
    )
    const known = summaries.read(rows.map(({ id }) => id))
    return rows.flatMap((row, at) => {
      const summary = known.get(row.id)
      return summary === undefined ? [] : [shown(row, rows[at + 1], summary, gateOf(row.connection_id))]
    })
  }
}

const firstOf = ({ priority, position, job_id }: NextRow): JobPlace => ({ priority, position, id: job_id })
const lastOf = (row: NextRow): JobPlace => ({
  priority: row.last_priority,
  position: row.last_position,
  id: row.last_id,
})
