import type { ErrorCode } from '@shared/errors'
import type { Fold } from '@shared/model/jobSet'
import type { Database } from '../../db/database'
import { failed, needsYou, ofBatch, problemCode, taskSets } from '../rows/jobSets'

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

/** Jobs with something in common, in one batch or (null) in all, each set shown as one line. */
export interface Folds {
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
  others(batchId: string | null, endedAfter: number): readonly Fold[]
}

export function createFolds(db: Database): Folds {
  function outages(batchId: string | null): readonly Needing[][] {
    const jobs = db.all<Needing>(
      `SELECT id, connection_id AS connectionId, ${problemCode} AS code, sent_at AS sentAt
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
        `SELECT batch_id AS batchId, ${problemCode} AS code, min(ended_at) AS since, max(ended_at) AS until,
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

    others: (batchId, endedAfter) => [
      ...failedFolds(batchId, endedAfter),
      ...taskFolds('running', batchId),
      ...taskFolds('stopped', batchId),
    ],
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
