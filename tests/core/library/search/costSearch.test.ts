import { expect, test } from 'vitest'
import type { Database } from '../../../../electron/core/db/database'
import { addImages } from '../../../support/addImages'
import { galleryParts } from '../../../support/galleryParts'
import { testDatabase } from '../../../support/testDatabase'

test.each([{ text: 'cost:>2' }, { text: '', sort: 'cost' as const }])(
  'a list by cost (%o) asks the database nothing for each image',
  async (query) => {
    const db = testDatabase()
    addImages(
      db,
      Array.from({ length: 1000 }, () => 'fern'),
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
