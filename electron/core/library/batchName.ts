/**
 * The name of an image's batch, in SQL on a row of `images`: of a batch that is still there, else of one that only records
 * tell of; empty if there is none.
 */
export const batchNameOf = `coalesce((SELECT name FROM batches WHERE id = images.batch_id),
  (SELECT name FROM recorded_batches WHERE id = images.batch_id), '')`
