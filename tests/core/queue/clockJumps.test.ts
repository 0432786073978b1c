import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { task, taskReading, unknownTask } from '../../support/scriptedClient'
import { type Bench, calm, openBench, pass } from './bench'
import { allJobs, connect, deliverReady, enqueue, only, states } from './queueHarness'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

const jumps = [
  ['forward', day],
  ['back', -day],
] as const

const limited = appError('rateLimited', { retry: 'free' })

/** Sets the clock while the app runs, or between two of its runs. */
async function jump(bench: Bench, when: 'running' | 'away', byMs: number): Promise<Bench> {
  if (when === 'running') {
    bench.clock.set(byMs)
    return bench
  }
  const now = bench.clock.now()
  await bench.stop()
  const next = await openBench(bench.folder, { at: now + byMs })
  next.client.onSubmit = bench.client.onSubmit
  next.client.onPoll = bench.client.onPoll
  return next
}

describe.each(['running', 'away'] as const)(
  'a clock that is changed by a day while the app is %s',
  (when) => {
    test.each(jumps)('%s: keeps a pause the service asked for no longer than it asked', async (_, byMs) => {
      const before = await openBench()
      before.client.onSubmit = () => ({ kind: 'limited', error: limited, retryAfterMs: 10 * minute })
      enqueue(before, await connect(before, 'https://service.test'))
      await calm()
      expect(before.client.sent).toHaveLength(1)
      const bench = await jump(before, when, byMs)
      bench.queue.answer(true)
      await pass(bench, 10 * minute + 30 * second, 10 * second)
      expect(bench.client.sent.length).toBeGreaterThan(when === 'running' ? 1 : 0)
    })

    test.each(jumps)('%s: doesn’t postpone a download by a day', async (_, byMs) => {
      const before = await openBench()
      before.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
      enqueue(before, await connect(before, 'https://service.test'))
      await pass(before, 3 * second)
      const { jobId, index } = only(before.queue.readyItems(10))
      const notBefore = before.clock.now() + 30 * second
      before.queue.itemSetBack(jobId, index, { kind: 'later', notBefore, error: appError('connectionLost') })
      expect(before.queue.readyItems(10)).toEqual([])
      const bench = await jump(before, when, byMs)
      expect(bench.queue.readyItems(10)).toHaveLength(1)
    })

    test.each(jumps)('%s: doesn’t postpone by a day what was found beside the items', async (_, byMs) => {
      const before = await openBench()
      before.client.onSubmit = (taskId) => ({
        kind: 'accepted',
        reading: {
          ...taskReading('done', { taskId }),
          found: [{ kind: 'url', url: 'https://files.test/0' }],
        },
      })
      enqueue(before, await connect(before, 'https://service.test'))
      await calm()
      const { found } = before.queue
      found.postponed(only(found.toFetch()), before.clock.now() + 30 * second)
      expect(found.toFetch()).toEqual([])
      const bench = await jump(before, when, byMs)
      expect(bench.queue.found.toFetch()).toHaveLength(1)
    })

    test.each(jumps)(
      '%s: goes on polling an unknown task, and accepts it when it turns up',
      async (_, byMs) => {
        const before = await openBench()
        enqueue(before, await connect(before, 'https://service.test'))
        await calm()
        before.client.onPoll = () => unknownTask
        await pass(before, 30 * second)
        const bench = await jump(before, when, byMs)
        await pass(bench, minute)
        expect(bench.client.polled.length).toBeGreaterThan(1)
        bench.client.onPoll = (taskId) =>
          task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
        await pass(bench, 2 * hour, 10 * second)
        deliverReady(bench)
        expect(only(allJobs(bench))).toMatchObject({ state: 'done', attention: null })
      },
    )

    test.each(jumps)('%s: doesn’t let an endless task hold its slot for that day', async (_, byMs) => {
      const before = await openBench()
      enqueue(before, await connect(before, 'https://service.test', { backgroundSlots: 1 }), { n: 2 })
      await pass(before, 5 * second)
      expect(states(before)).toEqual({ running: 1, queued: 1 })
      const bench = await jump(before, when, byMs)
      bench.queue.answer(true)
      await pass(bench, 11 * minute, 10 * second)
      expect(states(bench)).toEqual({ running: 2 })
    })

    test.each(jumps)(
      '%s: asks before it sends what may have waited that long, and sends it on consent',
      async (_, byMs) => {
        const before = await openBench()
        before.queue.pause()
        enqueue(before, await connect(before, 'https://service.test'))
        const bench = await jump(before, when, byMs)
        bench.queue.resume()
        bench.queue.wake()
        await pass(bench, 5 * second)
        if (bench.queue.overview(1).question === null) throw new Error('nothing is asked')
        expect(bench.client.sent).toEqual([])
        bench.queue.answer(true)
        await pass(bench, 5 * second)
        expect(states(bench)).toEqual({ running: 1 })
      },
    )
  },
)

test('consent given under a wrong clock is asked for again once the clock is corrected', async () => {
  const before = await openBench()
  before.clock.set(day)
  before.queue.answer(true)
  await before.stop()
  const bench = await openBench(before.folder)
  bench.queue.pause()
  enqueue(bench, await connect(bench, 'https://service.test'))
  bench.queue.resume()
  bench.queue.suspend()
  bench.queue.wake()
  expect(bench.queue.overview(1).question).not.toBeNull()
})

test('a wait the service asked for ends when the user resumes, however long it was', async () => {
  const bench = await openBench()
  bench.client.onSubmit = () => ({ kind: 'limited', error: limited, retryAfterMs: 20 * day })
  const connection = await connect(bench, 'https://service.test')
  enqueue(bench, connection)
  await calm()
  expect(bench.queue.overview(1).quiet).toEqual([
    { connectionId: connection.id, until: bench.clock.now() + 20 * day },
  ])
  bench.client.onSubmit = (id) => ({ kind: 'accepted', reading: taskReading('queued', { taskId: id }) })
  bench.queue.resumeConnection(connection.id)
  await pass(bench, 5 * second)
  expect(states(bench)).toEqual({ running: 1 })
  expect(bench.queue.overview(1).quiet).toEqual([])
})
