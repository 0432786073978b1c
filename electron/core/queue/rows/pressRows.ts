import type { JobRequest, Mode } from '@shared/model/draft'
import type { Database } from '../../db/database'
import { formerJobs, sameAs } from './queuedAnew'
import { createQueuedSince } from './queuedSince'

/** A row that a command of the user changed. */
export interface PressRow {
  readonly number: number
  /** The press: the time at which it was given, in milliseconds since the epoch, or one more than the press before it. */
  readonly press: number
  readonly jobId: string
  /** How it was, and how the command left it: JSON in the words of that command. */
  readonly before: string
  readonly after: string
  /** What was done is not taken back, and the request was not queued anew since the press. */
  readonly stands: boolean
}

/** A row as it is recorded. */
export interface NewPressRow extends Omit<PressRow, 'number' | 'press' | 'stands'> {
  /** What the same request is known by if it is queued anew; null if that doesn't matter. */
  readonly same: string | null
}

/** The SQL of what commands changed. Every change joins the current transaction. */
export interface PressRows {
  /** A command is given, or given again, under this press: it may take long, and the same be queued anew meanwhile. */
  begin(press: number): void
  /** Those that were queued anew since it began don't stand. */
  add(press: number, rows: readonly NewPressRow[]): void
  /** The next rows of a press after this number, in the order in which they were changed. */
  of(press: number, after: number, rows: number): readonly PressRow[]
  /** How many rows a press has. */
  count(press: number): number
  setStands(numbers: readonly number[], stands: boolean): void
  /** A batch was given up that had queued these anew: they stand again, unless they were queued anew otherwise too. */
  notQueuedAnew(numbers: readonly number[]): void
  /** What was taken back was done again to these, as far as they weren't queued anew since that began. */
  standAgain(press: number, numbers: readonly number[]): void
  rewrite(row: Pick<PressRow, 'number' | 'before' | 'after'>): void
  remove(numbers: readonly number[]): void
  /** A job came back under a new id: whatever was about the old one is about this. */
  follow(jobId: string, newId: string): void
  /** The user had the job go on otherwise: nothing that was done to it before is taken back. */
  endFor(jobId: string): void
  /**
   * These requests were queued: for each, the last one like it that was cancelled stays cancelled. Returns the numbers of
   * those rows.
   */
  queuedAnew(
    connectionId: string,
    jobs: readonly { readonly mode: Mode; readonly request: JobRequest }[],
  ): readonly number[]
  /** The same for these rows of a batch's table: what an earlier table had in their place stays cancelled. */
  rowsQueuedAnew(batchId: string, rows: readonly number[]): readonly number[]
  /**
   * Removes at most `rows` of presses before this one, but for those at work, and those of jobs that a later one or one at
   * work is about too; returns how many.
   */
  forgetSome(before: number, rows: number): number
  /** The highest number of a press; 0 if there is none. */
  last(): number
}

/** Presses whose command, Undo or Redo isn't finished. */
const atWork = `SELECT params_json ->> 'press' AS press FROM bulk_commands WHERE params_json ->> 'press' IS NOT NULL`
/** Of them, those that stop requests. */
const stopping = `${atWork} AND kind IN ('cancel', 'act', 'doAgain')`
const listed = 'number IN (SELECT value FROM json_each(:numbers))'

export function createPressRows(db: Database): PressRows {
  const since = createQueuedSince(db)
  const ofNumbers = (sql: string, numbers: readonly number[], params: Record<string, number> = {}): void => {
    if (numbers.length > 0) db.run(sql, { ...params, numbers: JSON.stringify(numbers) })
  }

  /** Nothing else is looked up while nothing is cancelled. */
  const mayBeAnew = (): boolean =>
    db.get('SELECT 1 FROM press_rows WHERE stands AND same IS NOT NULL LIMIT 1') !== undefined

  function leaveAnew(press: number, numbers: readonly number[]): void {
    ofNumbers(`UPDATE press_rows SET stands = 0 WHERE ${listed}`, since.anewOf(press, numbers))
  }

  return {
    begin: (press) =>
      since.begin(
        press,
        db.all<{ press: number }>(stopping).map((one) => one.press),
      ),

    add(press, rows) {
      if (rows.length === 0) return
      const added = db.all<{ number: number }>(
        `INSERT INTO press_rows (press, job_id, before_json, after_json, same)
         SELECT :press, value ->> 'jobId', value ->> 'before', value ->> 'after', value ->> 'same'
         FROM json_each(:rows) ORDER BY key RETURNING number`,
        { press, rows: JSON.stringify(rows) },
      )
      leaveAnew(
        press,
        added.map(({ number }) => number),
      )
    },

    of: (press, after, rows) =>
      db
        .all<Omit<PressRow, 'stands'> & { readonly stands: number }>(
          `SELECT number, press, job_id AS jobId, before_json AS before, after_json AS after, stands FROM press_rows
           WHERE press = :press AND number > :after ORDER BY number LIMIT :rows`,
          { press, after, rows },
        )
        .map((row) => ({ ...row, stands: row.stands === 1 })),

    count: (press) =>
      db.get<{ rows: number }>('SELECT count(*) AS rows FROM press_rows WHERE press = :press', { press })
        ?.rows ?? 0,

    setStands(numbers, stands) {
      ofNumbers(`UPDATE press_rows SET stands = :stands WHERE ${listed}`, numbers, { stands: Number(stands) })
    },

    notQueuedAnew(numbers) {
      const rows = db.all<{ number: number; press: number; jobId: string; same: string }>(
        `SELECT number, press, job_id AS jobId, same FROM press_rows WHERE ${listed}`,
        { numbers: JSON.stringify(numbers) },
      )
      since.removed(rows)
      ofNumbers(`UPDATE press_rows SET stands = 1 WHERE ${listed}`, numbers)
      for (const press of new Set(rows.map((row) => row.press)))
        leaveAnew(
          press,
          rows.flatMap((row) => (row.press === press ? row.number : [])),
        )
    },

    standAgain(press, numbers) {
      ofNumbers(`UPDATE press_rows SET stands = 1 WHERE ${listed}`, numbers)
      leaveAnew(press, numbers)
    },

    rewrite(row) {
      db.run('UPDATE press_rows SET before_json = :before, after_json = :after WHERE number = :number', {
        ...row,
      })
    },

    remove(numbers) {
      ofNumbers(`DELETE FROM press_rows WHERE ${listed}`, numbers)
    },

    follow(jobId, newId) {
      db.run('UPDATE press_rows SET job_id = :newId WHERE job_id = :jobId', { jobId, newId })
    },

    endFor(jobId) {
      db.run('UPDATE press_rows SET stands = 0 WHERE job_id = :jobId AND stands', { jobId })
    },

    queuedAnew(connectionId, jobs) {
      if (!mayBeAnew()) return []
      return jobs.flatMap(({ mode, request }) => {
        const same = sameAs({ connectionId, mode, request: JSON.stringify(request) })
        const marked = db.all<{ number: number; jobId: string }>(
          `UPDATE press_rows SET stands = 0 WHERE stands AND same IS NOT NULL AND job_id = (
               SELECT job_id FROM press_rows WHERE stands AND same IS NOT NULL AND same = :same
               GROUP BY job_id ORDER BY min(number) DESC LIMIT 1) RETURNING number, job_id AS jobId`,
          { same },
        )
        for (const { jobId } of marked) since.taken({ jobId, same })
        return marked.map(({ number }) => number)
      })
    },

    rowsQueuedAnew: (batchId, rows) =>
      rows.length === 0 || !mayBeAnew()
        ? []
        : db
            .all<{ number: number }>(
              `UPDATE press_rows SET stands = 0
               WHERE job_id IN (${formerJobs}) AND stands AND same IS NOT NULL RETURNING number`,
              { batchId, rows: JSON.stringify(rows) },
            )
            .map(({ number }) => number),

    forgetSome(before, rows) {
      since.forget(before)
      return db.run(
        `DELETE FROM press_rows WHERE number IN (
           SELECT number FROM press_rows AS old WHERE press < :before AND press NOT IN (${atWork})
             AND (same IS NULL OR NOT EXISTS (
               SELECT 1 FROM press_rows WHERE job_id = old.job_id AND (press >= :before OR press IN (${atWork}))))
           LIMIT :rows)`,
        { before, rows },
      )
    },

    last: () => db.get<{ last: number | null }>('SELECT max(press) AS last FROM press_rows')?.last ?? 0,
  }
}
