import { jobRequestSchema } from '@shared/model/draft'
import type { Database } from '../db/database'
import { usualImageBytes } from '../db/usualImage'
import { states } from '../jobMachine'
import type { NewImage } from './library'
import type { RecordedBatch } from './recordedMarks'

/** What the library reads from the tables of the queue, and of what is being brought in; it never writes to them. */
export interface LibraryJobs {
  /** Whether an image is still to come for this item: its partial download is worth keeping. */
  awaited(jobId: string, index: number): boolean
  /** The same for any item of a job that was sent, or that is being brought in. */
  isAnyAwaited(): boolean
  /** Whether a job, or what is brought in, is of this profile: others that share the library have their own. */
  isOwn(jobId: string): boolean
  /** The batch of a job; null if there is no such job. */
  batch(jobId: string): RecordedBatch | null
  /** What a job says about an image; null if there is no such item. */
  origin(
    jobId: string,
    index: number,
  ): Pick<
    NewImage,
    'of' | 'asked' | 'revisedPrompt' | 'connectionId' | 'connectionName' | 'taskId' | 'tookMs' | 'brought'
  > | null
  /** Bytes that requests already sent may still bring, estimated from the size of the last images. */
  bytesInFlight(): number
}

interface OriginRow {
  readonly images: number
  readonly mode: 'background' | 'direct'
  readonly request_json: string
  readonly revised_prompt: string | null
  readonly connection_id: string
  readonly connection_name: string
  readonly task_id: string | null
}

export function createLibraryJobs(db: Database): LibraryJobs {
  return {
    awaited: (jobId, index) =>
      db.get(
        `SELECT 1 FROM items WHERE job_id = :jobId AND position = :index AND state IN ('pending', 'ready')
         UNION ALL SELECT 1 FROM bringing_files WHERE job_id = :jobId AND :index = 0 AND problem IS NULL LIMIT 1`,
        { jobId, index },
      ) !== undefined,

    isAnyAwaited: () =>
      db.get(
        `SELECT 1 FROM jobs JOIN items ON items.job_id = jobs.id
         WHERE jobs.state IN ${states.underway} AND items.state IN ('pending', 'ready')
         UNION ALL SELECT 1 FROM bringing_files WHERE problem IS NULL LIMIT 1`,
      ) !== undefined,

    isOwn: (jobId) =>
      db.get(
        `SELECT 1 FROM items WHERE job_id = :jobId
         UNION ALL SELECT 1 FROM bringing_files WHERE job_id = :jobId LIMIT 1`,
        { jobId },
      ) !== undefined,

    batch: (jobId) =>
      db.get<RecordedBatch>(
        `SELECT batches.id, batches.name FROM jobs JOIN batches ON batches.id = jobs.batch_id
         WHERE jobs.id = :jobId`,
        { jobId },
      ) ?? null,

    origin(jobId, index) {
      const row = db.get<OriginRow>(
        `SELECT jobs.images, jobs.mode, jobs.request_json, items.revised_prompt, jobs.connection_id,
           connections.name AS connection_name, jobs.task_id
         FROM items JOIN jobs ON jobs.id = items.job_id
           JOIN connections ON connections.id = jobs.connection_id
         WHERE items.job_id = :jobId AND items.position = :index`,
        { jobId, index },
      )
      if (row === undefined) return null
      return {
        of: row.images,
        asked: { ...jobRequestSchema.parse(JSON.parse(row.request_json)), mode: row.mode },
        revisedPrompt: row.revised_prompt,
        connectionId: row.connection_id,
        connectionName: row.connection_name,
        taskId: row.task_id,
        tookMs: null,
        brought: null,
      }
    },

    bytesInFlight() {
      const open = db.get<{ images: number }>(
        `SELECT count(*) AS images FROM jobs JOIN items ON items.job_id = jobs.id
         WHERE jobs.state IN ${states.underway} AND items.state IN ('pending', 'ready')`,
      )
      return (open?.images ?? 0) * usualImageBytes(db)
    },
  }
}
