import type { ErrorCode } from '@shared/errors'
import type { Connections } from '../../connections/connections'
import type { Database } from '../../db/database'

/** Where an image lies is a question to the person: whether the proxy may be asked for a name, or a host is to be trusted. */
const questions: readonly ErrorCode[] = ['proxyNamesUnknown', 'imageHostPrivate']

/**
 * Until the person answers the connection is held; this ends the hold of those where nothing waits for an answer
 * any more: the image was found elsewhere, or given up.
 */
export function reviewPlaceQuestions(db: Database, connections: Pick<Connections, 'release'>): void {
  // What is tried for the first time, or once more, may bring the question again.
  const answered = db.all<{ id: string }>(
    `SELECT id FROM connections
     WHERE archived_at IS NULL AND hold_json ->> '$.error.code' IN (SELECT value FROM json_each(:questions))
       AND NOT EXISTS (
         SELECT 1 FROM items JOIN jobs ON jobs.id = items.job_id
         WHERE items.state = 'ready' AND connection_id = connections.id
           AND (items.error_json IS NULL OR items.error_json ->> 'code' = hold_json ->> '$.error.code'))`,
    { questions: JSON.stringify(questions) },
  )
  for (const { id } of answered) connections.release(id)
}
