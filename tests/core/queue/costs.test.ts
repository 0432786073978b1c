import { appError } from '@shared/errors'
import { costOf, noCost } from '@shared/model/cost'
import { describe, expect, test } from 'vitest'
import type { SubmitVerdict } from '../../../electron/core/service/verdict'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { createScriptedClient, task, taskReading } from '../../support/scriptedClient'
import { temporaryFolder } from '../../support/temporaryFolder'
import { expectCounted } from './countedRows'
import { allJobs, connect, enqueue, only, openQueue, states, statesBecome } from './queueHarness'

const dayMs = 24 * 60 * 60_000
const noon = new Date(2026, 2, 10, 12).getTime()
const service = 'https://service.test'

async function setUp(folder = temporaryFolder(), clock = createFakeClock(noon)) {
  const client = createScriptedClient()
  const queue = await openQueue({ folder, clock, service: client })
  /** The sums of the only connection. */
  const sums = () => only(queue.queue.overview(10).costs)
  return { folder, clock, client, queue, sums }
}

const error = appError('serviceFailed')
const refused: SubmitVerdict = { kind: 'refused', error: appError('requestRefused') }
const taken: SubmitVerdict = { kind: 'accepted', reading: taskReading('queued', { taskId: 't' }) }
const drawn: SubmitVerdict = {
  kind: 'accepted',
  reading: taskReading('done', { urls: ['https://files.test/1.png'] }),
}

describe('what was spent', () => {
  test('has every image of a service that bills images, those that nobody asked for too', async () => {
    const { client, queue, sums } = await setUp()
    client.onSubmit = () => ({
      kind: 'accepted',
      reading: taskReading('done', { urls: [1, 2, 3].map((name) => `https://files.test/${name}.png`) }),
    })
    const connection = await connect(queue, service, {
      prices: { m: { per: 'image', credits: 2, sizes: {} } },
    })
    enqueue(queue, connection)
    await eventually(() => only(allJobs(queue)).images === 3)
    expect(sums().today).toEqual({ surely: costOf(1, 6), maybe: noCost })
    expectCounted(queue.db)
  })

  test.each<[string, SubmitVerdict, 'surely' | 'maybe' | null]>([
    ['an answer with an image', drawn, 'surely'],
    ['a task that is still on its way', taken, 'maybe'],
    ['a failure that may have come after the work', { kind: 'failed', error }, 'maybe'],
    ['no answer', { kind: 'uncertain', error }, 'maybe'],
    ['a refusal', refused, null],
    ['a service that was not reached', { kind: 'unsent', error, hold: false }, null],
    ['a request to slow down', { kind: 'limited', error, retryAfterMs: 60_000 }, null],
  ])('after %s', async (_, verdict, where) => {
    const { client, queue } = await setUp()
    client.onSubmit = () => verdict
    const connection = await connect(queue, service, { prices: { m: 2.5 } })
    enqueue(queue, connection)
    await eventually(() => client.sent.length === 1 && only(allJobs(queue)).state !== 'sending')
    const costs = queue.queue.overview(10).costs[0]
    expect(costs?.today ?? { surely: noCost, maybe: noCost }).toEqual({
      surely: noCost,
      maybe: noCost,
      ...(where === null ? {} : { [where]: costOf(1, 2.5) }),
    })
  })

  test('becomes certain with the image of a task, and stays possible when the task failed', async () => {
    const { client, queue, sums, clock } = await setUp()
    client.onPoll = (taskId, count) =>
      count === 1
        ? task(taskReading('done', { taskId, urls: ['https://files.test/1.png'] }))
        : { kind: 'failed', error: appError('taskFailed') }
    enqueue(queue, await connect(queue, service, { prices: { m: 2 } }), { n: 2 })
    await statesBecome(queue, { running: 2 })
    expect(sums().today).toEqual({ surely: noCost, maybe: costOf(2, 2) })
    await eventually(() => {
      clock.advance(1_000)
      return states(queue).saving === 1 && states(queue).failed === 1
    })
    expect(sums().today).toEqual({ surely: costOf(1, 2), maybe: costOf(1, 2) })
    expect(sums().inFlight).toEqual(noCost)
  })

  test('counts both sends of a job that was sent again', async () => {
    const { client, queue, sums } = await setUp()
    client.onSubmit = (_, count) => (count === 1 ? { kind: 'uncertain', error } : drawn)
    enqueue(queue, await connect(queue, service, { prices: { m: 2 } }), { mode: 'direct' })
    await statesBecome(queue, { uncertain: 1 })
    await queue.queue.act([only(allJobs(queue)).id], 'sendAgain')
    await statesBecome(queue, { saving: 1 })
    expect(sums().today).toEqual({ surely: costOf(1, 2), maybe: costOf(1, 2) })
  })

  test('stays possible when a job that was sent again is refused', async () => {
    const { client, queue, sums } = await setUp()
    client.onSubmit = (_, count) => (count === 1 ? { kind: 'uncertain', error } : refused)
    enqueue(queue, await connect(queue, service, { prices: { m: 2 } }), { mode: 'direct' })
    await statesBecome(queue, { uncertain: 1 })
    await queue.queue.act([only(allJobs(queue)).id], 'sendAgain')
    await statesBecome(queue, { failed: 1 })
    expect(sums().today).toEqual({ surely: noCost, maybe: costOf(1, 2) })
    expect(only(allJobs(queue)).billed).toBe('maybe')
  })

  test('keeps the price of its time; waiting jobs are estimated at the current price', async () => {
    const { queue, sums } = await setUp()
    const connection = await connect(queue, service, { prices: { m: 2 }, backgroundSlots: 1 })
    const batch = enqueue(queue, connection, { n: 3 })
    await statesBecome(queue, { running: 1, queued: 2 })
    expect(sums()).toMatchObject({
      waiting: costOf(2, 2),
      today: { maybe: costOf(1, 2) },
      inFlight: costOf(1, 2),
    })
    await queue.connections.save(connection.id, { ...connection, prices: { m: 3 } }, null)
    expect(sums()).toMatchObject({ waiting: costOf(2, 3), today: { maybe: costOf(1, 2) } })
    expect(only(queue.queue.overview(10).waiting)).toMatchObject({
      id: batch,
      cost: { waiting: costOf(2, 3), surely: noCost, maybe: costOf(1, 2) },
    })
  })

  test('is estimated again for jobs that will be resent, at current prices', async () => {
    const { client, queue, clock } = await setUp()
    client.onSubmit = () => ({ kind: 'uncertain', error })
    const connection = await connect(queue, service, { prices: { m: 2, 'o"d.d': 0.5 } })
    clock.advance(1)
    const other = await connect(queue, 'https://other.test', { name: 'Other', prices: {} })
    for (const model of ['m', 'o"d.d', 'new']) enqueue(queue, connection, { model })
    enqueue(queue, other)
    await statesBecome(queue, { uncertain: 4 })
    const ids = allJobs(queue).map(({ id }) => id)
    const known = { connectionId: connection.id, name: 'Service', demo: false }
    expect(await queue.queue.estimate(ids, [])).toEqual([
      { ...known, cost: { requests: 3, credits: 2.5, unpriced: 1, atLeast: false } },
      { connectionId: other.id, name: 'Other', demo: false, cost: costOf(1, null) },
    ])
    await queue.connections.save(connection.id, { ...connection, prices: { m: 3 } }, null)
    expect(await queue.queue.estimate(ids.slice(0, 1), [])).toEqual([{ ...known, cost: costOf(1, 3) }])
  })

  test('is a least one while something with extra fields is waiting, or would be sent again', async () => {
    const { client, queue, sums } = await setUp()
    client.onSubmit = () => ({ kind: 'uncertain', error })
    const connection = await connect(queue, service, { prices: { m: 2 }, backgroundSlots: 1 })
    const extra = [{ name: 'quality', value: 'high' }]
    enqueue(queue, connection, { extra })
    await statesBecome(queue, { uncertain: 1 })
    const [sent] = allJobs(queue)
    queue.queue.pause()
    const plain = enqueue(queue, connection)
    expect(sums().waiting).toEqual(costOf(1, 2))
    const rich = enqueue(queue, connection, { extra, n: 2 })
    expect(sums().waiting).toEqual(costOf(3, 2, true))
    const waiting = queue.queue.overview(10).waiting.map(({ id, cost }) => [id, cost.waiting])
    expect(Object.fromEntries(waiting)).toEqual({ [plain]: costOf(1, 2), [rich]: costOf(2, 2, true) })
    expect(only(await queue.queue.estimate([sent?.id ?? ''], [])).cost).toEqual(costOf(1, 2, true))
    await queue.queue.cancelBatch(rich)
    expect(sums().waiting).toEqual(costOf(1, 2))
  })

  test('is unknown, not nothing, while the model has no price', async () => {
    const { queue, sums } = await setUp()
    enqueue(queue, await connect(queue, service, { prices: { other: 2 } }))
    await statesBecome(queue, { running: 1 })
    expect(sums().today.maybe).toEqual(costOf(1, null))
  })

  test('is not mixed with spending on another connection', async () => {
    const { clock, queue } = await setUp()
    const one = await connect(queue, service, { name: 'One', prices: { m: 2 } })
    clock.advance(1)
    const other = await connect(queue, 'https://other.test', { name: 'Other', prices: { m: 100 } })
    enqueue(queue, one)
    enqueue(queue, other)
    await statesBecome(queue, { running: 2 })
    expect(queue.queue.overview(10).costs).toMatchObject([
      { name: 'One', demo: false, today: { maybe: costOf(1, 2) } },
      { name: 'Other', demo: false, today: { maybe: costOf(1, 100) } },
    ])
  })
})

describe('today', () => {
  async function sendOne() {
    const harness = await setUp()
    const { queue, client } = harness
    const connection = await connect(queue, service, { prices: { m: 2 } })
    const send = async () => {
      const before = client.sent.length
      enqueue(queue, connection)
      await eventually(() => client.sent.length === before + 1)
    }
    await send()
    const spent = () => queue.queue.overview(10).costs[0]?.today.maybe.credits ?? 0
    return { ...harness, send, spent }
  }

  test('begins at local midnight', async () => {
    const { clock, spent } = await sendOne()
    clock.set(new Date(2026, 2, 10, 23, 59, 59).getTime() - noon)
    expect(spent()).toBe(2)
    clock.set(1_000)
    expect(spent()).toBe(0)
  })

  test('keeps what was spent when the clock is set back, by minutes, a day or a year', async () => {
    const { clock, send, spent } = await sendOne()
    for (const back of [60_000, dayMs, 365 * dayMs]) {
      clock.set(-back)
      expect(spent()).toBe(2)
      clock.set(back)
    }
    clock.set(-dayMs)
    await send()
    expect(spent()).toBe(4)
  })

  test('keeps what was spent when the clock is set back and corrected, with something sent in between', async () => {
    const { clock, send, spent } = await sendOne()
    clock.set(-dayMs)
    await send()
    clock.set(dayMs)
    expect(spent()).toBe(2)
  })

  test('does not start over because the clock was a day ahead for a while', async () => {
    const { clock, send, spent } = await sendOne()
    clock.set(dayMs)
    await send()
    clock.set(-dayMs)
    expect(spent()).toBe(4)
  })

  test('does not count forever what was sent while the clock was years ahead', async () => {
    const { clock, send, spent } = await sendOne()
    clock.set(1000 * dayMs)
    await send()
    clock.set(-1000 * dayMs)
    await send()
    expect(spent()).toBe(6)
    clock.set(dayMs)
    expect(spent()).toBe(0)
  })

  test('is kept across a restart', async () => {
    const { folder, clock, queue } = await sendOne()
    await queue.stop()
    const { sums } = await setUp(folder, clock)
    expect(sums().today.maybe).toEqual(costOf(1, 2))
  })
})
