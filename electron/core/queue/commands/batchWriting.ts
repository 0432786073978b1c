import { AppFailure, appError } from '@shared/errors'
import type { Database } from '../../db/database'
import { textColumn } from '../../db/textColumn'
import type { Clock } from '../../ports'
import { createTurns } from '../../turns'
import { batchesBeingWritten } from '../rows/batchGate'
import type { Commits } from '../rows/commits'
import type { PressRows } from '../rows/pressRows'
import type { EnqueueResult, InsertJobs, NewJob } from './jobInsertion'
import type { Ordering } from './ordering'

/** A batch that is written in parts. */
export interface NewBatch {
  readonly id: string
  readonly connectionId: string
  /** How many are expected: together they take one place among the waiting batches. */
  readonly jobs: number
  readonly first: boolean
}

/** A batch that is being written: nothing of it is sent, shown or counted before `finish`. */
export interface BatchInParts {
  /** Joins the current transaction. About 500 jobs at a time leave the app time for other work. */
  add(jobs: readonly NewJob[]): void
  /** Turns it into a batch like any other. Throws AppFailure `connectionMissing`, with nothing changed. */
  finish(name: string): EnqueueResult
}

/** Writes batches that are too long for one transaction. */
export interface BatchWriting {
  begin(batch: NewBatch): BatchInParts
  /**
   * Runs work while no other is run by this: a batch is written as a whole before anything that it queues anew is brought
   * back, or after that.
   */
  alone<T>(work: () => Promise<T>): Promise<T>
  /** Ids of batches that an earlier run began and didn't finish. What this run writes is its own to remove. */
  halfWritten(): readonly string[]
  /** Removes at most this many jobs of one; true once the batch itself is gone. */
  removeSome(id: string, limit: number): boolean
}

export function createBatchWriting(deps: {
  readonly db: Database
  readonly clock: Clock
  readonly commits: Commits
  readonly ordering: Pick<Ordering, 'forNew'>
  readonly insertJobs: InsertJobs
  readonly pressRows: Pick<PressRows, 'queuedAnew' | 'rowsQueuedAnew' | 'notQueuedAnew'>
  /** False once a connection was removed. */
  readonly isLive: (connectionId: string) => boolean
}): BatchWriting {
  const { db, clock, commits, ordering, insertJobs, pressRows, isLive } = deps
  const begun = new Set<string>()
  const turns = createTurns()
  /** Rows of cancelled requests that are queued anew by a batch that isn't finished. */
  const anew = new Map<string, readonly number[]>()

  return {
    alone: (work) => turns.take(work),

    begin({ id, connectionId, jobs: expected, first }) {
      // All jobs get positions between two places, however many there are. Anything queued meanwhile goes before or
      // after all of them.
      const { priority, start } = ordering.forNew(1, first)
      const step = 1 / (expected + 1)
      begun.add(id)
      let jobs = 0
      let images = 0
      db.run(
        "INSERT INTO batches (id, connection_id, name, created_at) VALUES (:id, :connectionId, '', :now)",
        { id, connectionId, now: clock.now() },
      )
      return {
        add(more) {
          const origin = { batchId: id, connectionId, retryOf: null }
          insertJobs(origin, more, { priority, start: start + step * jobs, step })
          const rows = [...new Set(more.flatMap(({ row }) => row ?? []))]
          anew.set(id, [
            ...(anew.get(id) ?? []),
            ...pressRows.queuedAnew(connectionId, more),
            ...pressRows.rowsQueuedAnew(id, rows),
          ])
          jobs += more.length
          images += more.reduce((sum, job) => sum + job.images, 0)
        },
        finish(name) {
          // The waiting jobs of a removed connection were dropped before these could be seen.
          if (!isLive(connectionId)) throw new AppFailure(appError('connectionMissing'))
          db.run('UPDATE batches SET name = :name, sendable_at = :now WHERE id = :id', {
            id,
            name: textColumn(name),
            now: clock.now(),
          })
          anew.delete(id)
          commits.batchChanged(id)
          commits.queuedChanged()
          return { batchId: id, name, jobs, images }
        },
      }
    },

    halfWritten: () =>
      db
        .all<{ id: string }>(batchesBeingWritten)
        .map(({ id }) => id)
        .filter((id) => !begun.has(id)),

    removeSome: (id, limit) =>
      db.transaction(() => {
        const jobs = db.all<{ id: string }>(
          `SELECT id FROM jobs WHERE batch_id = :id AND batch_id IN (${batchesBeingWritten}) LIMIT :limit`,
          { id, limit },
        )
        const ids = JSON.stringify(jobs.map((job) => job.id))
        db.run('DELETE FROM items WHERE job_id IN (SELECT value FROM json_each(:ids))', { ids })
        db.run('DELETE FROM jobs WHERE id IN (SELECT value FROM json_each(:ids))', { ids })
        if (jobs.length === limit) return false
        db.run('DELETE FROM batches WHERE id = :id AND sendable_at IS NULL', { id })
        pressRows.notQueuedAnew(anew.get(id) ?? [])
        anew.delete(id)
        return true
      }),
  }
}
