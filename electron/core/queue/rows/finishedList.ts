import { moments, quarterMs } from '../../db/counts'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'
import type { Commits } from './commits'

const dayMs = 24 * 60 * 60 * 1000

/**
 * Which finished jobs are listed: those of the last day, so that failures of the night are there in the morning,
 * without those the user cleared. Nothing is deleted.
 */
export interface FinishedList {
  /** Jobs that ended after this are listed, in milliseconds since the epoch. */
  endedAfter(): number
  /** How many are listed. */
  count(): number
  /** Stops listing those that have ended so far. */
  clear(): void
  /** When the list was last cleared, in milliseconds since the epoch; 0 if it lists all again. */
  clearedAt(): number
  setClearedAt(at: number): void
}

export function createFinishedList(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly commits: Commits
}): FinishedList {
  const { db, clock, commits } = deps

  function setClearedAt(at: number): void {
    db.run('UPDATE queue_state SET cleared_at = :at', { at })
    commits.queueChanged()
  }

  const clearedAt = (): number => db.get<{ at: number }>('SELECT cleared_at AS at FROM queue_state')?.at ?? 0

  function endedAfter(): number {
    const now = clock.now()
    const at = clearedAt()
    // From a quarter of an hour on, so that what is counted by quarters need not be looked at row by row.
    const day = Math.floor((now - dayMs) / quarterMs) * quarterMs - 1
    // A time in the future is from before the clock was set back.
    return Math.max(day, at > now ? 0 : at)
  }

  return {
    endedAfter,
    count() {
      const after = endedAfter()
      const quarter = Math.floor(after / quarterMs)
      const counted = db.get<{ count: number }>(
        `SELECT (SELECT coalesce(sum(jobs), 0) FROM moment_counts
             WHERE kind = 'finished' AND jobs > 0 AND quarter > :quarter)
           + (SELECT count(*) FROM jobs WHERE ${moments.finished} AND ended_at > :after AND ended_at < :end) AS count`,
        { after, quarter, end: (quarter + 1) * quarterMs },
      )
      return counted?.count ?? 0
    },
    clearedAt,
    setClearedAt,
    clear: () => setClearedAt(clock.now()),
  }
}
