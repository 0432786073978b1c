import type { JobWindow } from '@shared/model/queue'
import type { Changes } from '../../changes'
import type { Database } from '../../db/database'
import { inOrder, waitingCount } from '../rows/sendingOrder'
import type { JobsInBatch } from './jobsInBatch'

/** Which of the jobs of a batch to read. */
export interface WindowInBatch {
  readonly batchId: string
  readonly offset: number
  readonly limit: number
}

/** The waiting ones, starting with the one that is sent next. */
export type ReadWaiting = (window: WindowInBatch) => JobWindow

export function createReadWaiting(deps: {
  readonly db: Database
  readonly changes: Changes
  readonly jobsInBatch: Pick<JobsInBatch, 'read'>
}): ReadWaiting {
  const { db, changes, jobsInBatch } = deps
  return ({ batchId, offset, limit }) => {
    const total = db.get<{ count: number }>(`SELECT ${waitingCount} AS count`, { batchId })?.count ?? 0
    return {
      revision: changes.revision('queue'),
      total,
      rows: jobsInBatch.read(
        `WHERE jobs.id IN (
           SELECT id FROM jobs WHERE state = 'queued' AND batch_id = :batchId
           ORDER BY ${inOrder} LIMIT :limit OFFSET :offset)
         ORDER BY jobs.priority DESC, jobs.position, jobs.id`,
        { batchId, offset, limit },
      ),
    }
  }
}
