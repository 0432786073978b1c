import type { ErrorCode } from '@shared/errors'
import type { Fold, JobSet } from '@shared/model/jobSet'
import type { Database, SqlParams } from '../../db/database'
import { isUndelivered } from '../rows/undelivered'

/** Conditions on the table `jobs`, written so that an index serves each. */
export const needsYou = `jobs.id IN (
  SELECT id FROM jobs WHERE state = 'uncertain' UNION SELECT id FROM jobs WHERE attention_json IS NOT NULL)`
/** Tasks the person stopped waiting for: they aren't polled. */
export const stopped = "jobs.state = 'running' AND jobs.waiting_stopped AND jobs.attention_json IS NULL"
export const running = `jobs.state IN ('sending', 'running', 'saving') AND jobs.attention_json IS NULL
  AND NOT (jobs.state = 'running' AND jobs.waiting_stopped)`
/** Sets that can be large within one batch while it is under way. */
const taskSets = { running, stopped } as const
/** It failed, and the person has neither accepted that nor sent it again. */
const failed = "jobs.state = 'failed' AND jobs.settled_at IS NULL AND NOT jobs.retried"
export const ofBatch = '(:batchId IS NULL OR jobs.batch_id = :batchId)'
const code = "(coalesce(jobs.attention_json, jobs.error_json) ->> 'code')"

/** A set with more jobs than this is shown as one line. */
const shownOneByOne = 5
/** Requests sent further apart than this belong to different outages. */
const quietMs = 30 * 60_000

/** A job that needs the person. */
interface Needing {
  readonly id: string
  readonly connectionId: string
  /** Null only in a row of a salvaged database. */
  readonly code: ErrorCode | null
  readonly sentAt: number
}

interface Span {
  readonly code: ErrorCode
  readonly since: number
  readonly until: number
  readonly count: number
}

/** Finds jobs by what they have in common, in one batch or (null) in all. */
export interface JobSets {
  /**
   * Jobs that need the person: sets of more than are shown one by one, and the ids of those that are listed, at most
   * `limit`. The first few of each set come before any others.
   */
  needingYou(
    batchId: string | null,
    limit: number,
  ): { readonly folds: readonly Fold[]; readonly ids: readonly string[] }
  /**
   * Sets of jobs that failed in the same way: all of one batch, or those of all batches that ended after this, in
   * milliseconds since the epoch. Also sets of jobs under way, and of those no longer waited for.
   */
  otherFolds(batchId: string | null, endedAfter: number): readonly Fold[]
  /** The named jobs and those of the sets, oldest first in each; every job appears once. */
  members(ids: readonly string[], sets: readonly JobSet[]): readonly string[]
}

export function createJobSets(db: Database): JobSets {
  const ids = (sql: string, params: SqlParams) => db.all<{ id: string }>(sql, params).map(({ id }) => id)

  function outages(batchId: string | null): readonly Needing[][] {
    const jobs = db.all<Needing>(
      `SELECT id, connection_id AS connectionId, ${code} AS code, sent_at AS sentAt
       FROM jobs WHERE ${needsYou} AND ${ofBatch} ORDER BY connection_id, code, sent_at, id`,
      { batchId },
    )
    const groups: Needing[][] = []
    for (const job of jobs) {
      const group = groups.at(-1)
      const last = group?.at(-1)
      if (group !== undefined && last !== undefined && isSameOutage(last, job)) group.push(job)
      else groups.push([job])
    }
    return groups
  }

  /** Even two form one line: actions on them apply to the whole batch. */
  function failedFolds(batchId: string | null, endedAfter: number): Fold[] {
    const lately = 'jobs INDEXED BY jobs_failed WHERE ended_at > :endedAfter'
    const from = batchId === null ? lately : 'jobs WHERE batch_id = :batchId'
    return db
      .all<Span & { batchId: string }>(
        `SELECT batch_id AS batchId, ${code} AS code, min(ended_at) AS since, max(ended_at) AS until,
           count(*) AS count
         FROM ${from} AND ${failed} AND error_json IS NOT NULL GROUP BY batch_id, code HAVING count(*) > 1`,
        batchId === null ? { endedAfter } : { batchId },
      )
      .map(({ batchId, code, since, until, count }) => ({
        jobs: { set: 'failed', batchId, code, from: since, until },
        count,
      }))
  }

  function taskFolds(set: keyof typeof taskSets, batchId: string | null): Fold[] {
    return db
      .all<{ batchId: string; count: number }>(
        `SELECT batch_id AS batchId, count(*) AS count FROM jobs
         WHERE ${taskSets[set]} AND ${ofBatch}
         GROUP BY batch_id HAVING count(*) > ${shownOneByOne}`,
        { batchId },
      )
      .map(({ batchId, count }) => ({ jobs: { set, batchId }, count }))
  }

  function idsOf({ set, ...params }: JobSet): readonly string[] {
    switch (set) {
      case 'needsYou':
        return ids(
          `SELECT id FROM jobs WHERE ${needsYou} AND ${ofBatch} AND connection_id = :connectionId AND ${code} = :code
             AND sent_at BETWEEN :from AND :until ORDER BY sent_at, id`,
          params,
        )
      case 'failed':
        return ids(
          `SELECT id FROM jobs WHERE ${failed} AND batch_id = :batchId AND (:code IS NULL OR ${code} = :code)
             AND ended_at BETWEEN :from AND :until ORDER BY ended_at, id`,
          params,
        )
      case 'running':
      case 'stopped':
        return ids(
          `SELECT id FROM jobs WHERE ${taskSets[set]} AND ${ofBatch}
           ORDER BY sent_at, id`,
          params,
        )
      case 'undelivered':
        return ids(
          `SELECT DISTINCT jobs.id, jobs.sent_at FROM items JOIN jobs ON jobs.id = items.job_id
           WHERE ${isUndelivered} AND connection_id = :connectionId ORDER BY sent_at, jobs.id`,
          params,
        )
    }
  }

  return {
    needingYou(batchId, limit) {
      const groups = outages(batchId)
      const first = groups.flatMap((group) => group.slice(0, shownOneByOne))
      const others = groups.flatMap((group) => group.slice(shownOneByOne))
      return {
        folds: groups
          .filter(({ length }) => length > shownOneByOne)
          .flatMap((group) => outageFold(group, batchId)),
        ids: [...first, ...others].slice(0, limit).map(({ id }) => id),
      }
    },

    otherFolds: (batchId, endedAfter) => [
      ...failedFolds(batchId, endedAfter),
      ...taskFolds('running', batchId),
      ...taskFolds('stopped', batchId),
    ],

    members: (named, sets) => [...new Set([...named, ...sets.flatMap(idsOf)])],
  }
}

function isSameOutage(before: Needing, after: Needing): boolean {
  return (
    before.connectionId === after.connectionId &&
    before.code === after.code &&
    after.sentAt - before.sentAt <= quietMs
  )
}

function outageFold(group: readonly Needing[], batchId: string | null): readonly Fold[] {
  const [first] = group
  const last = group.at(-1)
  if (first === undefined || last === undefined || first.code === null) return []
  const { connectionId, code, sentAt } = first
  return [
    {
      jobs: { set: 'needsYou', connectionId, batchId, code, from: sentAt, until: last.sentAt },
      count: group.length,
    },
  ]
}
