import type { WaitingJobs } from '@shared/model/queue'
import type { Changes } from '../../changes'
import type { Database } from '../../db/database'
import type { ItemStore } from '../rows/itemStore'
import { inOrder, waitingCount } from '../rows/sendingOrder'
import { readShownJobs } from '../rows/shownJob'

/** Which waiting jobs of a batch to read, starting with the one that is sent next. */
export interface WaitingWindow {
  readonly batchId: string
  readonly offset: number
  readonly limit: number
}

export type ReadWaiting = (window: WaitingWindow) => WaitingJobs

export function createReadWaiting(deps: {
  readonly db: Database
  readonly changes: Changes
  readonly items: ItemStore
}): ReadWaiting {
  const { db, changes } = deps
  return ({ batchId, offset, limit }) => {
    const total = db.get<{ count: number }>(`SELECT ${waitingCount} AS count`, { batchId })?.count ?? 0
    return {
      revision: changes.revision('queue'),
      total,
      rows: readShownJobs(
        deps,
        `WHERE jobs.id IN (
           SELECT id FROM jobs WHERE state = 'queued' AND batch_id = :batchId
           ORDER BY ${inOrder} LIMIT :limit OFFSET :offset)
         ORDER BY jobs.priority DESC, jobs.position, jobs.id`,
        { batchId, offset, limit },
      ),
    }
  }
}
