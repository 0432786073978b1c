import type { Database } from '../../db/database'
import { states } from '../../jobMachine'
import { batchesBeingWritten } from './batchGate'
import { isQueuedAnew, sameAs } from './queuedAnew'

/** What is queued while commands are at work that may have stopped the same. */
export interface QueuedSince {
  /**
   * A command is given under this press. `atWork`: those of earlier ones that are: what they haven't come to yet was stopped
   * by them all the same, and may have been queued anew since.
   */
  begin(press: number, atWork: readonly number[]): void
  /** Of these rows of a press, by their numbers, those that were queued anew since it, or the first of those, began. */
  anewOf(press: number, numbers: readonly number[]): readonly number[]
  /** All presses before this one. */
  forget(before: number): void
}

interface Begun {
  /** Of `jobs`, without those that were still being written: their numbers may be used again. */
  readonly lastRow: number
  /** Ids of the batches that were still being written. */
  readonly writing: readonly string[]
  /** All up to this row are in `same`. */
  seen: number
  /** The last row of each request that was queued since, by what it is known by. */
  readonly same: Map<string, number>
}

export function createQueuedSince(db: Database): QueuedSince {
  /** By press, and those that were at work as it was given, earliest first. */
  const all = new Map<number, readonly Begun[]>()

  function sameSince(begun: Begun): ReadonlyMap<string, number> {
    const jobs = db.all<Parameters<typeof sameAs>[0] & { readonly row: number }>(
      `SELECT rowid AS row, connection_id AS connectionId, mode, request_json AS request FROM jobs
       WHERE rowid > :seen AND state NOT IN ${states.fruitless} ORDER BY rowid`,
      { seen: begun.seen },
    )
    for (const job of jobs) begun.same.set(sameAs(job), job.row)
    begun.seen = jobs.at(-1)?.row ?? begun.seen
    return begun.same
  }

  const isAnySince = ({ lastRow, writing }: Begun): boolean =>
    writing.length > 0 ||
    db.get('SELECT 1 FROM jobs WHERE rowid > :lastRow LIMIT 1', { lastRow }) !== undefined

  return {
    begin(press, atWork) {
      const last = db.get<{ row: number | null }>(
        `SELECT max(rowid) AS row FROM jobs WHERE batch_id NOT IN (${batchesBeingWritten})`,
      )
      const lastRow = last?.row ?? 0
      const writing = db.all<{ id: string }>(batchesBeingWritten).map(({ id }) => id)
      const earlier = new Set(atWork.flatMap((one) => all.get(one) ?? []))
      all.set(press, [...earlier, { lastRow, writing, seen: lastRow, same: new Map() }])
    },

    anewOf(press, numbers) {
      const judged = new Map<number, boolean>()
      const begun = all.get(press) ?? []
      for (const [at, one] of begun.entries()) {
        if (!isAnySince(one)) break
        const rows = db.all<{ number: number; same: string; row: number; isAnew: number }>(
          `SELECT number, same, jobs.rowid AS row, ${isQueuedAnew} AS isAnew
           FROM press_rows JOIN jobs ON jobs.id = job_id
           WHERE number IN (SELECT value FROM json_each(:numbers)) AND same IS NOT NULL`,
          {
            numbers: JSON.stringify(numbers),
            lastRow: one.lastRow,
            writing: JSON.stringify(one.writing),
          },
        )
        const last = sameSince(one)
        // By the first of them that it was there for.
        for (const { number, row, same, isAnew } of rows)
          if (!judged.has(number) && (row <= one.lastRow || at === begun.length - 1))
            judged.set(number, isAnew === 1 || (last.get(same) ?? 0) > row)
      }
      return [...judged].flatMap(([number, isAnew]) => (isAnew ? number : []))
    },

    forget(before) {
      for (const press of all.keys()) if (press < before) all.delete(press)
    },
  }
}
