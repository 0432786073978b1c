import type { JobSet } from '@shared/model/jobSet'
import { z } from 'zod'
import { moments, problemCode } from '../../db/counts'
import type { Database, SqlParams } from '../../db/database'
import { states } from '../../jobMachine'
import { isUndelivered } from './undelivered'

/** Tasks the user stopped waiting for: they aren't polled. */
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

/** What tells the jobs that a command is about from those that join their sets while it is carried out. */
export const jobMomentSchema = z.object({
  /** When the last job was sent, in milliseconds since the epoch; 0 if none was. */
  sentUntil: z.number(),
  /** The last attempt of any job, by the number of its row: later ones are of jobs that were sent again. */
  lastAttempt: z.number(),
  /** Jobs that were under way, and might have ended since by themselves: they are none of those that had ended. */
  except: z.array(z.string()),
  /** Batches that are no longer meant. */
  notBatches: z.array(z.string()),
})
export type JobMoment = z.infer<typeof jobMomentSchema>

/** Sets of jobs, however large, read in parts; every job appears once. */
export interface JobSets {
  /** The next `rows` jobs that are in the set now. */
  slice(
    set: JobSet,
    after: JobCursor | null,
    limits: { readonly rows: number; readonly sentUntil: number },
  ): JobSlice
  /** Of these jobs, those that were meant at that moment. */
  meant(ids: readonly string[], moment: JobMoment): readonly string[]
  /** How many there are about. */
  count(set: JobSet): number
  /** Now. `ended`: jobs that are under way aren't meant. */
  moment(options: { readonly ended: boolean }): JobMoment
}

export function createJobSets(db: Database): JobSets {
  function read(sql: string, params: SqlParams, after: JobCursor, rows: number): JobSlice {
    const found = db.all<SliceRow>(sql, { ...params, at: after.at, id: after.id, rows })
    const last = found.at(-1)
    const next =
      last === undefined || found.length < rows ? null : { code: after.code, at: last.at, id: last.id }
    return { ids: found.map(({ id }) => id), next }
  }

  const number = (sql: string, params: SqlParams): number =>
    db.get<{ value: number | null }>(sql, params)?.value ?? 0

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
    moment: ({ ended }) => ({
      sentUntil: number(
        `SELECT max((SELECT max(sent_at) FROM jobs WHERE connection_id = connections.id AND sent_at IS NOT NULL)) AS value
         FROM connections`,
        {},
      ),
      lastAttempt: number('SELECT max(rowid) AS value FROM attempts', {}),
      except: ended
        ? db
            .all<{ id: string }>(`SELECT id FROM jobs WHERE state IN ${states.underway} AND NOT (${stopped})`)
            .map(({ id }) => id)
        : [],
      notBatches: [],
    }),

    meant(ids, { lastAttempt, except, notBatches }) {
      const lists = { ids, except, notBatches }
      return db
        .all<{ id: string }>(
          `SELECT jobs.id FROM json_each(:ids) AS given JOIN jobs ON jobs.id = given.value
           WHERE jobs.id NOT IN (SELECT value FROM json_each(:except))
             AND jobs.batch_id NOT IN (SELECT value FROM json_each(:notBatches))
             AND NOT EXISTS (SELECT 1 FROM attempts WHERE job_id = jobs.id AND attempts.rowid > :lastAttempt)
           ORDER BY given.key`,
          {
            lastAttempt,
            ...Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, JSON.stringify(list)])),
          },
        )
        .map(({ id }) => id)
    },

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
          return number(
            `SELECT sum(jobs) AS value FROM moment_counts
             WHERE kind = :set AND (:batchId IS NULL OR batch_id = :batchId) AND (:code IS NULL OR code = :code)`,
            { set: set.set, batchId: set.batchId, code: set.code },
          )
        case 'running':
        case 'stopped':
          return number(
            `SELECT sum(jobs) AS value FROM job_counts WHERE stage = :set AND (:batchId IS NULL OR batch_id = :batchId)`,
            { set: set.set, batchId: set.batchId },
          )
        case 'undelivered':
          return number(`SELECT count(DISTINCT job_id) AS value FROM items WHERE ${isUndelivered}`, {})
      }
    },
  }
}
