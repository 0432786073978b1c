import type { Database } from '../../electron/core/db/database'

/** Adds an image for each prompt after those that are there, each of a job that has no row. */
export function addImages(db: Database, prompts: readonly string[]): void {
  db.run(
    `INSERT INTO images (number, id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt,
       model, mode, asked_json, connection_id, connection_name, created_at)
     SELECT n, 'image ' || n, 'job ' || n, 0, 1, 'f' || n, 'png', 1, 1, 128, 1, '', prompt, 'm', 'direct', '{}', 'c',
       'S', 1000
     FROM (SELECT key + 1 + (SELECT coalesce(max(number), 0) FROM images) AS n, value AS prompt FROM json_each(:prompts))`,
    { prompts: JSON.stringify(prompts) },
  )
}
