import type { Database } from '../../db/database'

/** How images of a connection come, as the first one has shown. */
export interface FirstImage {
  /** Its bytes in base64, or an address. */
  readonly came: 'base64' | 'address'
  /** The service took its request as a task. */
  readonly asTask: boolean
}

/** Null before an image of the connection was saved, and once no job with a saved one is known any more. */
export function readFirstImage(db: Database, connectionId: string): FirstImage | null {
  const found = db.get<{ hasUrl: number; hasTask: number }>(
    // What was found at an address and taken is saved from the file that it was fetched into.
    `SELECT items.url IS NOT NULL OR EXISTS (
         SELECT 1 FROM found_images AS found
         WHERE found.job_id = jobs.id AND found.state = 'taken' AND found.url IS NOT NULL) AS hasUrl,
        jobs.task_id IS NOT NULL AS hasTask
     FROM batches CROSS JOIN saved_counts ON saved_counts.batch_id = batches.id AND saved_counts.images > 0
       CROSS JOIN jobs ON jobs.batch_id = batches.id
       CROSS JOIN items ON items.job_id = jobs.id AND items.state = 'saved'
     WHERE batches.connection_id = :connectionId LIMIT 1`,
    { connectionId },
  )
  if (found === undefined) return null
  return { came: found.hasUrl === 1 ? 'address' : 'base64', asTask: found.hasTask === 1 }
}
