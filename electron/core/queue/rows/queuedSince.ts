import type { Database } from '../../db/database'
import { batchesBeingWritten } from './batchGate'
import { isQueuedAnew, sameAs } from './queuedAnew'

/**
 * What is queued while commands are at work that may have stopped the same. Requests count: each that is queued anew takes
 * the place of one.
 */
export interface QueuedSince {
  /**
   * A command is given under this press. `atWork`: those of earlier ones that are: what they haven't come to yet was stopped
   * by them all the same, and may have been queued anew since.
   */
  begin(press: number, atWork: readonly number[]): void
  /** Of these rows of a press, by their numbers, those that were queued anew since it, or the first of those, began. */
  anewOf(press: number, numbers: readonly number[]): readonly number[]
  /** A request that was queued took the place of one that was stopped before. */
  taken(stopped: Stopped): void
  /** A batch that was being written is gone: the numbers of its rows are used again, and it took no place of these. */
  removed(stopped: readonly Stopped[]): void
  /** All presses before this one. */
  forget(before: number): void
}

/** A job, and what its request is known by. */
export interface Stopped {
  readonly jobId: string
  readonly same: string
}

interface Begun {
  /** Of `jobs`, as it began. */
  lastRow: number
  /** Ids of the batches that were still being written. */
  readonly writing: readonly string[]
  /** All up to this row are in `queued`. */
  seen: number
  /** How many were queued since, by what they are known by. */
  readonly queued: Map<string, number>
  /** The jobs whose place they took: by name, as a transaction that failed is repeated. */
  readonly taken: Map<string, Set<string>>
}

function noteTaken({ taken }: Pick<Begun, 'taken'>, { jobId, same }: Stopped): void {
  taken.set(same, (taken.get(same) ?? new Set()).add(jobId))
}

export function createQueuedSince(db: Database): QueuedSince {
  /** By press, and those that were at work as it was given, earliest first. */
  const all = new Map<number, readonly Begun[]>()
  const each = (): ReadonlySet<Begun> => new Set([...all.values()].flat())

  const lastRow = (): number => db.get<{ row: number | null }>('SELECT max(rowid) AS row FROM jobs')?.row ?? 0

  function readQueued(begun: Begun): void {
    const jobs = db.all<Parameters<typeof sameAs>[0] & { readonly row: number }>(
      `SELECT rowid AS row, connection_id AS connectionId, mode, request_json AS request FROM jobs
       WHERE rowid > :seen ORDER BY rowid`,
      { seen: begun.seen },
    )
    for (const job of jobs) begun.queued.set(sameAs(job), (begun.queued.get(sameAs(job)) ?? 0) + 1)
    begun.seen = jobs.at(-1)?.row ?? begun.seen
  }

  function take(begun: Begun, stopped: Stopped): boolean {
    const by = begun.taken.get(stopped.same)
    if (by?.has(stopped.jobId) === true) return true
    if ((begun.queued.get(stopped.same) ?? 0) <= (by?.size ?? 0)) return false
    noteTaken(begun, stopped)
    return true
  }

  return {
    begin(press, atWork) {
      const row = lastRow()
      const writing = db.all<{ id: string }>(batchesBeingWritten).map(({ id }) => id)
      const earlier = new Set(atWork.flatMap((one) => all.get(one) ?? []))
      const own: Begun = { lastRow: row, writing, seen: row, queued: new Map(), taken: new Map() }
      all.set(press, [...earlier, own])
    },

    anewOf(press, numbers) {
      const judged = new Map<number, boolean>()
      const begun = all.get(press) ?? []
      for (const [at, one] of begun.entries()) {
        if (one.writing.length === 0 && lastRow() <= one.lastRow) continue
        const rows = db.all<Stopped & { number: number; row: number; isAnew: number }>(
          `SELECT number, job_id AS jobId, same, jobs.rowid AS row, ${isQueuedAnew} AS isAnew
           FROM press_rows JOIN jobs ON jobs.id = job_id
           WHERE number IN (SELECT value FROM json_each(:numbers)) AND same IS NOT NULL`,
          {
            numbers: JSON.stringify(numbers),
            lastRow: one.lastRow,
            writing: JSON.stringify(one.writing),
          },
        )
        readQueued(one)
        // By the first of them that it was there for.
        for (const { number, row, isAnew, ...stopped } of rows)
          if (!judged.has(number) && (row <= one.lastRow || at === begun.length - 1))
            judged.set(number, take(one, stopped) || isAnew === 1)
      }
      return [...judged].flatMap(([number, isAnew]) => (isAnew ? number : []))
    },

    taken(stopped) {
      for (const one of each()) noteTaken(one, stopped)
    },

    removed(some) {
      const row = lastRow()
      for (const one of each()) {
        one.lastRow = Math.min(one.lastRow, row)
        one.seen = one.lastRow
        one.queued.clear()
        for (const { jobId, same } of some) one.taken.get(same)?.delete(jobId)
      }
    },

    forget(before) {
      for (const press of all.keys()) if (press < before) all.delete(press)
    },
  }
}
