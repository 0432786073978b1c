import { expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { galleryParts } from '../../support/galleryParts'
import { testDatabase } from '../../support/testDatabase'

/** Images of three to a job, the newest last, so that slices end inside a job. */
function fill(db: Database, from: number, to: number): void {
  db.run(
    `WITH RECURSIVE made (n) AS (SELECT :from UNION ALL SELECT n + 1 FROM made WHERE n < :to)
     INSERT INTO images (number, id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt, model, mode,
       asked_json, connection_id, connection_name, created_at)
     SELECT n, 'image ' || n, printf('job %06d', n / 3), n % 3, 3, 'f' || n, 'png', 1, 1, 128, 1, '', 'fern',
       'm', 'direct', '{}', 'c', 'S', 1000 FROM made`,
    { from, to },
  )
}

const inSql = (db: Database) =>
  db
    .all<{ number: number }>(
      'SELECT number FROM images WHERE deleted_at IS NULL ORDER BY placed_at DESC, job_id DESC, position',
    )
    .map(({ number }) => number)

test('the order has what changes while it is read for the first time', async () => {
  const db = testDatabase()
  fill(db, 1, 3000)
  const { order, hide } = galleryParts(db)
  const settled = order.settle()
  hide('image 2999')
  fill(db, 3001, 3010)
  order.touch([3001, 3002, 3003, 3004, 3005, 3006, 3007, 3008, 3009, 3010])
  await settled
  await order.settle()
  expect([...order.columns().numbers]).toEqual(inSql(db))
})
