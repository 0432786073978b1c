import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { createImageCosts } from '../../../electron/core/library/imageCosts'
import { realClock } from '../../support/fakeClock'
import { galleryParts } from '../../support/galleryParts'
import { testDatabase } from '../../support/testDatabase'

/** More images than one slice reads. */
function fill(db: Database): void {
  db.run(
    `WITH RECURSIVE made (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM made WHERE n < 3000)
     INSERT INTO images (number, id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt,
       model, mode, asked_json, connection_id, connection_name, created_at)
     SELECT n, 'image ' || n, 'job ' || n, 0, 1, 'f' || n, 'png', 1, 1, 128, 1, '', 'fern ' || n, 'm', 'direct', '{}',
       'c', 'S', 1000 FROM made`,
  )
}

type Lists = ReturnType<typeof galleryParts>['lists']

test.each([
  ['an outline', (lists: Lists) => lists.outline({ text: 'fern' })],
  ['a page', (lists: Lists) => lists.page({ text: 'fern' }, 0, 200)],
])('no cost is read for the sums of a list before %s is there', async (_, read) => {
  const db = testDatabase()
  fill(db)
  const steps: string[] = []
  const watched: Database = {
    ...db,
    all(sql, params) {
      if (sql.includes('FROM attempts')) steps.push('cost')
      return db.all(sql, params)
    },
  }
  const { lists } = galleryParts(watched)
  const list = read(lists).then(() => steps.push('list'))
  await Promise.all([list, lists.costs({ text: '' })])
  expect(steps[0]).toBe('list')
  expect(steps).toContain('cost')
})

test('costs half read wait for a list that is asked for then', async () => {
  const db = testDatabase()
  fill(db)
  const costs = createImageCosts({ db, clock: realClock })
  const settled = costs.settleBehind()
  const list = costs.ahead(async () => {
    for (let turn = 0; turn < 50; turn++) await nextTurn()
    return costs.isSettled()
  })
  expect(await list).toBe(false)
  await settled
  expect(costs.isSettled()).toBe(true)
})
