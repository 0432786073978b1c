import type { SendGate } from '@shared/model/sendGate'

/** Ids of batches that are still being written, in SQL: none of their jobs is sent, shown or counted yet. */
export const batchesBeingWritten = 'SELECT id FROM batches WHERE sendable_at IS NULL'

/** Of `jobs`, in SQL: the job is waiting to be sent. */
export const isWaiting = `jobs.state = 'queued' AND jobs.batch_id NOT IN (${batchesBeingWritten})`

/** A cancel that is done again has the same parameters; what else is done again has none of them. */
const cancels = "kind IN ('cancel', 'doAgain')"
/**
 * Ids of batches whose waiting jobs are being cancelled, in SQL: none of them is sent any more, whatever is left to be
 * done.
 */
const batchesBeingCancelled = `SELECT params_json ->> 'batchId' FROM bulk_commands
  WHERE ${cancels} AND params_json ->> 'batchId' IS NOT NULL`
/** The last row of those that are being cancelled in every batch; 0 if none are. */
const rowsBeingCancelled = `SELECT coalesce(max(params_json ->> 'upTo'), 0) FROM bulk_commands
  WHERE ${cancels} AND params_json ->> 'batchId' IS NULL AND params_json ->> 'connectionId' IS NULL`

/** Jobs that the user named, whose cancel isn't finished or is done again. */
const namedBeingCancelled = `SELECT value FROM bulk_commands, json_each(params_json, '$.ids')
  WHERE kind = 'act' AND params_json ->> 'action' = 'cancel'
  UNION ALL SELECT job_id FROM press_rows WHERE press IN (
  SELECT params_json ->> 'press' FROM bulk_commands
  WHERE kind = 'doAgain' AND params_json ->> 'kind' = 'cancel' AND params_json ->> 'upTo' IS NULL)`
/** Connections that were removed, whose waiting jobs are being cancelled. */
const connectionsBeingCancelled = `SELECT params_json ->> 'connectionId' FROM bulk_commands
  WHERE kind = 'cancel' AND params_json ->> 'connectionId' IS NOT NULL`

/** Of `jobs`, in SQL: it still waits, but a command to cancel it was given. */
export const isBeingCancelled = `(EXISTS (SELECT 1 FROM bulk_commands WHERE ${cancels}
  AND jobs.rowid <= params_json ->> 'upTo'
  AND jobs.batch_id = coalesce(params_json ->> 'batchId', jobs.batch_id)
  AND jobs.connection_id = coalesce(params_json ->> 'connectionId', jobs.connection_id)
  AND jobs.batch_id NOT IN (SELECT value FROM json_each(params_json, '$.notBatches')))
  OR jobs.id IN (${namedBeingCancelled}))`

/** Of `batches`, in SQL: it may be sent. One that may not is covered by `gateOfBatch`, or isn't shown yet. */
export const isOpenBatch = `batches.sendable_at IS NOT NULL AND NOT batches.paused
  AND batches.id NOT IN (${batchesBeingCancelled})`
/** Of `jobs`, in SQL: it isn't waiting for the user's answer, and isn't being cancelled. */
export const isUnasked = `jobs.rowid > max(:heldUpTo, (${rowsBeingCancelled}))
  AND jobs.connection_id NOT IN (${connectionsBeingCancelled}) AND jobs.id NOT IN (${namedBeingCancelled})`

/** What keeps the next job of a shown batch from being sent: a reason of the batch itself comes first. */
export function gateOfBatch(
  batch: {
    readonly paused: boolean
    readonly isBeingCancelled: boolean
    readonly nextRow: number
    readonly heldUpTo: number
  },
  gate: SendGate,
): SendGate {
  if (batch.isBeingCancelled) return { kind: 'cancelling' }
  if (batch.paused) return { kind: 'batchPaused' }
  return batch.nextRow <= batch.heldUpTo ? { kind: 'asked' } : gate
}
