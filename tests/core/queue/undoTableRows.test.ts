import { describe, expect, test } from 'vitest'
import { openBench } from './bench'
import { callOf, pressOf } from './pressed'
import { allJobs, connect, draft, enqueue, states } from './queueHarness'

/** A queue that is paused, and tables of some rows, each known by its key. */
async function openTables() {
  const bench = await openBench()
  const { db, queue, clock } = bench
  queue.pause()
  const connection = await connect(bench, 'https://service.test')
  function beginTable(prompt: string, rows: number) {
    const batch = queue.beginBatch({ id: prompt, connectionId: connection.id, jobs: rows, first: false })
    const numbers = Array.from({ length: rows }, (_, at) => at + 1)
    for (const row of numbers)
      db.run(
        `INSERT INTO batch_rows (batch_id, row, cells_json, connection_id, key, content, source)
         VALUES (:prompt, :row, '[]', :connectionId, 'k' || :row, :prompt, :prompt || :row)`,
        { prompt, row, connectionId: connection.id },
      )
    const request = { model: 'm', prompt }
    const jobs = numbers.map((row) => ({
      ...{ mode: 'background' as const, request, images: 1, row, name: null },
    }))
    return { batch, jobs }
  }
  function queueTable(prompt: string, rows: number): string {
    const { batch, jobs } = beginTable(prompt, rows)
    batch.add(jobs)
    clock.advance(500)
    return batch.finish(prompt).batchId
  }
  return { ...bench, call: callOf(bench), connection, beginTable, queueTable }
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

test.each([['the first'], ['the second']])(
  'rows that are queued anew between two cancels wait once, if both are taken back, %s first',
  async (which) => {
    const bench = await openTables()
    const { call, queueTable } = bench
    const rows = 40
    const first = queueTable('a fern', rows)
    const cancelled = call('batches.cancel', { id: first })
    queueTable('a taller fern', rows)
    const everything = call('queue.cancelWaiting', null)
    const presses = [pressOf(await cancelled), pressOf(await everything)]
    expect(states(bench)).toEqual({ cancelled: 2 * rows })
    for (const press of which === 'the first' ? presses : presses.reverse())
      await call('presses.takeBack', { press })
    expect(states(bench)).toEqual({ cancelled: rows, queued: rows })
  },
)

test('rows of a table that was half written at their cancel wait once', async () => {
  const bench = await openTables()
  const { call, connection, beginTable, queueTable } = bench
  const first = queueTable('a fern', 4)
  const { batch, jobs } = beginTable('a taller fern', 4)
  batch.add(jobs.slice(0, 2))
  enqueue(bench, connection, { prompt: 'a moss' })
  const press = pressOf(await call('batches.cancel', { id: first }))
  batch.add(jobs.slice(2))
  batch.finish('a taller fern')
  await call('presses.takeBack', { press })
  expect(states(bench)).toEqual({ cancelled: 4, queued: 5 })
})

test('rows that are queued anew while their cancel is done again wait once, whatever numbers are free by then', async () => {
  const bench = await openTables()
  const { call, connection, beginTable, queueTable, clock } = bench
  const rows = 40
  const first = queueTable('a fern', rows)
  enqueue(bench, connection, { prompt: 'a moss' })
  const id = allJobs(bench).at(-1)?.id ?? ''
  const edit = pressOf(await call('jobs.edit', { id, draft: draft({ prompt: 'a moss, edited', n: 10 }) }))
  const press = pressOf(await call('batches.cancel', { id: first }))
  await call('presses.takeBack', { press })
  clock.advance(1000)
  await call('presses.takeBack', { press: edit })
  const again = call('presses.doAgain', { press })
  const { batch, jobs } = beginTable('a taller fern', rows)
  // The last rows of the table get the numbers that are free.
  batch.add(jobs.reverse())
  batch.finish('a taller fern')
  await again
  await call('presses.takeBack', { press })
  expect(states(bench)).toEqual({ cancelled: rows, queued: rows + 1 })
})

test('requests without a table that are queued anew before their cancel is through wait once', async () => {
  const bench = await openTables()
  const { call, connection } = bench
  const rows = 40
  const prompt = `{${Array.from({ length: rows }, (_, at) => `fern ${at}`).join('|')}}`
  const cancelled = call('batches.cancel', { id: enqueue(bench, connection, { prompt }) })
  enqueue(bench, connection, { prompt })
  const press = pressOf(await cancelled)
  expect(await call('presses.takeBack', { press })).toEqual({ done: 0, left: rows })
  expect(states(bench)).toEqual({ cancelled: rows, queued: rows })
})

test('equal requests that are cancelled while a table is being written come back', async () => {
  const bench = await openTables()
  const { call, connection, beginTable } = bench
  const { batch, jobs } = beginTable('a fern', 4)
  batch.add(jobs.slice(0, 2))
  const press = pressOf(
    await call('batches.cancel', { id: enqueue(bench, connection, { prompt: 'a moss', n: 5 }) }),
  )
  batch.add(jobs.slice(2))
  batch.finish('a fern')
  expect(await call('presses.takeBack', { press })).toEqual({ done: 5, left: 0 })
})
