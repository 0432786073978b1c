import { describe, expect, test } from 'vitest'
import { openBench } from './bench'
import { callOf, pressOf } from './pressed'
import { allJobs, connect, states } from './queueHarness'

/** A queue that is paused, and tables of some rows, each known by its key. */
async function openTables() {
  const bench = await openBench()
  const { db, queue, clock } = bench
  queue.pause()
  const connection = await connect(bench, 'https://service.test')
  function queueTable(prompt: string, rows: number): string {
    const batch = queue.beginBatch({ id: prompt, connectionId: connection.id, jobs: rows, first: false })
    const numbers = Array.from({ length: rows }, (_, at) => at + 1)
    for (const row of numbers)
      db.run(
        `INSERT INTO batch_rows (batch_id, row, cells_json, connection_id, key, content, source)
         VALUES (:prompt, :row, '[]', :connectionId, 'k' || :row, :prompt, :prompt || :row)`,
        { prompt, row, connectionId: connection.id },
      )
    const request = { model: 'm', prompt }
    batch.add(numbers.map((row) => ({ mode: 'background', request, images: 1, row, name: null })))
    clock.advance(500)
    return batch.finish(prompt).batchId
  }
  return { ...bench, call: callOf(bench), queueTable }
}

/** A row of a table was cancelled and queued anew with another prompt, under the same key. */
async function queuedAnew() {
  const bench = await openTables()
  const { call, clock, queueTable } = bench
  const first = queueTable('a fern', 1)
  const press = pressOf(await call('batches.cancel', { id: first }))
  clock.advance(500)
  const second = queueTable('a taller fern', 1)
  return { ...bench, press, second }
}

describe('a row of a table that was queued anew', () => {
  test('waits once, whichever of its two cancels is taken back first', async () => {
    const { press, second, ...one } = await queuedAnew()
    const own = pressOf(await one.call('batches.cancel', { id: second }))
    one.clock.advance(500)
    await one.call('presses.takeBack', { press })
    await one.call('presses.takeBack', { press: own })
    expect(states(one)).toEqual({ cancelled: 1, queued: 1 })
  })

  test('waits once, if what is taken back is a cancel of everything that was given both', async () => {
    const { press, ...one } = await queuedAnew()
    const all = pressOf(await one.call('queue.cancelWaiting', null))
    await one.call('presses.takeBack', { press })
    await one.call('presses.takeBack', { press: all })
    expect(states(one)).toEqual({ cancelled: 1, queued: 1 })
  })
})

test.each([
  ['right', 0],
  ['ahead at an earlier press', 3_600_000],
])(
  'rows that are queued anew before their cancel is through wait once, with a clock that was %s',
  async (_, ahead) => {
    const bench = await openTables()
    const { call, clock, queueTable } = bench
    const rows = 40
    const first = queueTable('a fern', rows)
    clock.set(ahead)
    await call('presses.takeBack', { press: pressOf(await call('batches.cancel', { id: first })) })
    clock.set(-ahead)
    const cancelled = call('batches.cancel', { id: first })
    queueTable('a taller fern', rows)
    clock.advance(500)
    const press = pressOf(await cancelled)
    expect(states(bench)).toEqual({ cancelled: rows, queued: rows })
    expect(await call('presses.takeBack', { press })).toEqual({ done: 0, left: rows })
    expect(states(bench)).toEqual({ cancelled: rows, queued: rows })
  },
)

test('rows that were queued twice before one of them is cancelled wait twice once that is taken back', async () => {
  const bench = await openTables()
  const { call, queueTable } = bench
  const first = queueTable('a fern', 2)
  queueTable('a taller fern', 2)
  const press = pressOf(await call('batches.cancel', { id: first }))
  expect(states(bench)).toEqual({ cancelled: 2, queued: 2 })
  expect(await call('presses.takeBack', { press })).toEqual({ done: 2, left: 0 })
  expect(states(bench)).toEqual({ queued: 4 })
})

test('rows that are queued anew before all of them are settled stay so if that is taken back', async () => {
  const bench = await openTables()
  const { db, call, queueTable } = bench
  const rows = 40
  queueTable('a fern', rows)
  db.run("UPDATE jobs SET state = 'uncertain', sent_at = created_at, billed = 'maybe'")
  const ids = allJobs(bench).map(({ id }) => id)
  const settled = call('jobs.act', { ids, action: 'settle' })
  queueTable('a taller fern', rows)
  const press = pressOf(await settled)
  expect(states(bench)).toEqual({ failed: rows, queued: rows })
  expect(await call('presses.takeBack', { press })).toEqual({ done: 0, left: rows })
})
