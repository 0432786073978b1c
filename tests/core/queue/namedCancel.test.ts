import { expect, test, vi } from 'vitest'
import { calm, openBench } from './bench'
import { callOf, pressOf } from './pressed'
import { allJobs, connect, enqueue, states } from './queueHarness'

/** A command handles one row a turn, so that a few rows are enough to meet it at work. */
vi.mock('@shared/model/partSizes', async (original) => ({
  ...(await original<object>()),
  commandSteps: { firstRows: 1, inTurn: 1 },
}))

/** Requests that wait, while nothing is sent. */
async function waiting() {
  const bench = await openBench()
  bench.queue.pause()
  const connection = await connect(bench, 'https://service.test')
  const batchId = enqueue(bench, connection, { prompt: '{a|b|c|d|e|f}' })
  return { ...bench, call: callOf(bench), batchId, ids: allJobs(bench).map(({ id }) => id) }
}

test('nothing is sent of what a cancel names, whatever of it is left to be done', async () => {
  const { call, ids, ...bench } = await waiting()
  const cancel = call('jobs.act', { ids, action: 'cancel' })
  bench.queue.resume()
  expect(await cancel).toMatchObject({ done: 6 })
  await calm()
  expect(bench.client.sent).toEqual([])
  expect(states(bench)).toEqual({ cancelled: 6 })
})

test('what another cancel reached first stays cancelled by both', async () => {
  const { call, ids, batchId, ...bench } = await waiting()
  const named = call('jobs.act', { ids, action: 'cancel' })
  const whole = call('batches.cancel', { id: batchId })
  const presses = [pressOf(await named), pressOf(await whole)] as const
  await call('presses.takeBack', { press: presses[1] })
  expect(states(bench)).toEqual({ cancelled: 6 })
  await call('presses.takeBack', { press: presses[0] })
  expect(states(bench)).toEqual({ queued: 6 })
})

test('what another cancel is done with before stays cancelled by both, too', async () => {
  const { call, ids, ...bench } = await waiting()
  const named = call('jobs.act', { ids, action: 'cancel' })
  const other = pressOf(await call('jobs.act', { ids: ids.slice(-1), action: 'cancel' }))
  const press = pressOf(await named)
  await call('presses.takeBack', { press: other })
  expect(states(bench)).toEqual({ cancelled: 6 })
  await call('presses.takeBack', { press })
  expect(states(bench)).toEqual({ queued: 6 })
})

test('what was cancelled before, and is named again among others, stays cancelled by both', async () => {
  const { call, ids, ...bench } = await waiting()
  const other = pressOf(await call('jobs.act', { ids: ids.slice(0, 1), action: 'cancel' }))
  expect((await call('jobs.act', { ids: ids.slice(0, 1), action: 'cancel' })).press).toBeNull()
  const press = pressOf(await call('jobs.act', { ids: ids.slice(0, 3), action: 'cancel' }))
  await call('presses.takeBack', { press: other })
  expect(states(bench)).toEqual({ cancelled: 3, queued: 3 })
  await call('presses.takeBack', { press })
  expect(states(bench)).toEqual({ queued: 6 })
})

test.each(['some requests', 'a batch'])(
  'nothing is sent of a cancel of %s that is done again while it is still being taken back',
  async (what) => {
    const { call, ids, batchId, ...bench } = await waiting()
    const cancel =
      what === 'a batch'
        ? call('batches.cancel', { id: batchId })
        : call('jobs.act', { ids, action: 'cancel' })
    const press = pressOf(await cancel)
    const undone = call('presses.takeBack', { press })
    const redone = call('presses.doAgain', { press })
    bench.queue.resume()
    expect(await undone).toEqual({ done: 6, left: 0 })
    expect(await redone).toEqual({ done: 6, left: 0 })
    await calm()
    expect(bench.client.sent).toEqual([])
    expect(states(bench)).toEqual({ cancelled: 6 })
  },
)
