import type { Priority } from '@shared/model/queue'
import { batchesBeingWritten } from './batchGate'

/** The order in which waiting jobs are sent, in SQL: columns of `jobs`. */
export const inOrder = 'priority DESC, position, id'
export const inReverse = 'priority, position DESC, id DESC'

/** The place of a waiting job. */
export interface JobPlace {
  readonly priority: number
  readonly position: number
  readonly id: string
}

/** The same order, for sorting: negative when `a` is sent before `b`. */
export function comparePlaces(a: JobPlace, b: JobPlace): number {
  return b.priority - a.priority || a.position - b.position || (a.id < b.id ? -1 : 1)
}

/** How many jobs of the batch `:batchId` are waiting, in SQL: from the stored counts. */
export const waitingCount = '(SELECT coalesce(sum(jobs), 0) FROM waiting_counts WHERE batch_id = :batchId)'

/** The rowid of the waiting job that comes first in the given order, of the batch in a row of `waiting`. */
export const firstJob = (order: string): string => `(SELECT rowid FROM jobs AS head
  WHERE head.batch_id = waiting.batch_id AND head.state = 'queued' ORDER BY ${order} LIMIT 1)`

/** Batches with waiting jobs, each with the place of its first: a common table expression named `heads`. */
export const heads = `heads AS (
  SELECT jobs.batch_id, jobs.priority, jobs.position, jobs.id
  FROM (SELECT DISTINCT batch_id FROM job_counts WHERE stage = 'waiting' AND jobs > 0
    AND batch_id NOT IN (${batchesBeingWritten})) AS waiting
    JOIN jobs ON jobs.rowid = ${firstJob(inOrder)}
)`
export const headsInOrder = 'heads.priority DESC, heads.position, heads.id'
export const headsReversed = 'heads.priority, heads.position DESC, heads.id DESC'

/** How the table writes priorities. */
export const storedPriority: Readonly<Record<Priority, number>> = { high: 1, normal: 0, low: -1 }

export function readPriority(stored: number): Priority {
  if (stored === 0) return 'normal'
  return stored > 0 ? 'high' : 'low'
}
