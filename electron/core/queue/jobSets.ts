import type { ErrorCode } from '@shared/errors'
import { type Fold, type JobSet, shownOneByOne } from '@shared/model/jobSet'
import type { Database, SqlParams } from '../db/database'

/** Conditions on the table `jobs`, written so that an index serves each. */
export const needsYou = `jobs.id IN (
  SELECT id FROM jobs WHERE state = 'uncertain' UNION SELECT id FROM jobs WHERE attention_json IS NOT NULL)`
export const running = "jobs.state IN ('sending', 'running', 'saving') AND jobs.attention_json IS NULL"
/** Failed, and the person has neither taken it as ended nor sent it anew. */
const failed = `jobs.state = 'failed' AND jobs.settled_at IS NULL
  AND NOT EXISTS (SELECT 1 FROM jobs AS retries WHERE retries.retry_of = jobs.id)`
const code = "(coalesce(jobs.attention_json, jobs.error_json) ->> 'code')"

/** Requests sent further apart than this are of two outages. */
const quietMs = 30 * 60_000

/** `needing`: the jobs that need the person, the outage each is of and its place in it, from 1. */
const needing = `WITH found AS (
    SELECT id, connection_id, ${code} AS code, sent_at FROM jobs WHERE ${needsYou}
  ), stepped AS (
    SELECT *, sent_at - lag(sent_at) OVER alike > ${quietMs} AS begins FROM found
    WINDOW alike AS (PARTITION BY connection_id, code ORDER BY sent_at, id)
  ), outages AS (
    SELECT *, sum(coalesce(begins, 0)) OVER (
      PARTITION BY connection_id, code ORDER BY sent_at, id ROWS UNBOUNDED PRECEDING) AS outage
    FROM stepped
  ), needing AS (
    SELECT *, row_number() OVER (PARTITION BY connection_id, code, outage ORDER BY sent_at, id) AS place
    FROM outages
  )`

interface Span {
  readonly code: ErrorCode
  readonly since: number
  readonly until: number
  readonly count: number
}

/** Finds jobs by what they have in common. */
export interface JobSets {
  /** Sets too large to be shown one by one. `endedAfter`: of the failed, milliseconds since the epoch. */
  folds(endedAfter: number): Fold[]
  /** Those that need the person, oldest first; of each set the first few come before any of the others. */
  idsNeedingYou(limit: number): readonly string[]
  /** Oldest first. */
  idsOf(set: JobSet): readonly string[]
}

export function createJobSets(db: Database): JobSets {
  const ids = (sql: string, params: SqlParams) => db.all<{ id: string }>(sql, params).map(({ id }) => id)

  function needsYouFolds(): Fold[] {
    return db
      .all<Span & { connectionId: string }>(
        `${needing}
         SELECT connection_id AS connectionId, code, min(sent_at) AS since, max(sent_at) AS until, count(*) AS count
         FROM needing GROUP BY connection_id, code, outage HAVING count(*) > ${shownOneByOne}`,
      )
      .map(({ connectionId, code, since, until, count }) => ({
        jobs: { set: 'needsYou', connectionId, code, from: since, until },
        count,
      }))
  }

  function failedFolds(endedAfter: number): Fold[] {
    return db
      .all<Span & { batchId: string }>(
        `SELECT batch_id AS batchId, ${code} AS code, min(ended_at) AS since, max(ended_at) AS until,
           count(*) AS count
         FROM jobs WHERE ${failed} AND ended_at > :endedAfter AND error_json IS NOT NULL
         GROUP BY batch_id, code HAVING count(*) > ${shownOneByOne}`,
        { endedAfter },
      )
      .map(({ batchId, code, since, until, count }) => ({
        jobs: { set: 'failed', batchId, code, from: since, until },
        count,
      }))
  }

  function runningFolds(): Fold[] {
    return db
      .all<{ batchId: string; count: number }>(
        `SELECT batch_id AS batchId, count(*) AS count FROM jobs WHERE ${running}
         GROUP BY batch_id HAVING count(*) > ${shownOneByOne}`,
      )
      .map(({ batchId, count }) => ({ jobs: { set: 'running', batchId }, count }))
  }

  return {
    folds: (endedAfter) => [...needsYouFolds(), ...failedFolds(endedAfter), ...runningFolds()],

    idsNeedingYou: (limit) =>
      ids(`${needing} SELECT id FROM needing ORDER BY place > ${shownOneByOne}, sent_at, id LIMIT :limit`, {
        limit,
      }),

    idsOf({ set, ...params }) {
      switch (set) {
        case 'needsYou':
          return ids(
            `SELECT id FROM jobs WHERE ${needsYou} AND connection_id = :connectionId AND ${code} = :code
               AND sent_at BETWEEN :from AND :until ORDER BY sent_at, id`,
            params,
          )
        case 'failed':
          return ids(
            `SELECT id FROM jobs WHERE ${failed} AND batch_id = :batchId AND ${code} = :code
               AND ended_at BETWEEN :from AND :until ORDER BY ended_at, id`,
            params,
          )
        case 'running':
          return ids(
            `SELECT id FROM jobs WHERE ${running} AND (:batchId IS NULL OR batch_id = :batchId)
             ORDER BY sent_at, id`,
            params,
          )
      }
    },
  }
}
