/** Ids of batches that are still being written, in SQL: none of their jobs is sent, shown or counted yet. */
export const unfinishedBatches = 'SELECT id FROM batches WHERE sendable_at IS NULL'

/** Of `jobs`, in SQL: the job is waiting to be sent. */
export const waits = `jobs.state = 'queued' AND jobs.batch_id NOT IN (${unfinishedBatches})`
