import { expect, test } from 'vitest'
import type { Database } from '../../../../electron/core/db/database'
import { galleryParts } from '../../../support/galleryParts'
import { testDatabase } from '../../../support/testDatabase'

test.each([{ text: 'cost:>2' }, { text: '', sort: 'cost' as const }])(
  'a list by cost (%o) asks the database nothing for each image',
  async (query) => {
    const db = testDatabase()
    db.run(
      `WITH RECURSIVE made (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM made WHERE n < 1000)
     INSERT INTO images (number, id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt,
       model, mode, asked_json, connection_id, connection_name, created_at)
     SELECT n, 'image ' || n, 'job ' || n, 0, 1, 'f' || n, 'png', 1, 1, 128, 1, '', 'fern', 'm', 'direct', '{}', 'c',
       'S', 1000 FROM made`,
    )
    let asked = 0
    const counted: Database = {
      ...db,
      get(sql, params) {
        asked++
        return db.get(sql, params)
      },
    }
    const { lists } = galleryParts(counted)
    await lists.outline(query)
    expect(asked).toBeGreaterThan(0)
    expect(asked).toBeLessThan(100)
  },
)
