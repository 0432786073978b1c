import { appError } from '@shared/errors'
import { type ConnectionTest, connectionDefaults } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { task, taskReading } from '../../support/scriptedClient'
import { type Bench, calm, openBench, pass } from './bench'
import { startLoopbackService } from './loopbackService'
import { allJobs, connect, deliverReady, enqueue, openQueue, states, statesBecome } from './queueHarness'

const minute = 60_000
const error = appError('hostUnreachable', { retry: 'free' })
const notReached: ConnectionTest = { outcome: 'notReached', error }

/** From now on no service can be reached. */
function unplug({ client }: Bench): void {
  client.onSubmit = () => ({ kind: 'unsent', error, hold: false })
  client.onPoll = () => ({ kind: 'retry', error, retryAfterMs: null })
  client.onTest = () => notReached
}

function plugIn({ client }: Bench): void {
  client.onSubmit = (id) => ({ kind: 'accepted', reading: taskReading('queued', { taskId: `task-${id}` }) })
  client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
  client.onTest = () => ({ outcome: 'reached' })
}

describe('without a network', () => {
  test('a hundred jobs stay as they are: one request finds out, then only free probes are sent, ever less often', async () => {
    const bench = await openBench()
    unplug(bench)
    const connection = await connect(bench, 'https://service.test', { backgroundSlots: 100 })
    enqueue(bench, connection, { n: 100 })
    await pass(bench, 60 * minute)
    expect(bench.client.sent).toHaveLength(1)
    expect(bench.client.probes).toBeGreaterThan(60)
    expect(bench.client.probes).toBeLessThanOrEqual(126)
    expect(states(bench)).toEqual({ queued: 100 })
    expect(allJobs(bench).filter((job) => job.error !== null)).toHaveLength(1)
    expect(bench.db.get('SELECT count(*) AS count FROM attempts')).toEqual({ count: 1 })
    expect(bench.connections.find(connection.id)?.hold).toBeNull()
    expect(bench.queue.overview(10).unreached).toEqual([{ connectionId: connection.id, error }])

    plugIn(bench)
    await pass(bench, minute, 100)
    expect(deliverReady(bench)).toBe(100)
    expect(states(bench)).toEqual({ done: 100 })
    expect(bench.queue.overview(10).unreached).toEqual([])
    expect(bench.client.sent).toHaveLength(101)
  })

  test('an address that has worked isn’t blamed, and one that hasn’t is', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    enqueue(bench, connection, { n: 1 })
    await pass(bench, minute, 500)
    unplug(bench)
    enqueue(bench, connection, { n: 1 })
    await pass(bench, minute, 500)
    const [unreached] = bench.queue.overview(10).unreached
    expect(unreached?.error).toEqual({ ...error, params: { worked: 1 } })
  })

  test('tasks are not polled one by one, but are when it is back: before anything is paid', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', {
      backgroundSlots: 30,
      pollsPerSecond: 100,
    })
    enqueue(bench, connection, { n: 30 })
    await pass(bench, 30_000, 500)
    expect(states(bench)).toEqual({ running: 30 })
    unplug(bench)
    const before = bench.client.polled.length
    await pass(bench, 10 * minute)
    expect(bench.client.polled.length - before).toBeLessThanOrEqual(30)
    expect(bench.client.probes).toBeLessThan(30)
    enqueue(bench, connection, { n: 5 })
    await pass(bench, minute)
    expect(bench.client.sent).toHaveLength(30)

    plugIn(bench)
    const order: string[] = []
    const { onSubmit, onPoll } = bench.client
    bench.client.onSubmit = (...given) => {
      order.push('send')
      return onSubmit(...given)
    }
    bench.client.onPoll = (...given) => {
      order.push('poll')
      return onPoll(...given)
    }
    bench.queue.tryNow()
    await pass(bench, 20_000, 100)
    deliverReady(bench)
    expect(states(bench)).toEqual({ done: 35 })
    expect(order.indexOf('send')).toBeGreaterThanOrEqual(30)
  })

  test('“Try now” and the computer’s waking probe at once, and never two at a time', async () => {
    const bench = await openBench()
    unplug(bench)
    enqueue(bench, await connect(bench, 'https://service.test'))
    await pass(bench, 20 * minute)
    for (const press of [bench.queue.tryNow, bench.queue.wake]) {
      const before = bench.client.probes
      press()
      press()
      await calm()
      expect(bench.client.probes).toBe(before + 1)
    }
    plugIn(bench)
    bench.queue.tryNow()
    await calm()
    expect(states(bench)).toEqual({ running: 1 })
  })

  test('a route that only probes get through is not retried over and over', async () => {
    const bench = await openBench()
    unplug(bench)
    bench.client.onTest = () => ({ outcome: 'reached' })
    enqueue(bench, await connect(bench, 'https://service.test'))
    await pass(bench, 60 * minute)
    expect(bench.client.sent.length).toBeLessThanOrEqual(126)
  })

  test('one dead service doesn’t affect the others, and nothing is probed that nobody waits for', async () => {
    const bench = await openBench()
    const dead = await connect(bench, 'https://dead.test')
    const alive = await connect(bench, 'https://alive.test', { name: 'Alive' })
    unplug(bench)
    const batch = enqueue(bench, dead)
    await calm()
    plugIn(bench)
    bench.client.onTest = () => notReached
    enqueue(bench, alive, { n: 3 })
    await pass(bench, minute)
    deliverReady(bench)
    expect(states(bench)).toEqual({ queued: 1, done: 3 })

    await bench.queue.cancelBatch(batch)
    expect(bench.queue.overview(10).unreached).toEqual([])
    await pass(bench, 2 * minute)
    const { probes } = bench.client
    await pass(bench, 10 * minute)
    expect(bench.client.probes).toBe(probes)
  })

  test('downloads rest when one of them could not reach its server, and are retried less and less often', async () => {
    const bench = await openBench()
    plugIn(bench)
    const near = await connect(bench, 'https://service.test', { backgroundSlots: 50 })
    enqueue(bench, near, { n: 50 })
    await pass(bench, 30_000, 500)
    expect(bench.queue.readyItems(100)).toHaveLength(50)
    let tries = 0
    for (let minutes = 0; minutes < 60; minutes++) {
      const [item] = bench.queue.readyItems(1)
      if (item !== undefined) {
        tries++
        const notBefore = bench.clock.now() + 1000
        bench.queue.itemSetBack(item.jobId, item.index, { kind: 'later', notBefore, error })
        expect(bench.queue.readyItems(100)).toEqual([])
        expect(bench.queue.nextItemDue()).toBeLessThanOrEqual(bench.clock.now() + minute)
      }
      await pass(bench, 10_000, 10_000)
    }
    expect(tries).toBeGreaterThan(10)
    expect(tries).toBeLessThan(40)
    const far = await connect(bench, 'https://other.test', { name: 'Other' })
    enqueue(bench, far)
    await pass(bench, 3000, 500)
    expect(bench.queue.readyItems(100).some(({ connectionId }) => connectionId === far.id)).toBe(true)
    bench.queue.tryNow()
    expect(bench.queue.readyItems(100)).toHaveLength(51)
  })

  test('an image whose server was unreachable is fetched at once when the network is back', async () => {
    const bench = await openBench()
    plugIn(bench)
    enqueue(bench, await connect(bench, 'https://service.test'))
    await pass(bench, 3000)
    const [item] = bench.queue.readyItems(1)
    const notBefore = bench.clock.now() + minute
    bench.queue.itemSetBack(item?.jobId ?? '', 0, { kind: 'later', notBefore, error })
    expect(bench.queue.readyItems(1)).toEqual([])
    let told = 0
    bench.queue.onItemReady(() => told++)
    bench.queue.tryNow()
    await calm()
    expect(bench.queue.readyItems(1)).toHaveLength(1)
    expect(told).toBe(1)
  })
})

test('a probe of the real service sends no key, and its answer lets the jobs go', async () => {
  const queue = await openQueue()
  const service = await startLoopbackService()
  const port = Number(new URL(service.baseUrl).port)
  await service.stop()
  enqueue(queue, await connect(queue, service.baseUrl), { n: 5 })
  await eventually(() => queue.queue.overview(1).unreached[0]?.error.code === 'connectionRefused')
  const again = await startLoopbackService(port)
  queue.queue.tryNow()
  await statesBecome(queue, { saving: 5 })
  expect(again.posts).toHaveLength(5)
  expect(again.polls.find(({ taskId }) => taskId === 'cyanotype-connection-test')?.key).toBe('')
})

test('without a key and without a network jobs are queued and wait, and say why', async () => {
  const bench = await openBench()
  unplug(bench)
  const draft = { ...connectionDefaults, name: 'Keyless', baseUrl: 'https://service.test' }
  const connection = await bench.connections.save(null, draft, null)
  enqueue(bench, connection, { n: 3 })
  await pass(bench, minute)
  expect(states(bench)).toEqual({ queued: 3 })
  expect(bench.connections.find(connection.id)?.hold?.error.code).toBe('keyMissing')
  expect(bench.client.sent).toEqual([])

  await bench.connections.save(connection.id, draft, 'sk-1')
  await pass(bench, minute)
  expect(bench.connections.find(connection.id)?.hold).toBeNull()
  expect(bench.queue.overview(1).unreached).toHaveLength(1)
  plugIn(bench)
  bench.queue.tryNow()
  await pass(bench, minute)
  expect(deliverReady(bench)).toBe(3)
})

describe('a computer that sleeps', () => {
  test('sends nothing from the announcement of sleep until it wakes', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    bench.queue.suspend()
    enqueue(bench, connection, { n: 3 })
    await pass(bench, 5000)
    expect(bench.client.sent).toEqual([])
    bench.queue.wake()
    await pass(bench, 5000)
    expect(bench.client.sent).toHaveLength(3)
  })

  test('polls every task at once, and waits no longer than the service asked for by wall-clock time', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', { backgroundSlots: 1 })
    enqueue(bench, connection)
    await pass(bench, 12 * 60 * minute, 2 * minute)
    bench.client.onSubmit = () => ({
      kind: 'limited',
      error: appError('rateLimited'),
      retryAfterMs: 60 * minute,
    })
    enqueue(bench, connection)
    await calm()
    const { polled, sent } = bench.client
    const before = { polled: polled.length, sent: sent.length }
    plugIn(bench)
    // Asleep for two hours: wall-clock time goes on, the monotonic clock does not.
    bench.clock.set(120 * minute)
    bench.queue.wake()
    await pass(bench, 10_000)
    expect(polled.length).toBeGreaterThan(before.polled)
    expect(sent.length).toBe(before.sent + 1)
  })

  test('is not waited for when it stays awake after all', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    bench.queue.suspend()
    enqueue(bench, connection)
    await pass(bench, 61_000)
    expect(bench.client.sent).toHaveLength(1)
  })
})
