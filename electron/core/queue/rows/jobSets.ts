import type { JobSet } from '@shared/model/jobSet'
import { moments, problemCode } from '../../db/counts'
import type { Database, SqlParams } from '../../db/database'
import { states } from '../../jobMachine'
import { isUndelivered } from './undelivered'

/** Tasks the person stopped waiting for: they aren't polled. */
export const stopped = "jobs.state = 'running' AND jobs.waiting_stopped AND jobs.attention_json IS NULL"
export const running = `jobs.state IN ${states.underway} AND jobs.attention_json IS NULL
  AND NOT (jobs.state = 'running' AND jobs.waiting_stopped)`
/** Sets that can be large within one batch while it is under way. */
export const taskSets = { running, stopped } as const
/** One batch, or (null) all. */
export const ofBatch = '(:batchId IS NULL OR jobs.batch_id = :batchId)'

/** How far a set has been read. */
export interface JobCursor {
  /** Of the sets whose jobs fail each in its own way: the one that is being read. */
  readonly code: string
  /** When the last job was sent or ended, in milliseconds since the epoch. */
  readonly at: number
  readonly id: string
}

/** A part of a set: the next jobs of it, and where they end; null if there are no more. */
export interface JobSlice {
  readonly ids: readonly string[]
  readonly next: JobCursor | null
}

const start: JobCursor = { code: '', at: -1, id: '' }

interface SliceRow {
  readonly id: string
  readonly at: number
}

/** Sets of jobs, however large, read in parts; every job appears once. */
export interface JobSets {
  /** Jobs that were sent later than `sentUntil` joined the set later: they are left out. */
  slice(
    set: JobSet,
    after: JobCursor | null,
    limits: { readonly rows: number; readonly sentUntil: number },
  ): JobSlice
  /** How many there are about. */
  count(set: JobSet): number
  /** When the last job was sent, in milliseconds since the epoch; 0 if none was. */
  lastSent(): number
}

export function createJobSets(db: Database): JobSets {
  function read(sql: string, params: SqlParams, after: JobCursor, rows: number): JobSlice {
    const found = db.all<SliceRow>(sql, { ...params, at: after.at, id: after.id, rows })
    const last = found.at(-1)
    const next =
      last === undefined || found.length < rows ? null : { code: after.code, at: last.at, id: last.id }
    return { ids: found.map(({ id }) => id), next }
  }

  const sum = (sql: string, params: SqlParams): number =>
    db.get<{ jobs: number | null }>(sql, params)?.jobs ?? 0

  function failedSlice(set: Extract<JobSet, { set: 'failed' }>, after: JobCursor, rows: number): JobSlice {
    const { batchId, from, until } = set
    const code = set.code ?? (after.code === '' ? null : after.code)
    const slice = read(
      `SELECT id, ended_at AS at FROM jobs WHERE ${moments.failed} AND batch_id = :batchId AND ${problemCode} IS :code
         AND ended_at BETWEEN :from AND :until AND (ended_at, id) > (:at, :id) ORDER BY ended_at, id LIMIT :rows`,
      { batchId, code, from, until },
      after,
      rows,
    )
    if (slice.next !== null || set.code !== null) return slice
    const other = db.get<{ code: string }>(
      `SELECT min(code) AS code FROM moment_counts WHERE kind = 'failed' AND batch_id = :batchId AND code > :code`,
      { batchId, code: after.code },
    )
    return { ...slice, next: other?.code ? { ...start, code: other.code } : null }
  }

  return {
    lastSent: () =>
      db.get<{ at: number | null }>(
        `SELECT max((SELECT max(sent_at) FROM jobs WHERE connection_id = connections.id AND sent_at IS NOT NULL)) AS at
         FROM connections`,
      )?.at ?? 0,

    slice(set, given, { rows, sentUntil }) {
      const after = given ?? start
      switch (set.set) {
        case 'needsYou': {
          const { connectionId, batchId, code, from, until } = set
          const index = batchId === null ? 'jobs_needing' : 'jobs_batch_needing'
          return read(
            `SELECT id, sent_at AS at FROM jobs INDEXED BY ${index}
             WHERE ${moments.needsYou} AND ${batchId === null ? 'TRUE' : 'batch_id = :batchId'}
               AND connection_id = :connectionId AND ${problemCode} = :code
               AND sent_at BETWEEN :from AND :until AND (sent_at, id) > (:at, :id) ORDER BY sent_at, id LIMIT :rows`,
            { connectionId, code, from, until, ...(batchId === null ? {} : { batchId }) },
            after,
            rows,
          )
        }
        case 'failed':
          return failedSlice(set, after, rows)
        case 'running':
        case 'stopped':
          return read(
            `SELECT id, sent_at AS at FROM jobs WHERE ${taskSets[set.set]} AND ${ofBatch}
               AND sent_at <= :sentUntil AND (sent_at, id) > (:at, :id) ORDER BY sent_at, id LIMIT :rows`,
            { batchId: set.batchId, sentUntil },
            after,
            rows,
          )
        case 'undelivered':
          return read(
            `SELECT jobs.id, max(jobs.sent_at, :at) AS at FROM items JOIN jobs ON jobs.id = items.job_id
             WHERE ${isUndelivered} AND items.job_id > :id AND connection_id = :connectionId
               AND jobs.sent_at <= :sentUntil GROUP BY items.job_id ORDER BY items.job_id LIMIT :rows`,
            { connectionId: set.connectionId, sentUntil },
            after,
            rows,
          )
      }
    },

    count(set) {
      switch (set.set) {
        case 'needsYou':
        case 'failed':
          return sum(
            `SELECT sum(jobs) AS jobs FROM moment_counts
             WHERE kind = :set AND (:batchId IS NULL OR batch_id = :batchId) AND (:code IS NULL OR code = :code)`,
            { set: set.set, batchId: set.batchId, code: set.code },
          )
        case 'running':
        case 'stopped':
          return sum(
            `SELECT sum(jobs) AS jobs FROM job_counts WHERE stage = :set AND (:batchId IS NULL OR batch_id = :batchId)`,
            { set: set.set, batchId: set.batchId },
          )
        case 'undelivered':
          return sum(`SELECT count(DISTINCT job_id) AS jobs FROM items WHERE ${isUndelivered}`, {})
      }
    },
  }
}
