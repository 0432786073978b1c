import { AppFailure, appError } from '@shared/errors'
import type { Connection } from '@shared/model/connection'
import { editedOn, planRequests, type SendableDraft } from '@shared/model/draft'
import type { Database } from '../../db/database'
import { isBeingCancelled } from '../rows/batchGate'
import type { ItemStore } from '../rows/itemStore'
import type { StoredJob } from '../rows/jobFields'
import type { JobStore } from '../rows/jobStore'
import type { Ledger } from '../rows/ledger'
import { batchName, type Enqueuing } from './enqueue'
import type { Ordering } from './ordering'

/**
 * Replaces a waiting job with what a draft asks for, under a new id. Once the new id can be sent, the old one no longer
 * can. Returns the new id. Throws `jobNotWaiting`, with nothing changed, if the job was sent or dropped.
 */
export type EditJob = (id: string, draft: SendableDraft) => string

export function createEditJob(deps: {
  readonly db: Database
  readonly jobs: JobStore
  readonly items: ItemStore
  readonly ledger: Pick<Ledger, 'latest'>
  readonly enqueuing: Pick<Enqueuing, 'insert'>
  readonly ordering: Pick<Ordering, 'priorityUnderWay'>
  readonly connection: (id: string) => Connection
}): EditJob {
  const { db, jobs, items, ledger, enqueuing, ordering, connection } = deps

  /** A job that was never tried leaves no trace; one that was tried stays in the ledger, as cancelled. */
  function retire(job: StoredJob): void {
    items.abandon(job.id)
    if (ledger.latest(job.id) !== null) {
      jobs.move(job, 'cancelled', { error: null, notBefore: null })
      return
    }
    db.run('DELETE FROM items WHERE job_id = :id', { id: job.id })
    db.run('DELETE FROM jobs WHERE id = :id', { id: job.id })
  }

  /** A batch of one is named after its current prompt, unless the person named it. */
  function rename({ batchId, request }: StoredJob, prompt: string): void {
    db.run(
      `UPDATE batches SET name = :name WHERE id = :batchId AND name = :before
         AND 1 = (SELECT count(*) FROM jobs WHERE batch_id = :batchId AND state <> 'cancelled')`,
      { batchId, before: batchName(request.prompt), name: batchName(prompt) },
    )
  }

  return (id, draft) =>
    db.transaction(() => {
      const job = jobs.find(id)
      const place = db.get<{ row: number; priority: number; position: number; retryOf: string | null }>(
        `SELECT rowid AS row, priority, position, retry_of AS retryOf FROM jobs
         WHERE id = :id AND state = 'queued' AND NOT ${isBeingCancelled}`,
        { id },
      )
      if (job === null || place === undefined) throw new AppFailure(appError('jobNotWaiting'))
      const { batchId, connectionId, row, name } = job
      const { position, retryOf } = place
      // A command on the batch leaves the new row alone, since it was queued later.
      const priority = ordering.priorityUnderWay(batchId, place.row) ?? place.priority
      const newId = enqueuing.insert(
        { batchId, connectionId, retryOf },
        planRequests(draft, editedOn(connection(connectionId), job)).map((request) => ({
          ...request,
          mode: draft.mode,
          row,
          name,
        })),
        { priority, start: position, step: 0 },
      )
      retire(job)
      rename(job, draft.prompt)
      return newId
    })
}
