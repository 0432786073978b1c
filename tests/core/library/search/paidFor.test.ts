import { expect, test } from 'vitest'
import { newId } from '../../../../electron/core/ids'
import { galleryParts } from '../../../support/galleryParts'
import { testDatabase } from '../../../support/testDatabase'

/** One image a job, with the price of its request. */
function setUp() {
  const db = testDatabase()
  const { rows, lists, seen } = galleryParts(db)
  db.run(`INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
      idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
    VALUES ('c', 'service', 'S', '', '', '[]', '', 0, 1, 1, 1, 1, 1)`)
  db.run(`INSERT INTO batches (id, connection_id, name, created_at, sendable_at) VALUES ('b', 'c', '', 1, 1)`)
  return {
    lists,
    open: (id: string) => seen.mark([id]),
    add(name: string, price: number | null): string {
      const id = newId(Date.now())
      db.run(
        `INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, billed, created_at,
           ended_at)
         VALUES (:id, 'b', 'c', 1, 'direct', '{"model":"m","prompt":"p"}', 1, 'done', 'yes', 1, 2)`,
        { id },
      )
      db.run(
        `INSERT INTO attempts (id, job_id, number, origin, path_prefix, price, started_at, outcome)
         VALUES (:id, :id, 1, '', '', :price, 1, 'accepted')`,
        { id, price },
      )
      rows.insert(
        {
          ...{ id, jobId: id, index: 0, of: 1, width: 64, height: 64, format: 'png', bytes: 1, sha256: '' },
          ...{
            decoded: true,
            placeholder: null,
            revisedPrompt: null,
            connectionId: 'c',
            connectionName: 'S',
          },
          asked: { model: 'm', prompt: name, mode: 'direct' },
          ...{ taskId: null, brought: null, tookMs: null, createdAt: Date.now() },
        },
        'f.png',
      )
      return id
    },
  }
}

test('paid for and never opened is all that isn’t known to be free; an unknown cost is no cost of 0', async () => {
  const { add, open, lists } = setUp()
  for (const [name, price] of [
    ['free', 0],
    ['cheap', 0.25],
    ['dear', 12],
    ['unpriced', null],
  ] as const) {
    add(name, price)
    open(add(`${name}, opened`, price))
  }
  const found = async (text: string) => {
    const names = (await lists.page({ text }, 0, 100)).rows.map(({ prompt }) => prompt).sort()
    expect(await lists.count({ text })).toBe(names.length)
    return names
  }
  expect(await found('is:unseen -cost:0')).toEqual(['cheap', 'dear', 'unpriced'])
  expect(await found('is:unseen cost:0')).toEqual(['free'])
  expect(await found('cost:>2')).toEqual(['dear', 'dear, opened'])
  expect(await found('-cost:>2 is:seen')).toEqual(['cheap, opened', 'free, opened', 'unpriced, opened'])
  expect(await found('cost:<=0.25 cost:>0')).toEqual(['cheap', 'cheap, opened'])

  const unopened = async () => (await lists.page({ text: 'is:unseen' }, 0, 100)).rows
  const [first] = await unopened()
  open(first?.id ?? '')
  expect(await unopened()).not.toContainEqual(first)
})
