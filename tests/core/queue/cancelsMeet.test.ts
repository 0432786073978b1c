import { expect, test } from 'vitest'
import { createFakeClock } from '../../support/fakeClock'
import { createScriptedClient } from '../../support/scriptedClient'
import { noteStatements } from '../../support/statements'
import { count, enqueueBig, finished, killed } from './bigQueue'
import { expectCounted } from './countedRows'
import { type Call, callOf, pressOf } from './pressed'
import { connect, draft, enqueue, openQueue, states } from './queueHarness'

const firsts: Readonly<Record<string, (call: Call, ids: string[]) => Promise<{ press: number | null }>>> = {
  'some requests': (call, ids) => call('jobs.act', { ids, action: 'cancel' }),
  'a batch': (call) => call('batches.cancel', { id: 'big' }),
}

test.each(Object.entries(firsts))(
  'a cancel of %s stands, though one is taken back that it met at work',
  async (_, first) => {
    const harness = await openQueue({ clock: createFakeClock() })
    harness.queue.pause()
    const { id } = await connect(harness, 'https://service.test')
    enqueueBig(harness, id, 'big')
    const call = callOf(harness)
    const ids = harness.db.all<{ id: string }>('SELECT id FROM jobs').map((job) => job.id)
    const begun = first(call, ids)
    const { cancelled, press } = await call('queue.cancelWaiting', null)
    const one = await begun
    expect(states(harness)).toEqual({ cancelled: count })
    if (press !== null) await call('presses.takeBack', { press })
    expect(states(harness)).toEqual({ cancelled: count })

    await call('presses.takeBack', { press: pressOf(one) })
    expect(states(harness)).toEqual({ queued: count })
    expectCounted(harness.db)
    expect(cancelled).toBeGreaterThan(0)
  },
)

/** A batch whose rows can't be handled in one part, and what its first and last rows are known by. */
async function bigBatch() {
  const harness = await openQueue({ clock: createFakeClock() })
  harness.queue.pause()
  const { id } = await connect(harness, 'https://service.test')
  enqueueBig(harness, id, 'big')
  const [{ first, last } = { first: '', last: '' }] = harness.db.all<{ first: string; last: string }>(
    'SELECT (SELECT id FROM jobs ORDER BY rowid LIMIT 1) AS first, (SELECT id FROM jobs ORDER BY rowid DESC LIMIT 1) AS last',
  )
  const waiting = () => states(harness).queued ?? 0
  const stateOf = (job: string) =>
    harness.db.get<{ state: string }>('SELECT state FROM jobs WHERE id = :job', { job })?.state
  return { harness, call: callOf(harness), first, last, waiting, stateOf }
}

test.each(['first', 'last'] as const)(
  'the %s request of a batch that is cancelled by itself beside its batch stays so',
  async (which) => {
    const { harness, call, waiting, stateOf, ...ends } = await bigBatch()
    const id = ends[which]
    const begun = call('batches.cancel', { id: 'big' })
    expect(waiting()).toBeGreaterThan(0)
    expect(stateOf(id)).toBe(which === 'first' ? 'cancelled' : 'queued')
    const own = await call('jobs.act', { ids: [id], action: 'cancel' })
    expect(own.done).toBe(1)
    const batch = await begun
    expect(states(harness)).toEqual({ cancelled: count })

    await call('presses.takeBack', { press: pressOf(batch) })
    expect(states(harness)).toEqual({ cancelled: 1, queued: count - 1 })
    expect(stateOf(id)).toBe('cancelled')
    await call('presses.doAgain', { press: pressOf(batch) })
    await call('presses.takeBack', { press: pressOf(own) })
    expect(states(harness)).toEqual({ cancelled: count })
    await call('presses.takeBack', { press: pressOf(batch) })
    expect(states(harness)).toEqual({ queued: count })
    expectCounted(harness.db)
  },
)

test('a request that is cancelled while it is being brought back stays so', async () => {
  const { harness, call, last, waiting, stateOf } = await bigBatch()
  const batch = await call('batches.cancel', { id: 'big' })
  const undone = call('presses.takeBack', { press: pressOf(batch) })
  expect(waiting()).toBeGreaterThan(0)
  expect(stateOf(last)).toBe('cancelled')
  await call('jobs.act', { ids: [last], action: 'cancel' })
  await undone
  expect(states(harness)).toEqual({ cancelled: 1, queued: count - 1 })
  expect(stateOf(last)).toBe('cancelled')
})

test('a cancel that is done again keeps what a later one had from it', async () => {
  const { harness, call, first } = await bigBatch()
  const own = await call('jobs.act', { ids: [first], action: 'cancel' })
  const batch = await call('batches.cancel', { id: 'big' })
  expect(await call('presses.takeBack', { press: pressOf(own) })).toEqual({ done: 0, left: 1 })
  expect(await call('presses.doAgain', { press: pressOf(own) })).toEqual({ done: 1, left: 0 })
  await call('presses.takeBack', { press: pressOf(batch) })
  expect(states(harness)).toEqual({ cancelled: 1, queued: count - 1 })
  await call('presses.takeBack', { press: pressOf(own) })
  expect(states(harness)).toEqual({ queued: count })
  expectCounted(harness.db)
})

test.each(['every request', 'the first', 'the last'] as const)(
  'a cancel that a restart goes on with stands, though one of %s is taken back',
  async (which) => {
    const { harness, call, first, last } = await bigBatch()
    const begun = call('batches.cancel', { id: 'big' })
    const folder = killed(harness.folder)
    await harness.stop()
    await begun
    const again = await openQueue({ clock: createFakeClock(), folder, started: false })
    const press = callOf(again)
    expect(states(again).queued).toBeGreaterThan(0)
    const own =
      which === 'every request'
        ? press('queue.cancelWaiting', null)
        : press('jobs.act', { ids: [which === 'the first' ? first : last], action: 'cancel' })
    again.bulk.start()
    await finished(again)
    await press('presses.takeBack', { press: pressOf(await own) })
    expect(states(again)).toEqual({ cancelled: count })
    expectCounted(again.db)
  },
)

test('a cancel of everything that is done again holds a request that has another number by now', async () => {
  const service = createScriptedClient()
  const harness = await openQueue({ clock: createFakeClock(), service })
  harness.queue.pause()
  const connection = await connect(harness, 'https://service.test')
  const call = callOf(harness)
  enqueueBig(harness, connection.id, 'big')
  const [id = ''] = harness.db.all<{ id: string }>('SELECT id FROM jobs').map((job) => job.id)
  const draft = { prompt: 'another', model: 'm', size: '', n: 1, mode: 'background', image: [] } as const
  const edit = await call('jobs.edit', { id, draft: { ...draft, image: [] } })
  enqueueBig(harness, connection.id, 'other')
  const cancel = pressOf(await call('queue.cancelWaiting', null))
  await call('presses.takeBack', { press: cancel })
  await call('presses.takeBack', { press: pressOf(edit) })
  await call('presses.doAgain', { press: pressOf(edit) })
  const redone = call('presses.doAgain', { press: cancel })
  harness.queue.resume()
  await redone
  await finished(harness)
  expect(service.sent).toEqual([])
  expect(states(harness).cancelled).toBe(2 * count)
})

test('a cancel that is taken back and done again while a batch is written stays as it was pressed last', async () => {
  const { harness, call } = await bigBatch()
  const press = pressOf(await call('batches.cancel', { id: 'big' }))
  const [{ id = '' } = {}] = harness.connections.list()
  const words = Array.from({ length: 40 }, (_, at) => String(at).padStart(10_000, 'fern '))
  const long = draft({ prompt: '{{a}}', variables: { a: words.join('\n') } })
  const written = harness.queue.enqueueInParts(id, long, { first: false })
  const undone = call('presses.takeBack', { press })
  const redone = call('presses.doAgain', { press })
  expect(states(harness).cancelled).toBe(count)
  await written
  expect(await undone).toEqual({ done: count, left: 0 })
  expect(await redone).toEqual({ done: count, left: 0 })
  expect(states(harness)).toEqual({ cancelled: count, queued: words.length })
})

test('a request whose own cancel is done again isn’t sent while that waits for another', async () => {
  const service = createScriptedClient()
  const harness = await openQueue({ clock: createFakeClock(), service })
  harness.queue.pause()
  const connection = await connect(harness, 'https://service.test')
  const call = callOf(harness)
  enqueue(harness, connection)
  const [{ id = '' } = {}] = harness.db.all<{ id: string }>('SELECT id FROM jobs')
  enqueueBig(harness, connection.id, 'big')
  const own = pressOf(await call('jobs.act', { ids: [id], action: 'cancel' }))
  await call('presses.takeBack', { press: own })
  const cancelled = call('batches.cancel', { id: 'big' })
  const redone = call('presses.doAgain', { press: own })
  expect(states(harness).queued).toBeGreaterThan(1)
  harness.queue.resume()
  expect(await redone).toEqual({ done: 1, left: 0 })
  await cancelled
  expect(service.sent).toEqual([])
})

test('an Undo that a restart goes on with leaves what another cancel of that run is about', async () => {
  const { harness, call, last } = await bigBatch()
  await call('jobs.act', { ids: [last], action: 'cancel' })
  const batch = pressOf(await call('batches.cancel', { id: 'big' }))
  const undone = call('presses.takeBack', { press: batch }).catch(() => {})
  const folder = killed(harness.folder)
  await harness.stop()
  await undone
  const again = await openQueue({ clock: createFakeClock(), folder, started: false })
  expect(states(again).cancelled).toBeGreaterThan(1)
  // With its first press, this run forgets what earlier ones recorded.
  const [connection] = again.connections.list()
  const { batchId } = again.queue.enqueue(connection?.id ?? '', draft({ prompt: 'a moss' }), { first: false })
  await callOf(again)('batches.cancel', { id: batchId })
  again.bulk.start()
  await finished(again)
  expect(states(again)).toEqual({ cancelled: 2, queued: count - 1 })
})

test('what was cancelled before is looked for a few rows at a time, however long its batch', async () => {
  const { harness, call } = await bigBatch()
  await call('batches.cancel', { id: 'big' })
  const [connection] = harness.connections.list()
  harness.queue.enqueue(connection?.id ?? '', draft({ prompt: 'a moss' }), { first: false })
  const { plans } = await noteStatements(harness.db, () => call('queue.cancelWaiting', null))
  expect(plans).toContain('SEARCH other USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)')
  expect(plans).toContain('SEARCH mine USING INDEX press_rows_job (job_id=?)')
})

test('a cancel is also about a request that was cancelled before, however far behind those that wait', async () => {
  const harness = await openQueue({ clock: createFakeClock() })
  harness.queue.pause()
  const connection = await connect(harness, 'https://service.test')
  const call = callOf(harness)
  const id = enqueue(harness, connection, { prompt: '{a|b}' })
  const [, last = ''] = harness.db
    .all<{ id: string }>('SELECT id FROM jobs ORDER BY rowid')
    .map(({ id }) => id)
  const own = pressOf(await call('jobs.act', { ids: [last], action: 'cancel' }))
  harness.db.run('UPDATE jobs SET rowid = 5000 WHERE id = :last', { last })
  const batch = pressOf(await call('batches.cancel', { id }))
  await call('presses.takeBack', { press: own })
  expect(states(harness)).toEqual({ cancelled: 2 })
  await call('presses.takeBack', { press: batch })
  expect(states(harness)).toEqual({ queued: 2 })
  expectCounted(harness.db)
})
