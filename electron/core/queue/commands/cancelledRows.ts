import { z } from 'zod'
import { sameOrigin } from '../../connections/targets'
import type { Database, SqlParams } from '../../db/database'
import { transitions } from '../../jobMachine'
import type { Clock } from '../../ports'
import type { Commits } from '../rows/commits'
import type { NewPressRow, PressRow, PressRows } from '../rows/pressRows'
import { sameAs } from '../rows/queuedAnew'
import type { PressWork, Verdict } from './pressWork'

/** What a cancelled row was: what dropping it loses, and what it is still known to be. */
const beforeSchema = z.object({
  error: z.string().nullable(),
  notBefore: z.number().nullable(),
  /** The end of its batch had been announced. */
  announced: z.number(),
  /** Where its connection sent to: it isn't brought back to be sent to another service. Null: of an earlier version. */
  origin: z.string().nullable().default(null),
  /** It was being sent, so it was only marked: dropped if it came back unsent. */
  marked: z.number(),
})
type Before = z.infer<typeof beforeSchema>

/** What cancelling does to rows, and how it is taken back. All of it joins the current transaction. */
export interface CancelledRows extends PressWork {
  /** Drops the waiting jobs that match, at most `rows`; returns how many. Recorded under a press, if there is one. */
  drop(
    where: string,
    params: SqlParams,
    options: { readonly rows: number; readonly press: number | null },
  ): number
  /**
   * Those that match and were cancelled by other presses become this one's too: each waits again once every press that it
   * is one of was taken back. Looks through `rows` rows of presses after this number; returns the number of the last, null
   * if there are no more.
   */
  join(
    where: string,
    params: SqlParams,
    options: { readonly rows: number; readonly press: number; readonly after: number },
  ): number | null
  /** The same for one job that the user named; returns how many it took. */
  joinOne(id: string, press: number): number
  /** Marks those that are being sent and match: they are dropped if they come back unsent. */
  mark(where: string, params: SqlParams, press: number | null): void
}

/** Of `jobs`, in SQL: it is being sent, and no cancel is about it yet. */
export const isMarkable = "jobs.state = 'sending' AND NOT jobs.dropped"
/** Recorded by a cancel. */
const ofCancel = "before_json ->> 'marked' IS NOT NULL"
/** How a press left a row: it cancelled it itself, or it was cancelled by another one before. */
const own = '{}'
const held = JSON.stringify({ held: true })

interface Dropped extends Before {
  readonly id: string
  readonly batchId: string
  readonly connectionId: string
  readonly mode: string
  readonly request: string
}

interface Found {
  readonly id: string
  readonly batchId: string
  readonly state: string
  readonly isFree: number
  /** Another cancel of it stands. */
  readonly isKept: number
  readonly origin: string
}

const columns = `jobs.id, jobs.batch_id AS batchId, jobs.connection_id AS connectionId, jobs.mode,
  jobs.request_json AS request, jobs.error_json AS error, jobs.not_before AS notBefore,
  EXISTS (SELECT 1 FROM batches WHERE id = jobs.batch_id AND notified_at IS NOT NULL) AS announced,
  jobs.state = 'sending' AS marked, (SELECT base_url FROM connections WHERE id = jobs.connection_id) AS origin`
const listed = 'IN (SELECT value FROM json_each(:ids))'
const idsOf = (jobs: readonly { readonly id: string }[]) => ({
  ids: JSON.stringify(jobs.map(({ id }) => id)),
})

export function createCancelledRows(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly commits: Commits
  readonly pressRows: PressRows
}): CancelledRows {
  const { db, clock, commits, pressRows } = deps

  function record(press: number | null, jobs: readonly Dropped[]): void {
    if (press === null) return
    pressRows.add(
      press,
      jobs.map((job) => ({
        jobId: job.id,
        before: JSON.stringify(beforeSchema.parse(job)),
        after: own,
        same: sameAs(job),
      })),
    )
  }

  /**
   * Those of other presses that match, and whose jobs are still cancelled, become this one's too. `where` bounds the rows of
   * presses, which are read first: a batch may have 100,000 jobs, and a part of this only a few.
   */
  function take(where: string, params: SqlParams, after: string, press: number): number {
    const isCancelled = `+state = '${transitions.cancelled.to}' OR +state = 'sending' AND dropped`
    const rows = db.all<Pick<NewPressRow, 'jobId' | 'before' | 'same'>>(
      `SELECT min(number), job_id AS jobId, before_json AS before, same
       FROM press_rows AS other CROSS JOIN jobs ON jobs.id = job_id
       WHERE stands AND ${ofCancel} AND (${isCancelled}) AND ${where}
         AND NOT EXISTS (SELECT 1 FROM press_rows AS mine WHERE +press = :press AND job_id = other.job_id)
       GROUP BY job_id ORDER BY min(number)`,
      { ...params, press },
    )
    pressRows.add(
      press,
      rows.map(({ jobId, before, same }) => ({ jobId, before, after, same })),
    )
    return rows.length
  }

  function abandon(jobs: readonly Dropped[]): void {
    for (const { batchId } of jobs) commits.batchChanged(batchId)
    if (jobs.length > 0) commits.queuedChanged()
    db.run(`UPDATE items SET state = 'abandoned' WHERE job_id ${listed}`, idsOf(jobs))
    db.run(
      `UPDATE jobs SET state = '${transitions.cancelled.to}', ended_at = :now, error_json = NULL, not_before = NULL
       WHERE id ${listed}`,
      { ...idsOf(jobs), now: clock.now() },
    )
  }

  function bringBack(rows: readonly { readonly id: string; readonly before: Before }[]): void {
    if (rows.length > 0) commits.queuedChanged()
    const back = { rows: JSON.stringify(rows.map(({ id, before }) => ({ id, ...before }))) }
    db.run(
      `UPDATE items SET state = 'pending'
       WHERE state = 'abandoned' AND job_id IN (SELECT value ->> 'id' FROM json_each(:rows))`,
      back,
    )
    db.run(
      `UPDATE jobs SET state = '${transitions.broughtBack.to}', ended_at = NULL, dropped = 0, error_json = was.error,
         not_before = was.not_before
       FROM (SELECT value ->> 'id' AS id, value ->> 'error' AS error, value ->> 'notBefore' AS not_before
         FROM json_each(:rows)) AS was
       WHERE jobs.id = was.id`,
      back,
    )
    // It ends once more, and that is announced.
    db.run(
      `UPDATE batches SET notified_at = NULL WHERE notified_at IS NOT NULL AND id IN (
         SELECT batch_id FROM json_each(:rows) JOIN jobs ON jobs.id = value ->> 'id' WHERE NOT value ->> 'announced')`,
      back,
    )
  }

  /**
   * Those that are still there, by their ids, and where they would be sent now. `isFree`: not retried, and on a connection
   * that is still there.
   */
  function find(rows: readonly PressRow[]): ReadonlyMap<string, Found> {
    const press = rows[0]?.press ?? 0
    const found = db.all<Found>(
      `SELECT jobs.id, batch_id AS batchId, state,
         NOT retried AND connections.archived_at IS NULL AS isFree,
         EXISTS (SELECT 1 FROM press_rows WHERE job_id = jobs.id AND press <> :press AND stands AND ${ofCancel}) AS isKept,
         base_url AS origin
       FROM jobs JOIN connections ON connections.id = connection_id WHERE jobs.id ${listed}`,
      { ids: JSON.stringify(rows.map(({ jobId }) => jobId)), press },
    )
    return new Map(found.map((job) => [job.id, job]))
  }

  return {
    drop(where, params, { rows, press }) {
      const jobs = db.all<Dropped>(`SELECT ${columns} FROM jobs WHERE ${where} LIMIT :rows`, {
        ...params,
        rows,
      })
      record(press, jobs)
      abandon(jobs)
      return jobs.length
    },

    join(where, params, { rows, press, after }) {
      const some = db.all<{ number: number }>(
        'SELECT number FROM press_rows WHERE number > :after ORDER BY number LIMIT :rows',
        { after, rows },
      )
      const last = some.at(-1)?.number ?? after
      take(`number > :after AND number <= :last AND ${where}`, { ...params, after, last }, held, press)
      return some.length < rows ? null : last
    },

    joinOne: (id, press) => take('other.job_id = :id', { id }, own, press),

    mark(where, params, press) {
      const isMeant = `${isMarkable} AND ${where}`
      record(press, db.all<Dropped>(`SELECT ${columns} FROM jobs WHERE ${isMeant}`, params))
      if (db.run(`UPDATE jobs SET dropped = 1 WHERE ${isMeant}`, params) > 0) commits.queueChanged()
    },

    takeBack(rows) {
      const jobs = find(rows)
      const back: { id: string; before: Before }[] = []
      const verdicts = rows.map((row): Verdict => {
        const before = readBefore(row)
        const job = jobs.get(row.jobId)
        const isCounted = before.marked === 0 && row.after !== held
        const isMarked = job?.state === 'sending' && before.marked === 1
        if (job === undefined || (job.state !== 'cancelled' && !isMarked))
          return isCounted ? 'left' : 'passed'
        if (!row.stands) return 'left'
        if (job.isKept === 1) return isCounted ? 'kept' : 'marked'
        // Also of one that is still being sent: if it came back unsent, it would be sent besides the one queued anew.
        const hasMoved = before.origin !== null && !sameOrigin(before.origin, job.origin)
        if (job.isFree === 0 || hasMoved) return 'left'
        if (isMarked) {
          db.run('UPDATE jobs SET dropped = 0 WHERE id = :id', { id: job.id })
          return 'marked'
        }
        commits.batchChanged(job.batchId)
        back.push({ id: job.id, before })
        return 'changed'
      })
      bringBack(back)
      return verdicts
    },

    doAgain(rows) {
      const ids = rows.map(({ jobId }) => jobId)
      // By their ids, not through all that waits.
      const jobs = db.all<Dropped>(
        `SELECT ${columns} FROM jobs WHERE (+state = 'queued' OR +state = 'sending' AND NOT dropped) AND id ${listed}`,
        { ids: JSON.stringify(ids) },
      )
      abandon(jobs.filter(({ marked }) => marked === 0))
      const sending = idsOf(jobs.filter(({ marked }) => marked === 1))
      if (db.run(`UPDATE jobs SET dropped = 1 WHERE id ${listed}`, sending) > 0) commits.queueChanged()
      const dropped = new Map(jobs.map((job) => [job.id, job]))
      const others = find(rows)
      return rows.map(({ number, jobId, after }) => {
        const job = dropped.get(jobId)
        if (job === undefined) {
          const other = others.get(jobId)
          const isKept = other?.isKept === 1 && (other.state === 'cancelled' || other.state === 'sending')
          if (!isKept) return 'left'
          return after === held || other.state === 'sending' ? 'marked' : 'changed'
        }
        pressRows.rewrite({ number, before: JSON.stringify(beforeSchema.parse(job)), after: own })
        return job.marked === 1 ? 'marked' : 'changed'
      })
    },
  }
}

const readBefore = ({ before }: PressRow): Before => beforeSchema.parse(JSON.parse(before))
