import type { SendGate } from '@shared/model/sendGate'

/** Ids of batches that are still being written, in SQL: none of their jobs is sent, shown or counted yet. */
export const batchesBeingWritten = 'SELECT id FROM batches WHERE sendable_at IS NULL'

/** Of `jobs`, in SQL: the job is waiting to be sent. */
export const isWaiting = `jobs.state = 'queued' AND jobs.batch_id NOT IN (${batchesBeingWritten})`

/** Of `batches`, in SQL: it may be sent. One that may not is covered by `gateOfBatch`, or isn't shown yet. */
export const isOpenBatch = 'batches.sendable_at IS NOT NULL AND NOT batches.paused'
/** Of `jobs`, in SQL: it isn't waiting for the person's answer. */
export const isUnasked = 'jobs.rowid > :heldUpTo'

/** What keeps the next job of a shown batch from being sent: a reason of the batch itself comes first. */
export function gateOfBatch(
  batch: { readonly paused: boolean; readonly nextRow: number; readonly heldUpTo: number },
  gate: SendGate,
): SendGate {
  if (batch.paused) return { kind: 'batchPaused' }
  return batch.nextRow <= batch.heldUpTo ? { kind: 'asked' } : gate
}
