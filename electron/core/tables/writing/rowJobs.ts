import { appErrorSchema } from '@shared/errors'
import { itemStateSchema, jobStateSchema } from '@shared/model/job'
import { z } from 'zod'
import type { Database } from '../../db/database'
import { states } from '../../jobMachine'
import type { RowJob } from './rowOutcome'

const itemsSchema = z.array(
  z.object({
    state: itemStateSchema,
    revisedPrompt: z.string().nullable(),
    imageId: z.string().nullable(),
    error: appErrorSchema.nullable(),
  }),
)

interface JobRow {
  readonly row: number
  readonly state: string
  readonly taskId: string | null
  readonly error: string | null
  readonly attention: string | null
  readonly retried: number
  readonly items: string
}

interface Identity {
  readonly connectionId: string
  readonly key: string | null
  readonly content: string
  readonly source: string
}

/** The jobs made from rows of a batch's table. A row that was left out as known has the jobs by which it is known. */
export function rowJobs(
  db: Database,
  batchId: string,
  rows: readonly number[],
): ReadonlyMap<number, readonly RowJob[]> {
  const own = jobsOf(db, { batchId, from: rows.at(0) ?? 0, to: rows.at(-1) ?? 0 })
  return new Map(rows.map((row) => [row, own.get(row) ?? knownJobs(db, batchId, row)]))
}

/** The jobs of the newest earlier row with this key or, without a key, with this content or these cells. */
function knownJobs(db: Database, batchId: string, row: number): readonly RowJob[] {
  const identity = db.get<Identity>(
    `SELECT connection_id AS connectionId, key, content, source FROM batch_rows
     WHERE batch_id = :batchId AND row = :row`,
    { batchId, row },
  )
  if (identity === undefined) return []
  const known =
    identity.key === null
      ? (newestAlike(db, batchId, identity, 'content') ?? newestAlike(db, batchId, identity, 'source'))
      : newestAlike(db, batchId, identity, 'key')
  if (known === undefined) return []
  return jobsOf(db, { batchId: known.batchId, from: known.row, to: known.row }).get(known.row) ?? []
}

function newestAlike(db: Database, batchId: string, identity: Identity, by: 'key' | 'content' | 'source') {
  // A row with an error asks for nothing: thousands of rows may have that in common.
  if (identity[by] === '') return undefined
  return db.get<{ batchId: string; row: number }>(
    `SELECT batch_id AS batchId, row FROM batch_rows
     WHERE connection_id = :connectionId AND ${by} = :value
       AND rowid < (SELECT rowid FROM batch_rows WHERE batch_id = :batchId ORDER BY row LIMIT 1)
       AND EXISTS (
         SELECT 1 FROM jobs
         WHERE jobs.batch_id = batch_rows.batch_id AND jobs.row = batch_rows.row
           AND state NOT IN ${states.fruitless}
       )
     ORDER BY rowid DESC LIMIT 1`,
    { connectionId: identity.connectionId, value: identity[by], batchId },
  )
}

function jobsOf(
  db: Database,
  rows: { readonly batchId: string; readonly from: number; readonly to: number },
): ReadonlyMap<number, readonly RowJob[]> {
  const found = db.all<JobRow>(
    `SELECT row, state, task_id AS taskId, error_json AS error, attention_json AS attention,
       EXISTS (SELECT 1 FROM jobs AS retries WHERE retries.retry_of = jobs.id) AS retried,
       (
         SELECT json_group_array(json_object(
           'state', state, 'revisedPrompt', revised_prompt, 'imageId', image_id, 'error', json(error_json)
         ) ORDER BY position)
         FROM items WHERE job_id = jobs.id
       ) AS items
     FROM jobs WHERE batch_id = :batchId AND row BETWEEN :from AND :to ORDER BY id`,
    rows,
  )
  const jobs = new Map<number, RowJob[]>()
  for (const job of found) {
    const those = jobs.get(job.row) ?? []
    those.push(readJob(job))
    jobs.set(job.row, those)
  }
  return jobs
}

function readJob(job: JobRow): RowJob {
  return {
    state: jobStateSchema.parse(job.state),
    taskId: job.taskId,
    error: errorOf(job.error),
    attention: errorOf(job.attention),
    retried: job.retried === 1,
    items: itemsSchema.parse(JSON.parse(job.items)),
  }
}

function errorOf(json: string | null) {
  return json === null ? null : appErrorSchema.parse(JSON.parse(json))
}
