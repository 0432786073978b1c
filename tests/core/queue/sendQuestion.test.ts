import { appError, type ErrorCode } from '@shared/errors'
import { costOf } from '@shared/model/cost'
import { describe, expect, test } from 'vitest'
import { createScriptedClient, task, taskReading } from '../../support/scriptedClient'
import { type Bench, calm, openBench, pass } from './bench'
import { allJobs, connect, deliverReady, draft, enqueue, only, openQueue, states } from './queueHarness'

const hour = 3_600_000
const error = appError('offline', { retry: 'free' })

/** This many requests of one connection, of unknown cost. */
const asked = (requests: number) => ({ costs: [{ cost: costOf(requests, null) }] })

/** A new run of the app, this many hours later. */
async function later(before: Bench, hours: number): Promise<Bench> {
  const at = before.clock.now() + hours * hour
  await before.stop()
  return openBench(before.folder, { at })
}

/** Three waiting jobs in a new run of the app, this many hours later. */
async function startAgain(hours: number): Promise<Bench> {
  const before = await openBench()
  before.client.onSubmit = () => ({ kind: 'unsent', error, hold: false })
  enqueue(before, await connect(before, 'https://service.test'), { n: 3 })
  await calm()
  return later(before, hours)
}

describe('what has waited for a long time', () => {
  test('is sent automatically after a restart while it is recent', async () => {
    const bench = await startAgain(11)
    await pass(bench, 5000)
    expect(states(bench)).toEqual({ running: 3 })
    expect(bench.queue.overview(10).question).toBeNull()
  })

  test('is asked about once after a restart, and sent when the user agrees', async () => {
    const bench = await startAgain(13)
    const since = allJobs(bench)[0]?.createdAt
    await pass(bench, hour, 10_000)
    expect(bench.client.sent).toEqual([])
    expect(bench.queue.overview(10)).toMatchObject({
      question: { ...asked(3), since, keptWaiting: false },
      waiting: [{ gate: { kind: 'asked' } }],
    })

    bench.queue.answer(true)
    await pass(bench, 5000)
    expect(states(bench)).toEqual({ running: 3 })
    expect(bench.queue.overview(10).question).toBeNull()
    const next = await later(bench, 1)
    expect(next.queue.overview(10).question).toBeNull()
  })

  test('keeps waiting when the user says so, until they decide otherwise; the next start asks again', async () => {
    const bench = await startAgain(13)
    bench.queue.answer(false)
    await pass(bench, 60_000)
    bench.queue.wake()
    await pass(bench, 60_000)
    expect(bench.client.sent).toEqual([])
    expect(bench.queue.overview(10).question).toMatchObject({ ...asked(3), keptWaiting: true })

    const next = await later(bench, 1)
    expect(next.queue.overview(10).question).toMatchObject({ ...asked(3), keptWaiting: false })
    next.queue.answer(true)
    await pass(next, 5000)
    expect(states(next)).toEqual({ running: 3 })
  })

  test('is not sent by a restart because jobs queued later passed it', async () => {
    const bench = await startAgain(13)
    bench.queue.answer(false)
    enqueue(bench, only(bench.connections.list()))
    await pass(bench, 5000)
    expect(states(bench)).toEqual({ running: 1, queued: 3 })
    const next = await later(bench, 1)
    await pass(next, 60_000)
    expect(next.queue.overview(10).question).toMatchObject(asked(3))
    expect(next.client.sent).toEqual([])
  })

  test('delays nothing else: tasks are polled, images fetched, and what is queued now is sent', async () => {
    const before = await openBench()
    const connection = await connect(before, 'https://service.test', { backgroundSlots: 1 })
    enqueue(before, connection, { n: 2 })
    await calm()
    expect(states(before)).toEqual({ running: 1, queued: 1 })

    const bench = await later(before, 20)
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await pass(bench, 15_000)
    deliverReady(bench)
    expect(states(bench)).toEqual({ done: 1, queued: 1 })
    enqueue(bench, connection)
    await pass(bench, 15_000)
    deliverReady(bench)
    expect(states(bench)).toEqual({ done: 2, queued: 1 })
    expect(bench.queue.overview(10).question).toMatchObject(asked(1))
  })

  test('raises no question any more once it is cancelled', async () => {
    const bench = await startAgain(13)
    await bench.queue.cancelBatch(only([...new Set(allJobs(bench).map(({ batchId }) => batchId))]))
    expect(bench.queue.overview(10).question).toBeNull()
  })

  test('is asked about when the network is back after a long time, and when the computer woke', async () => {
    for (const end of ['network', 'sleep'] as const) {
      const bench = await openBench()
      bench.client.onSubmit = () => ({ kind: 'unsent', error, hold: false })
      bench.client.onTest = () => ({ outcome: 'notReached', error })
      enqueue(bench, await connect(bench, 'https://service.test'), { n: 2 })
      await calm()
      bench.client.onSubmit = () => ({ kind: 'accepted', reading: taskReading('queued') })
      if (end === 'sleep') bench.clock.set(20 * hour)
      else await pass(bench, 13 * hour, 60_000)
      bench.client.onTest = () => ({ outcome: 'reached' })
      bench.queue.wake()
      await pass(bench, 60_000)
      expect(states(bench)).toEqual({ queued: 2 })
      expect(bench.queue.overview(10).question).toMatchObject(asked(2))
    }
  })

  test('is not asked about during a long run: it only waits for its turn', async () => {
    const bench = await openBench()
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    const connection = await connect(bench, 'https://service.test', { backgroundSlots: 1 })
    enqueue(bench, connection, { n: 30 })
    bench.clock.set(14 * hour)
    await pass(bench, 5000)
    deliverReady(bench)
    await pass(bench, 5000)
    bench.client.onPoll = () => ({ kind: 'retry', error, retryAfterMs: null })
    bench.client.onTest = () => ({ outcome: 'notReached', error })
    await pass(bench, 5000)
    expect(bench.queue.overview(10).unreached).toHaveLength(1)
    bench.client.onTest = () => ({ outcome: 'reached' })
    bench.queue.tryNow()
    await calm()
    expect(bench.queue.overview(10)).toMatchObject({ unreached: [], question: null })
  })

  test('is not asked about while the queue is paused: resuming is the answer', async () => {
    const before = await openBench()
    before.queue.pause()
    enqueue(before, await connect(before, 'https://service.test'))
    const bench = await later(before, 20)
    expect(bench.queue.overview(10).question).toBeNull()
    bench.queue.resume()
    await pass(bench, 5000)
    expect(states(bench)).toEqual({ running: 1 })
  })

  test.each<ErrorCode>(['dailyCapReached', 'keyRefused', 'certificateUntrusted'])(
    'is asked about after a start, whatever held its connection and ends by itself (%s)',
    async (code) => {
      const before = await openBench()
      const isCap = code === 'dailyCapReached'
      const some = isCap ? { prices: { m: 2 }, dailyCap: 2 } : { backgroundSlots: 1 }
      const connection = await connect(before, 'https://service.test', some)
      enqueue(before, connection, { n: 3 })
      await calm()
      if (!isCap) before.client.onPoll = () => ({ kind: 'hold', error: appError(code) })
      await pass(before, 5000)
      expect(before.connections.find(connection.id)?.hold?.error.code).toBe(code)
      const bench = await later(before, 72)
      bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
      await pass(bench, 120_000)
      expect(bench.client.sent).toEqual([])
      expect(bench.queue.overview(10).question).toMatchObject({ keptWaiting: false })
    },
  )

  test('is asked about when a sleep of days ends, and with it the cap of a former day', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', { prices: { m: 2 }, dailyCap: 2 })
    enqueue(bench, connection, { n: 3 })
    await pass(bench, 5000)
    bench.queue.suspend()
    bench.clock.set(72 * hour)
    bench.queue.wake()
    await pass(bench, 60_000)
    expect(bench.client.sent).toHaveLength(1)
    expect(bench.queue.overview(10).question).not.toBeNull()
  })

  test.each(['library', 'storage'] as const)(
    'is asked about when nothing holds all sends any more (%s)',
    async (by) => {
      const bench = await openBench()
      const connection = await connect(bench, 'https://service.test')
      bench.queue.holdSends(by, error)
      enqueue(bench, connection, { n: 3 })
      await pass(bench, 72 * hour, 6 * hour)
      bench.queue.holdSends(by, null)
      await pass(bench, 5000)
      expect(bench.client.sent).toEqual([])
      expect(bench.queue.overview(10).question).toMatchObject(asked(3))
    },
  )

  test('is not asked about when the user resumes its connection', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    bench.connections.hold(connection.id, appError('breakerTripped'), { polls: false })
    enqueue(bench, connection)
    await pass(bench, 72 * hour, 6 * hour)
    bench.queue.resumeConnection(connection.id)
    await pass(bench, 5000)
    expect(states(bench)).toEqual({ running: 1 })
  })

  test('is asked about whatever its age, also in a paused queue, if it may have been sent already', async () => {
    const before = await openBench()
    before.queue.pause()
    enqueue(before, await connect(before, 'https://service.test'), { n: 3 })
    await before.stop()
    const client = createScriptedClient()
    const { folder, clock } = before
    const again = await openQueue({ folder, clock, service: client, mayBeSent: true })
    again.queue.resume()
    await pass({ ...again, clock, client }, 5000)
    expect(client.sent).toEqual([])
    expect(again.queue.overview(10).question).toMatchObject(asked(3))
  })

  test('goes on waiting for the answer when it is edited, also after a restart', async () => {
    const bench = await startAgain(13)
    bench.queue.answer(false)
    const { variables: _, ...moss } = draft({ prompt: 'moss', n: 2 })
    for (const { id } of allJobs(bench)) bench.queue.edit(id, moss)
    await pass(bench, 60_000)
    expect(bench.client.sent).toEqual([])
    expect(bench.queue.overview(10).question).toMatchObject(asked(6))
    const next = await later(bench, 1)
    await pass(next, 60_000)
    expect(next.client.sent).toEqual([])
  })
})
