import type { Job, JobAction } from '@shared/model/job'
import type { FinishedBatch, JobWindow } from '@shared/model/queue'
import type { Changes } from '../../changes'
import { endedAs, moments, problemCode, quarterMs, savedItems } from '../../db/counts'
import type { Database } from '../../db/database'
import type { FinishedList } from '../rows/finishedList'
import type { BatchSummaries } from './batchSummaries'
import type { JobsInBatch } from './jobsInBatch'
import type { WindowInBatch } from './waitingJobs'

/** What is listed as finished, by batch. */
export interface FinishedBatches {
  /** The batches with the newest ends, at most `limit`, and as many of which something failed before that. */
  list(limit: number): FinishedBatch[]
  /** Some of the jobs of one: those that failed first, then the newest. */
  window(window: WindowInBatch): JobWindow
}

interface Ended {
  readonly batchId: string
  readonly endedAs: string
  readonly jobs: number
  readonly images: number
  readonly saved: number
}

/** Of one batch: what its failed jobs allow, and when the last of them failed. */
interface Failures {
  readonly actions: ReadonlySet<JobAction>
  readonly failedAt: number
}

/** Read from the counts; row by row only what ended in the quarter of an hour of the last Clear, before or after it. */
export function createFinishedBatches(deps: {
  readonly db: Database
  readonly changes: Changes
  readonly finishedList: Pick<FinishedList, 'endedAfter'>
  readonly summaries: Pick<BatchSummaries, 'read'>
  readonly jobsInBatch: JobsInBatch
}): FinishedBatches {
  const { db, changes, finishedList, summaries, jobsInBatch } = deps

  /** How many jobs ended after one time and before another, in milliseconds since the epoch. */
  function endedBetween(after: number, before: number): number {
    const counted = db.get<{ jobs: number }>(
      `SELECT count(*) AS jobs FROM jobs
       WHERE ${moments.finished} AND jobs.ended_at > :after AND jobs.ended_at < :before`,
      { after, before },
    )
    return counted?.jobs ?? 0
  }

  /**
   * How the listed jobs of these batches ended. The quarter in which the list begins is counted as a whole: the part
   * with fewer jobs is read by row, to add those listed or to take away the others.
   */
  function endings(batchIds: readonly string[], listedAfter: number): readonly Ended[] {
    const quarter = Math.floor(listedAfter / quarterMs)
    const listed = { after: listedAfter, before: (quarter + 1) * quarterMs }
    const others = { after: quarter * quarterMs - 1, before: listedAfter + 1 }
    const part =
      endedBetween(listed.after, listed.before) <= endedBetween(others.after, others.before)
        ? { ...listed, sign: 1, from: quarter + 1 }
        : { ...others, sign: -1, from: quarter }
    return db.all<Ended>(
      `WITH wanted AS (SELECT value AS batch_id FROM json_each(:ids)),
       counted AS (
         SELECT batch_id, ended_as, jobs, images, saved FROM wanted JOIN ended_counts USING (batch_id)
         WHERE quarter >= :from
         UNION ALL
         SELECT jobs.batch_id, ${endedAs}, :sign, :sign * jobs.images, :sign * ${savedItems}
         FROM wanted JOIN jobs USING (batch_id)
         WHERE ${moments.finished} AND jobs.ended_at > :after AND jobs.ended_at < :before)
       SELECT batch_id AS batchId, ended_as AS endedAs, sum(jobs) AS jobs, sum(images) AS images, sum(saved) AS saved
       FROM counted GROUP BY 1, 2`,
      { ids: JSON.stringify(batchIds), ...part },
    )
  }

  function newest(after: number, limit: number): readonly string[] {
    return db
      .all<{ id: string }>(
        `SELECT batch_id AS id FROM batch_ends WHERE ended_at > :after
         ORDER BY ended_at DESC, batch_id DESC LIMIT :limit`,
        { after, limit },
      )
      .map(({ id }) => id)
  }

  /** The batches with the newest failures, to within a quarter of an hour. */
  function newestFailed(after: number, limit: number): readonly string[] {
    return db
      .all<{ id: string }>(
        `SELECT batch_id AS id FROM moment_counts WHERE kind = 'failed' AND jobs > 0 AND quarter >= :quarter
         GROUP BY batch_id ORDER BY max(quarter) DESC, batch_id DESC LIMIT :limit`,
        { quarter: Math.floor(after / quarterMs), limit },
      )
      .map(({ id }) => id)
  }

  function read(ids: readonly string[]): Job[] {
    return jobsInBatch.read('JOIN json_each(:ids) AS wanted ON wanted.value = jobs.id ORDER BY wanted.key', {
      ids: JSON.stringify(ids),
    })
  }

  function idsOf(
    index: string,
    where: string,
    order: string,
    window: WindowInBatch & { readonly after: number },
  ): readonly string[] {
    return db
      .all<{ id: string }>(
        `SELECT id FROM jobs INDEXED BY ${index} WHERE ${moments.finished} AND ${where}
           AND jobs.batch_id = :batchId AND jobs.ended_at > :after ORDER BY ${order} LIMIT :limit OFFSET :offset`,
        { ...window },
      )
      .map(({ id }) => id)
  }

  /** What the failed jobs of each of these batches allow: the last of each kind is looked at. */
  function failures(batchIds: readonly string[], after: number): ReadonlyMap<string, Failures> {
    const ids = db.all<{ id: string | null }>(
      `SELECT (SELECT id FROM jobs INDEXED BY jobs_failed WHERE ${moments.finished} AND ${moments.failed}
         AND jobs.batch_id = kinds.batch_id AND ${problemCode} = kinds.code AND jobs.ended_at > :after
         ORDER BY jobs.ended_at DESC LIMIT 1) AS id
       FROM (SELECT DISTINCT batch_id, code FROM moment_counts
         WHERE kind = 'failed' AND jobs > 0 AND code <> '' AND batch_id IN (SELECT value FROM json_each(:ids))) AS kinds`,
      { ids: JSON.stringify(batchIds), after },
    )
    const byBatch = new Map<string, Failures>()
    for (const { batchId, actions, endedAt } of read(ids.flatMap(({ id }) => id ?? []))) {
      const before = byBatch.get(batchId) ?? { actions: new Set(), failedAt: 0 }
      byBatch.set(batchId, {
        actions: new Set([...before.actions, ...actions]),
        failedAt: Math.max(before.failedAt, endedAt ?? 0),
      })
    }
    return byBatch
  }

  /** The only job of each of these batches. */
  function onlyJobs(batchIds: readonly string[], after: number): ReadonlyMap<string, Job> {
    const jobs = jobsInBatch.read(
      `WHERE jobs.batch_id IN (SELECT value FROM json_each(:ids)) AND ${moments.finished} AND jobs.ended_at > :after`,
      { ids: JSON.stringify(batchIds), after },
    )
    return new Map(jobs.map((job) => [job.batchId, job]))
  }

  return {
    list(limit) {
      const after = finishedList.endedAfter()
      const recent = newest(after, limit)
      const older = newestFailed(after, limit).filter((id) => !recent.includes(id))
      const failed = failures([...recent, ...older], after)
      const ids = [...recent, ...older.filter((id) => failed.has(id))]
      const known = summaries.read(ids)
      const byBatch = new Map(ids.map((id): [string, Ended[]] => [id, []]))
      for (const one of endings(ids, after)) byBatch.get(one.batchId)?.push(one)
      const listedIn = (id: string) => sum(byBatch.get(id) ?? [], 'jobs')
      const single = onlyJobs(
        ids.filter((id) => known.get(id)?.jobs === 1 && listedIn(id) === 1),
        after,
      )
      return ids.flatMap((id) => {
        const summary = known.get(id)
        if (summary === undefined) return []
        const ended = byBatch.get(id) ?? []
        const jobs = (how: string) => ended.find((one) => one.endedAs === how)?.jobs ?? 0
        const done = ended.filter((one) => one.endedAs === 'done')
        const { name, more, connectionId, fromTable, cost } = summary
        return {
          ...{ id, name, more, connectionId, fromTable },
          listed: listedIn(id),
          saved: sum(ended, 'saved'),
          missing: Math.max(0, sum(done, 'images') - sum(done, 'saved')),
          failed: jobs('failed'),
          failedAt: failed.get(id)?.failedAt ?? null,
          failedActions: [...(failed.get(id)?.actions ?? [])],
          settled: jobs('settled'),
          retried: jobs('retried'),
          cancelled: jobs('cancelled'),
          spent: cost.surely,
          job: single.get(id) ?? null,
        }
      })
    },

    window({ batchId, offset, limit }) {
      const after = finishedList.endedAfter()
      const ended = endings([batchId], after)
      const failed = ended.find((one) => one.endedAs === 'failed')?.jobs ?? 0
      const first = idsOf(
        'jobs_failed',
        moments.failed,
        `${problemCode} DESC, jobs.ended_at DESC, jobs.id DESC`,
        { batchId, offset, limit, after },
      )
      const others = idsOf(
        'jobs_batch_ended_well',
        `NOT (${moments.failed})`,
        'jobs.ended_at DESC, jobs.id DESC',
        { batchId, offset: Math.max(0, offset - failed), limit: limit - first.length, after },
      )
      return {
        revision: changes.revision('queue'),
        total: sum(ended, 'jobs'),
        rows: read([...first, ...others]),
      }
    },
  }
}

function sum(ended: readonly Ended[], what: 'jobs' | 'images' | 'saved'): number {
  return ended.reduce((all, one) => all + one[what], 0)
}
