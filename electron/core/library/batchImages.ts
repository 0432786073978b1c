import type { Database } from '../db/database'
import { batchImageName } from './imageName'
import type { BatchImage } from './library'

interface Row {
  readonly id: string
  /** The job's row in the table it came from; otherwise its place among the jobs of the batch, from 1. */
  readonly number: number
  readonly jobs: number
  readonly name: string
  readonly position: number
  readonly of: number
  readonly format: string
}

/** All images of a batch. A retried job takes the place of the job it replaces. */
export function batchImages(db: Database, batchId: string): readonly BatchImage[] {
  const rows = db.all<Row>(
    `WITH RECURSIVE line (id, number, row, name) AS (
       SELECT id, row_number() OVER (ORDER BY rowid), row, name FROM jobs
       WHERE batch_id = :batchId AND retry_of IS NULL
       UNION ALL
       SELECT jobs.id, line.number, line.row, line.name FROM line JOIN jobs ON jobs.retry_of = line.id)
     SELECT images.id, coalesce(line.row, line.number) AS number,
       max(coalesce(line.row, line.number)) OVER () AS jobs,
       coalesce(line.name, images.prompt) AS name, images.position, images.of, images.format
     FROM line CROSS JOIN images ON images.job_id = line.id WHERE images.deleted_at IS NULL
     ORDER BY 2, line.number, line.id, images.position`,
    { batchId },
  )
  return rows.map(({ id, number, jobs, name, position, of, format }) => ({
    imageId: id,
    name: batchImageName({
      number: String(number).padStart(Math.max(3, String(jobs).length), '0'),
      words: name,
      index: position,
      of,
      format,
    }),
  }))
}
