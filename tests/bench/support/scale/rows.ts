import type { Database } from '../../../../electron/core/db/database'
import { newId } from '../../../../electron/core/ids'

/** Kinds of rows, each with a letter of its own in its ids. */
const letters = { job: 'j', batch: 'b', attempt: 'a', image: 'm' } as const
type Kind = keyof typeof letters

const born = newId(Date.UTC(2026, 0, 1)).slice(0, 10)

/** The id of the nth row of its kind, from 1: known without asking the database. */
export const idOf = (kind: Kind, n: number): string => born + letters[kind] + String(n).padStart(15, '0')

const idSql = (kind: Kind, n: string): string => `'${born}${letters[kind]}' || printf('%015d', ${n})`

/** Jobs that are alike, over one or more batches that are alike too. */
export interface Group {
  readonly name: string
  readonly state: 'queued' | 'done' | 'failed' | 'cancelled' | 'uncertain'
  readonly jobs: number
  readonly batches: number
  readonly paused?: boolean
  /** Milliseconds since the jobs were queued. */
  readonly age: number
  /** Milliseconds between the times at which the jobs were sent and ended; default 10. */
  readonly spacing?: number
  /** How many outages they belong to, an hour apart; default 1. */
  readonly outages?: number
  /** Saved images of each job. */
  readonly images?: number
}

/** What a group took: its jobs and batches by number, from the first to the last. */
export interface Placed extends Group {
  readonly firstJob: number
  readonly firstBatch: number
}

const outcome = { done: 'accepted', failed: 'refused', uncertain: 'uncertain' } as const
const itemState = {
  queued: 'pending',
  cancelled: 'abandoned',
  failed: 'abandoned',
  uncertain: 'pending',
} as const
const problems = { failed: 'serviceFailed', uncertain: 'connectionLost' } as const

/** About 90 characters, every one different, with words to search for. */
export const promptSql = (n: string): string => `'Study ' || CAST(${n} AS INTEGER) || ' of a ' ||
  CASE ${n} % 7 WHEN 0 THEN 'harbour' WHEN 1 THEN 'heron' WHEN 2 THEN 'quarry' WHEN 3 THEN 'lantern'
    WHEN 4 THEN 'meadow' WHEN 5 THEN 'kiln' ELSE 'glacier' END ||
  ' at ' || CASE ${n} % 5 WHEN 0 THEN 'noon' WHEN 1 THEN 'dusk' WHEN 2 THEN 'dawn' WHEN 3 THEN 'night'
    ELSE 'first frost' END || ', blue and white print, long exposure, soft grain'`

const numbers =
  'WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < :count)'

/** Writes a group with its items and attempts, in the order of its jobs. Call it in a transaction. */
export function insertGroup(
  db: Database,
  group: Group,
  at: {
    readonly connectionId: string
    readonly now: number
    readonly firstJob: number
    readonly firstBatch: number
  },
): Placed {
  const { connectionId, now, firstJob, firstBatch } = at
  const { name, state, jobs, batches, paused = false, age, spacing = 10, outages = 1, images = 1 } = group
  const perBatch = Math.ceil(jobs / batches)
  const queuedAt = now - age
  const isSent = state in outcome
  const hasEnded = state !== 'queued' && state !== 'uncertain'
  const problem = state === 'failed' || state === 'uncertain' ? problems[state] : null
  db.run(
    `${numbers}
     INSERT INTO batches (id, connection_id, name, created_at, sendable_at, ramp, succeeded_at, notified_at, paused)
     SELECT ${idSql('batch', '(n + :first)')}, :connectionId, :name || iif(:count > 1, ' ' || (n + 1), ''),
       :queuedAt + n, :queuedAt + n, 1000, :queuedAt + n, iif(:ended, :queuedAt + n, NULL), :paused FROM numbers`,
    {
      ...{ count: batches, first: firstBatch, connectionId, name, queuedAt },
      ...{ ended: hasEnded ? 1 : 0, paused: paused ? 1 : 0 },
    },
  )
  const sentAt = `:queuedAt + n * :spacing + (n * :outages / :count) * 3600000`
  const times = { count: jobs, queuedAt, spacing, outages }
  db.run(
    `${numbers}
     INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, task_id, error_json,
       billed, created_at, sent_at, ended_at)
     SELECT ${idSql('job', '(n + :first)')}, ${idSql('batch', '(n / :perBatch + :firstBatch)')}, :connectionId,
       n + :first, 'background', json_object('model', 'aurora-2', 'prompt', ${promptSql('(n + :first)')}), :images,
       :state, iif(:state = 'done', 'task_' || CAST(n + :first AS INTEGER), NULL), :error, :billed, :queuedAt,
       iif(:sent, ${sentAt}, NULL), iif(:ended, ${sentAt} + 5, NULL) FROM numbers`,
    {
      ...times,
      ...{ first: firstJob, firstBatch, perBatch, connectionId, images, state },
      ...{ sent: isSent ? 1 : 0, ended: hasEnded ? 1 : 0 },
      billed: state === 'done' ? 'yes' : isSent ? 'maybe' : 'no',
      error:
        problem === null
          ? null
          : JSON.stringify({
              code: problem,
              params: {},
              retry: 'paid',
              detail: { status: 500, words: 'no' },
            }),
    },
  )
  const members = { first: firstJob, count: jobs }
  if (state !== 'done')
    db.run(
      `${numbers} INSERT INTO items (job_id, position, state)
       SELECT ${idSql('job', '(n + :first)')}, 0, :state FROM numbers`,
      { ...members, state: itemState[state] },
    )
  if (isSent)
    db.run(
      `${numbers}
       INSERT INTO attempts (id, job_id, number, origin, path_prefix, idempotency_key, price, started_at, exchanged_at,
         exchange_json, outcome)
       SELECT ${idSql('attempt', '(n + :first)')}, ${idSql('job', '(n + :first)')}, 1, 'http://127.0.0.1:9', '/api/v1',
         ${idSql('job', '(n + :first)')}, 2, ${sentAt}, ${sentAt} + 5, :exchange, :outcome FROM numbers`,
      {
        ...{ ...times, ...members },
        outcome: state === 'done' || state === 'failed' || state === 'uncertain' ? outcome[state] : null,
        exchange: JSON.stringify({
          kind: 'answered',
          answer: {
            status: 200,
            headers: { 'content-type': 'application/json', date: 'Thu, 01 Jan 2026 12:00:00 GMT' },
            body: { kind: 'text', text: '{"task_id":"task","status":"pending","data":[{"url":null}]}' },
            lifted: {},
            complete: true,
          },
        }),
      },
    )
  return { ...group, firstJob, firstBatch }
}

/** Images of the jobs from `firstJob` on, `of` each, newest last; those jobs' items are saved. */
export function insertImages(
  db: Database,
  images: {
    readonly connectionId: string
    readonly first: number
    readonly count: number
    readonly of: number
    readonly firstJob: number
    /** Whether these jobs have rows. */
    readonly isOfRows: boolean
    readonly files: (n: number) => { readonly file: string; readonly createdAt: number }
  },
): void {
  const { connectionId, first, count, of, firstJob, isOfRows, files } = images
  const job = `${idSql('job', '(n / :of + :firstJob)')}`
  const placed = Array.from({ length: count }, (_, n) => files(n))
  db.run(
    `INSERT INTO images (id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt,
       revised_prompt, model, mode, asked_json, connection_id, connection_name, task_id, took_ms, created_at, batch_id)
     SELECT ${idSql('image', '(n + :first)')}, ${job}, n % :of, :of, file, 'png', 64, 64, 100 + n % 60, 200,
       printf('%064d', n), ${promptSql('(n / :of + :firstJob)')}, NULL, 'aurora-2', 'background',
       json_object('model', 'aurora-2', 'prompt', ${promptSql('(n / :of + :firstJob)')}, 'mode', 'background'),
       :connectionId, 'Demo', NULL, 4000, at, (SELECT batch_id FROM jobs WHERE jobs.id = ${job})
     FROM (SELECT key AS n, value ->> 0 AS file, value ->> 1 AS at FROM json_each(:files))`,
    {
      ...{ first, of, firstJob, connectionId },
      files: JSON.stringify(placed.map(({ file, createdAt }) => [file, createdAt])),
    },
  )
  if (isOfRows)
    db.run(
      `${numbers} INSERT INTO items (job_id, position, state, image_id)
       SELECT ${job}, n % :of, 'saved', ${idSql('image', '(n + :first)')} FROM numbers`,
      { count, of, first, firstJob },
    )
}
