import { expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { galleryParts } from '../../support/galleryParts'
import { testDatabase } from '../../support/testDatabase'

/** Names in upper and lower case, most of them of several images. */
function fill(db: Database, images: number): void {
  db.run(
    `WITH RECURSIVE made (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM made WHERE n < :images)
     INSERT INTO images (number, id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt,
       model, mode, asked_json, connection_id, connection_name, created_at)
     SELECT n, 'image ' || n, 'job ' || n, 0, 1, 'f' || n, 'png', 1, 1, 128, 1, '',
       iif(n % 2, 'Fern ', 'fern ') || min(200, n % 1000), 'm', 'direct', '{}', 'c', 'S', 1000 FROM made`,
    { images },
  )
}

test('each part of the names is read from where the one before it ended', async () => {
  const db = testDatabase()
  fill(db, 5000)
  const plans = new Set<string>()
  const watched: Database = {
    ...db,
    get(sql, params) {
      if (sql.includes('images_name'))
        for (const { detail } of db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params))
          plans.add(detail)
      return db.get(sql, params)
    },
  }
  const { lists } = galleryParts(watched)
  const { rows } = await lists.page({ text: '', sort: 'name' }, 0, 5000)
  expect(rows.map(({ number }) => number)).toEqual(
    db
      .all<{ number: number }>(
        'SELECT number FROM images ORDER BY substr(prompt, 1, 40) COLLATE NOCASE, number',
      )
      .map(({ number }) => number),
  )
  expect([...plans].filter((plan) => plan.includes('images'))).not.toContainEqual(
    expect.stringContaining('SCAN'),
  )
  expect([...plans].some((plan) => plan.includes('SEARCH images USING INDEX images_name'))).toBe(true)
})
