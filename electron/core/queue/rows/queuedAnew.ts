import { createHash } from 'node:crypto'
import { jobRequestSchema } from '@shared/model/draft'
import { states } from '../../jobMachine'

const anewBy = (same: string, isAfter: string): string => `EXISTS (SELECT 1 FROM batch_rows AS own
  JOIN batch_rows AS other ON other.connection_id = own.connection_id AND ${same} AND other.batch_id <> own.batch_id
  JOIN jobs AS anew ON anew.batch_id = other.batch_id AND anew.row = other.row AND (${isAfter})
    AND anew.state NOT IN ${states.fruitless}
  WHERE own.batch_id = jobs.batch_id AND own.row = jobs.row)`

const anew = (isAfter: string): string => `(${anewBy('other.key = own.key', isAfter)}
  OR ${anewBy('own.key IS NULL AND other.key IS NULL AND other.content = own.content', isAfter)})`

/**
 * Of `jobs`, in SQL: the row of the table it was made from was queued once more since it was queued itself: as its key says
 * or, without one, what it asks for. Rows are numbered as they are queued, whatever a clock says.
 */
export const isQueuedLater = anew('anew.rowid > jobs.rowid')

/** The same after `:lastRow` of `jobs`, or with one of the batches `:writing`. */
export const isQueuedAnew = anew(
  'anew.rowid > :lastRow OR anew.batch_id IN (SELECT value FROM json_each(:writing))',
)

/**
 * Ids of the jobs, in SQL, that ended without an image and were made from the rows `:rows` of the batch `:batchId`, as an
 * earlier table had them.
 */
export const formerJobs = `SELECT former.id FROM batch_rows AS own
  JOIN batch_rows AS other ON other.connection_id = own.connection_id AND other.batch_id <> own.batch_id
    AND (other.key = own.key OR own.key IS NULL AND other.key IS NULL AND other.content = own.content)
  JOIN jobs AS former ON former.batch_id = other.batch_id AND former.row = other.row
    AND (former.state IN ${states.fruitless} OR former.dropped)
  WHERE own.batch_id = :batchId AND own.row IN (SELECT value FROM json_each(:rows))`

/**
 * What the same request to the same connection is known by, whenever it is queued: not by the extra fields of the
 * connection, which may have others by then. `request`: its JSON as stored.
 */
export function sameAs(job: {
  readonly connectionId: string
  readonly mode: string
  readonly request: string
}): string {
  const { connectionId, mode, request } = job
  return createHash('sha256')
    .update(JSON.stringify([connectionId, mode, ...ownFields(request)]))
    .digest('base64')
}

/** In one order: that of the stored JSON depends on whether the request was edited. */
function ownFields(json: string): readonly unknown[] {
  try {
    const { model, prompt, size, n, image, extra } = jobRequestSchema.parse(JSON.parse(json))
    return [model, prompt, size, n, image, extra?.map(({ name, value }) => [name, value])]
  } catch {
    // Damaged: it is like no other.
    return [json]
  }
}
