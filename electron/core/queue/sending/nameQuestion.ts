import type { Connections } from '../../connections/connections'
import type { Database } from '../../db/database'

/**
 * Behind a proxy an image may lie at a name that this computer can't find, and whether the proxy may be asked for it is
 * the person's to say. Until then the connection is held; this ends the hold of those where nothing waits for an answer
 * any more: the name was found, or the image given up.
 */
export function reviewNameQuestions(db: Database, connections: Pick<Connections, 'release'>): void {
  // What is tried for the first time, or once more, may bring the question again.
  const answered = db.all<{ id: string }>(
    `SELECT id FROM connections
     WHERE archived_at IS NULL AND hold_json ->> '$.error.code' = 'proxyNamesUnknown' AND NOT EXISTS (
       SELECT 1 FROM items JOIN jobs ON jobs.id = items.job_id
       WHERE items.state = 'ready' AND connection_id = connections.id
         AND (items.error_json IS NULL OR items.error_json ->> 'code' = 'proxyNamesUnknown'))`,
  )
  for (const { id } of answered) connections.release(id)
}
