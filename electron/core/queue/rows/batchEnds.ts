import type { JobStage } from '@shared/model/job'
import type { Database } from '../../db/database'
import type { Clock } from '../../ports'

/** A batch with no unfinished jobs left. */
export interface BatchEnd {
  readonly name: string
  /** Images saved. */
  readonly saved: number
  /** Jobs that failed. */
  readonly failed: number
  /** Jobs that need the user. */
  readonly needsYou: number
}

/** Announces once that a batch is done, even across restarts. */
export interface BatchEnds {
  /** Checks these batches, or all that weren't announced yet. */
  check(batchIds: Iterable<string> | 'all'): void
  /** Returns the disposer. A batch whose jobs were all cancelled isn't announced. */
  subscribe(listener: (end: BatchEnd) => void): () => void
  /** The same whenever one has no unfinished jobs left, also once more after a retry. */
  onRest(listener: () => void): () => void
}

interface AtRest {
  readonly id: string
  readonly announced: number
}

export function createBatchEnds({ db, clock }: { readonly db: Database; readonly clock: Clock }): BatchEnds {
  const listeners = new Set<(end: BatchEnd) => void>()
  const restListeners = new Set<() => void>()

  function atRest(batchIds: Iterable<string> | 'all'): readonly AtRest[] {
    const among = batchIds === 'all' ? 'notified_at IS NULL' : 'id IN (SELECT value FROM json_each(:ids))'
    return db.all<AtRest>(
      `SELECT id, notified_at IS NOT NULL AS announced FROM batches
       WHERE ${among} AND sendable_at IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM job_counts WHERE batch_id = batches.id AND stage IN ('waiting', 'running') AND jobs > 0)`,
      batchIds === 'all' ? {} : { ids: JSON.stringify([...batchIds]) },
    )
  }

  function endOf(id: string): BatchEnd | undefined {
    const jobsIn = (...stages: readonly JobStage[]) => `(SELECT coalesce(sum(jobs), 0) FROM job_counts
      WHERE batch_id = batches.id AND stage IN (${stages.map((stage) => `'${stage}'`).join(', ')}))`
    return db.get<BatchEnd>(
      `SELECT name, coalesce((SELECT images FROM saved_counts WHERE batch_id = batches.id), 0) AS saved,
         ${jobsIn('failed', 'settled')} AS failed, ${jobsIn('needsYou')} AS needsYou
       FROM batches WHERE id = :id`,
      { id },
    )
  }

  return {
    check(batchIds) {
      const resting = atRest(batchIds)
      if (resting.length === 0) return
      const ids = resting.filter(({ announced }) => announced === 0).map(({ id }) => id)
      // At most once: it is recorded before it is announced.
      if (ids.length > 0)
        db.run('UPDATE batches SET notified_at = :now WHERE id IN (SELECT value FROM json_each(:ids))', {
          now: clock.now(),
          ids: JSON.stringify(ids),
        })
      for (const listener of restListeners) listener()
      for (const end of ids.map(endOf)) {
        if (end === undefined || end.saved + end.failed + end.needsYou === 0) continue
        for (const listener of listeners) listener(end)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    onRest(listener) {
      restListeners.add(listener)
      return () => restListeners.delete(listener)
    },
  }
}
