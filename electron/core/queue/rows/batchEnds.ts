import type { Database } from '../../db/database'
import { states } from '../../jobMachine'
import type { Clock } from '../../ports'

/** A batch with no unfinished jobs left. */
export interface BatchEnd {
  readonly name: string
  /** Images saved. */
  readonly saved: number
  /** Jobs that failed. */
  readonly failed: number
  /** Jobs that need the person. */
  readonly needsYou: number
}

/** Announces once that a batch is done, even across restarts. */
export interface BatchEnds {
  /** Checks these batches, or all that weren't announced yet. */
  check(batchIds: Iterable<string> | 'all'): void
  /** Returns the disposer. A batch whose jobs were all cancelled isn't announced. */
  subscribe(listener: (end: BatchEnd) => void): () => void
}

export function createBatchEnds({ db, clock }: { readonly db: Database; readonly clock: Clock }): BatchEnds {
  const listeners = new Set<(end: BatchEnd) => void>()

  function ended(batchIds: Iterable<string> | 'all'): readonly { readonly id: string }[] {
    const among = batchIds === 'all' ? '' : 'AND id IN (SELECT value FROM json_each(:ids))'
    return db.all<{ id: string }>(
      `SELECT id FROM batches WHERE notified_at IS NULL AND sendable_at IS NOT NULL ${among} AND NOT EXISTS (
         SELECT 1 FROM jobs WHERE batch_id = batches.id AND attention_json IS NULL
           AND NOT waiting_stopped AND state IN ${states.unfinished})`,
      batchIds === 'all' ? {} : { ids: JSON.stringify([...batchIds]) },
    )
  }

  return {
    check(batchIds) {
      for (const { id } of ended(batchIds)) {
        // At most once: it is recorded before it is announced.
        db.run('UPDATE batches SET notified_at = :now WHERE id = :id', { id, now: clock.now() })
        const end = db.get<BatchEnd>(
          `SELECT name,
             (SELECT count(*) FROM items JOIN jobs ON jobs.id = items.job_id
              WHERE jobs.batch_id = :id AND items.state = 'saved') AS saved,
             (SELECT count(*) FROM jobs WHERE batch_id = :id AND state = 'failed') AS failed,
             (SELECT count(*) FROM jobs WHERE batch_id = :id
              AND (state = 'uncertain' OR attention_json IS NOT NULL)) AS needsYou
           FROM batches WHERE id = :id`,
          { id },
        )
        if (end === undefined || end.saved + end.failed + end.needsYou === 0) continue
        for (const listener of listeners) listener(end)
      }
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
