import { expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { galleryParts } from '../../support/galleryParts'
import { testDatabase } from '../../support/testDatabase'

const dayMs = 86_400_000

test('the costs of a thousand days take as few statements as those of one', async () => {
  const db = testDatabase()
  db.run(
    `WITH RECURSIVE days (day) AS (SELECT 1 UNION ALL SELECT day + 1 FROM days WHERE day < 1000)
     INSERT INTO images (number, id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt,
       model, mode, asked_json, connection_id, connection_name, decoded, created_at, placed_at)
     SELECT day, 'image ' || day, 'job ' || day, 0, 1, day || '.png', 'png', 64, 64, 128, 1, '', 'a pier', 'm', 'direct',
       '{}', 'c' || day % 3, 'Studio', 1, day * ${dayMs}, day * ${dayMs} FROM days`,
  )
  let statements = 0
  const counted: Database = {
    ...db,
    get(sql, params) {
      statements++
      return db.get(sql, params)
    },
  }
  const { lists } = galleryParts(counted)
  await lists.costs({ text: '' })
  statements = 0
  const { days } = await lists.costs({ text: '' })
  expect(days.length).toBeGreaterThan(900)
  expect(statements).toBeLessThan(20)
})
