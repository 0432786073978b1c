import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { createNameOrder } from '../../../electron/core/library/nameOrder'
import { cases } from '../../../scripts/testRun/cases'
import { addImages } from '../../support/addImages'
import { realClock } from '../../support/fakeClock'
import { testDatabase } from '../../support/testDatabase'

/** In upper and lower case, several of each. */
const manyPrompts = (count: number): string[] =>
  Array.from({ length: count }, (_, n) => `${n % 2 === 0 ? 'fern' : 'Fern'} ${Math.min(200, n % 1000)}`)

const sortedByDatabase = (db: Database): readonly number[] =>
  db
    .all<{ number: number }>(
      'SELECT number FROM images ORDER BY substr(prompt, 1, 40) COLLATE NOCASE, number',
    )
    .map(({ number }) => number)

/** Images by name as the database sorts them, and as they stand in the order that is kept. */
function openOrder(db: Database) {
  const { signal } = new AbortController()
  const names = createNameOrder({ db, clock: realClock })
  return async () => {
    await names.settle(signal)
    expect(names.isSettled()).toBe(true)
    const expected = sortedByDatabase(db)
    expect(expected.toSorted((a, b) => names.placeOf(a) - names.placeOf(b))).toEqual(expected)
  }
}

/** Notes how the database finds the names that are read. */
function planned(db: Database) {
  const plans: string[] = []
  const watch =
    <R>(read: (sql: string, params?: Parameters<Database['get']>[1]) => R) =>
    (sql: string, params?: Parameters<Database['get']>[1]): R => {
      if (sql.includes('images_name'))
        for (const { detail } of db.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params))
          if (/images|TEMP/.test(detail)) plans.push(detail)
      return read(sql, params)
    }
  return { plans, db: { ...db, get: watch(db.get) } as Database }
}

test('images stand in the order of their names, whatever comes and goes', async () => {
  const prompt = fc.constantFrom(
    '',
    'a',
    'A',
    'ab',
    'Ä',
    'ä',
    'z',
    '灯',
    '🌿',
    `${'x'.repeat(40)}1`,
    'x'.repeat(40),
  )
  const steps = fc.oneof(
    fc.record({ kind: fc.constant('come' as const), prompts: fc.array(prompt, { maxLength: 6 }) }),
    fc.record({ kind: fc.constant('go' as const), which: fc.nat(20) }),
    fc.record({ kind: fc.constant('look' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 3, maxLength: 20 }), async (given) => {
      const db = testDatabase()
      // Numbers are never given again.
      addImages(db, ['m'])
      const look = openOrder(db)
      for (const step of given) {
        if (step.kind === 'look') await look()
        else if (step.kind === 'come') addImages(db, step.prompts)
        else
          db.run('DELETE FROM images WHERE number = :number AND number < (SELECT max(number) FROM images)', {
            number: step.which,
          })
      }
      await look()
      db.close()
    }),
    { numRuns: cases(30, 300) },
  )
})

test('each part of the names is read from where the one before it ended', async () => {
  const { db, plans } = planned(testDatabase())
  addImages(db, manyPrompts(5000))
  const look = openOrder(db)
  await look()
  expect(plans.length).toBeGreaterThan(0)
  for (const plan of plans) expect(plan).toContain('SEARCH images USING INDEX images_name')
})

test('an image that arrives is put in its place, and no other name is read again', async () => {
  const { db, plans } = planned(testDatabase())
  addImages(db, manyPrompts(2000))
  const look = openOrder(db)
  await look()
  plans.length = 0
  addImages(db, ['fern 150', 'A new one'])
  await look()
  // Each looks among its own name, then among those before it.
  expect(plans).toHaveLength(4)
  for (const plan of plans) expect(plan).toContain('SEARCH images USING INDEX images_name')
})

test('what arrives while all names are read has its place too', async () => {
  const plain = testDatabase()
  addImages(plain, manyPrompts(2000))
  let isFirst = true
  const db: Database = {
    ...plain,
    get(sql, params) {
      if (sql.includes('images_name') && isFirst) {
        isFirst = false
        addImages(plain, ['Aspen', 'zebra'])
      }
      return plain.get(sql, params)
    },
  }
  const look = openOrder(db)
  await look()
  expect(isFirst).toBe(false)
  addImages(plain, ['aspen'])
  await look()
})
