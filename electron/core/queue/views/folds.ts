import type { ErrorCode } from '@shared/errors'
import type { Fold } from '@shared/model/jobSet'
import { moments, problemCode, quarterMs } from '../../db/counts'
import type { Database } from '../../db/database'
import type { taskSets } from '../rows/jobSets'

/** Of each set that needs the user, so many are listed before any others. */
const listedFirst = 5
/** A set of tasks with more jobs than this is shown as one line. */
const shownOneByOne = 5
/** Requests sent further apart than this belong to different outages: two quarters of an hour. */
const quietMs = 2 * quarterMs

/** Jobs of one connection that need the user for the same reason, sent in the same quarter of an hour. */
interface Quarter {
  readonly connectionId: string
  /** Empty only for rows of a salvaged database. */
  readonly code: ErrorCode | ''
  readonly quarter: number
  readonly jobs: number
}

/** Quarters with no quiet in between. */
interface Outage extends Omit<Quarter, 'quarter'> {
  readonly first: number
  readonly last: number
}

/** Jobs with something in common, in one batch or (null) in all, each set shown as one line. */
export interface Folds {
  /**
   * Jobs that need the user: sets of two or more, and the ids of those that are listed, at most `limit`. The first
   * few of each set come before any others.
   */
  needingYou(
    batchId: string | null,
    limit: number,
  ): { readonly folds: readonly Fold[]; readonly ids: readonly string[] }
  /**
   * Sets of jobs under way, and of those no longer waited for. Of one batch also those that failed in the same way: in
   * the whole queue they stand by batch.
   */
  others(batchId: string | null): readonly Fold[]
}

/** Read from the counts. Of the rows themselves, only the few that are listed, and those at the ends, are read. */
export function createFolds(db: Database): Folds {
  type Span = Pick<Outage, 'connectionId' | 'code' | 'first' | 'last'>

  /** In SQL: the jobs of an outage, found by an index without the others. */
  function inOutage(select: string, batchId: string | null, outage: Span) {
    const index = batchId === null ? 'jobs_needing' : 'jobs_batch_needing'
    return {
      sql: `SELECT ${select} FROM jobs INDEXED BY ${index} WHERE ${moments.needsYou}
        AND ${batchId === null ? 'TRUE' : 'batch_id = :batchId'}
        AND connection_id = :connectionId AND ${problemCode} IS :code AND sent_at >= :begin AND sent_at < :end`,
      params: {
        connectionId: outage.connectionId,
        code: outage.code === '' ? null : outage.code,
        begin: outage.first * quarterMs,
        end: (outage.last + 1) * quarterMs,
        ...(batchId === null ? {} : { batchId }),
      },
    }
  }

  function sentAt(which: 'min' | 'max', batchId: string | null, outage: Span): number {
    const quarter = which === 'min' ? outage.first : outage.last
    const { sql, params } = inOutage(`${which}(sent_at) AS at`, batchId, {
      ...outage,
      first: quarter,
      last: quarter,
    })
    return db.get<{ at: number | null }>(sql, params)?.at ?? quarter * quarterMs
  }

  function isSameOutage(before: Outage, after: Quarter, batchId: string | null): boolean {
    if (before.connectionId !== after.connectionId || before.code !== after.code) return false
    const apart = after.quarter - before.last
    if (apart !== 2) return apart < 2
    const next = { ...after, first: after.quarter, last: after.quarter }
    return sentAt('min', batchId, next) - sentAt('max', batchId, before) <= quietMs
  }

  function outages(batchId: string | null): readonly Outage[] {
    const quarters = db.all<Quarter>(
      `SELECT connection_id AS connectionId, code, quarter, sum(jobs) AS jobs
       FROM moment_counts JOIN batches ON batches.id = moment_counts.batch_id
       WHERE kind = 'needsYou' AND (:batchId IS NULL OR moment_counts.batch_id = :batchId)
       GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`,
      { batchId },
    )
    const found: Outage[] = []
    for (const { quarter, ...one } of quarters) {
      const before = found.at(-1)
      if (before !== undefined && isSameOutage(before, { quarter, ...one }, batchId))
        found[found.length - 1] = { ...before, last: quarter, jobs: before.jobs + one.jobs }
      else found.push({ ...one, first: quarter, last: quarter })
    }
    return found
  }

  /** At most `limit` of them, after the first `from`. */
  function idsOf(batchId: string | null, outage: Outage, from: number, limit: number): readonly string[] {
    const { sql, params } = inOutage('id', batchId, outage)
    return db
      .all<{ id: string }>(`${sql} ORDER BY sent_at, id LIMIT :limit OFFSET :from`, {
        ...params,
        from,
        limit,
      })
      .map(({ id }) => id)
  }

  function listed(batchId: string | null, found: readonly Outage[], limit: number): readonly string[] {
    const ids: string[] = []
    for (const outage of found) {
      if (ids.length >= limit) return ids.slice(0, limit)
      ids.push(...idsOf(batchId, outage, 0, listedFirst))
    }
    for (const outage of found) {
      if (ids.length >= limit) break
      if (outage.jobs > listedFirst) ids.push(...idsOf(batchId, outage, listedFirst, limit - ids.length))
    }
    return ids.slice(0, limit)
  }

  function outageFold(batchId: string | null, outage: Outage): readonly Fold[] {
    const { connectionId, code, jobs: count } = outage
    if (code === '' || count < 2) return []
    const [from, until] = [sentAt('min', batchId, outage), sentAt('max', batchId, outage)]
    return [{ jobs: { set: 'needsYou', connectionId, batchId, code, from, until }, count }]
  }

  /** Even two form one line: actions on them apply to the whole batch. */
  function failedFolds(batchId: string): Fold[] {
    return db
      .all<{ code: ErrorCode; count: number }>(
        `SELECT code, sum(jobs) AS count FROM moment_counts
         WHERE kind = 'failed' AND jobs > 0 AND code <> '' AND batch_id = :batchId GROUP BY code HAVING sum(jobs) > 1`,
        { batchId },
      )
      .map(({ code, count }) => {
        const endOf = (which: 'min' | 'max') =>
          db.get<{ at: number | null }>(
            `SELECT ${which}(ended_at) AS at FROM jobs
             WHERE ${moments.failed} AND batch_id = :batchId AND ${problemCode} = :code`,
            { batchId, code },
          )?.at ?? 0
        return { jobs: { set: 'failed', batchId, code, from: endOf('min'), until: endOf('max') }, count }
      })
  }

  function taskFolds(set: keyof typeof taskSets, batchId: string | null): Fold[] {
    return db
      .all<{ batchId: string; count: number }>(
        `SELECT batch_id AS batchId, sum(jobs) AS count FROM job_counts
         WHERE stage = :set AND jobs > 0 AND (:batchId IS NULL OR batch_id = :batchId)
         GROUP BY batch_id HAVING sum(jobs) > ${shownOneByOne}`,
        { set, batchId },
      )
      .map(({ batchId, count }) => ({ jobs: { set, batchId }, count }))
  }

  return {
    needingYou(batchId, limit) {
      const found = outages(batchId)
      return {
        folds: found.flatMap((outage) => outageFold(batchId, outage)),
        ids: listed(batchId, found, limit),
      }
    },

    others: (batchId) => [
      ...(batchId === null ? [] : failedFolds(batchId)),
      ...taskFolds('running', batchId),
      ...taskFolds('stopped', batchId),
    ],
  }
}
