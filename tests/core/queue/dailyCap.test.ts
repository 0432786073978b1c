import { appError } from '@shared/errors'
import type { ConnectionDraft } from '@shared/model/connection'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { createScriptedClient } from '../../support/scriptedClient'
import { temporaryFolder } from '../../support/temporaryFolder'
import { connect, enqueue, openQueue, states, statesBecome } from './queueHarness'

const hourMs = 60 * 60_000
const dayMs = 24 * hourMs
const noon = new Date(2026, 2, 10, 12).getTime()
const url = 'https://service.test'

async function open(folder = temporaryFolder(), clock = createFakeClock(noon)) {
  const client = createScriptedClient()
  const queue = await openQueue({ folder, clock, service: client })
  /** The error code that holds the connection; null when nothing does. */
  const held = (id: string) => queue.connections.find(id)?.hold?.error.code ?? null
  return { folder, clock, client, queue, held }
}

/** A connection whose requests cost 2 credits, and jobs that wait on it. */
async function capped(dailyCap: number | null, jobs: number, changes: Partial<ConnectionDraft> = {}) {
  const harness = await open()
  const { queue, client } = harness
  const connection = await connect(queue, url, { prices: { m: 2 }, dailyCap, ...changes })
  enqueue(queue, connection, { n: jobs })
  const { id } = connection
  const change = (patch: Partial<ConnectionDraft>) =>
    queue.connections.save(id, { ...connection, ...patch }, null)
  /** Resolves once the cap holds the connection, with exactly that many sent. */
  const heldAfter = async (sent: number, code = 'dailyCapReached') => {
    await eventually(() => harness.held(id) === code && states(queue).sending === undefined)
    expect(client.sent).toHaveLength(sent)
  }
  return { ...harness, connection, id, change, heldAfter }
}

describe('a daily cap', () => {
  test('holds the connection before it is exceeded, and releases it when it is raised', async () => {
    const { queue, id, change, heldAfter, held } = await capped(7, 10)
    await heldAfter(3)
    expect(queue.connections.find(id)?.hold).toMatchObject({
      polls: false,
      error: { code: 'dailyCapReached', params: { cap: 7 } },
    })
    await statesBecome(queue, { running: 3, queued: 7 })
    await change({ dailyCap: 8 })
    await heldAfter(4)
    await change({ dailyCap: null })
    await statesBecome(queue, { running: 10 })
    expect(held(id)).toBeNull()
  })

  test('counts every image that is billed, and the highest price where the service chooses the size', async () => {
    const each = { per: 'image', credits: 2, sizes: { '300x200': 3 } } as const
    const { queue, client, held } = await open()
    const changes = { prices: { m: each }, dailyCap: 17, fullBackground: true } as const
    const connection = await connect(queue, url, changes)
    enqueue(queue, connection, { n: 4, size: '1024x1024' })
    enqueue(queue, connection, { n: 2, size: '300x200' })
    enqueue(queue, connection, { n: 2 })
    await eventually(() => held(connection.id) === 'dailyCapReached' && states(queue).sending === undefined)
    expect(client.sent).toHaveLength(2)
    expect(queue.db.all('SELECT price, image_price AS each FROM attempts ORDER BY price')).toEqual([
      { price: 6, each: 3 },
      { price: 8, each: 2 },
    ])
    expect(queue.queue.overview(50).costs[0]).toMatchObject({ waiting: { credits: 6, billing: 'image' } })
  })

  test('lets it resume automatically after midnight, up to the cap again', async () => {
    const { clock, heldAfter, queue } = await capped(6, 10)
    await heldAfter(3)
    clock.advance(12 * hourMs - 1)
    await heldAfter(3)
    clock.advance(60_000)
    await statesBecome(queue, { running: 6, queued: 4 })
    await heldAfter(6)
  })

  test('is kept across a restart', async () => {
    const { folder, clock, heldAfter, id, queue } = await capped(6, 10)
    await heldAfter(3)
    await queue.stop()
    const again = await open(folder, clock)
    expect(again.held(id)).toBe('dailyCapReached')
    expect(again.client.sent).toEqual([])
    clock.advance(12 * hourMs + 60_000)
    await eventually(() => again.client.sent.length === 3)
  })

  test('is not reset by a clock that is set back, but is by one that is a day ahead', async () => {
    const { clock, heldAfter, client } = await capped(6, 20)
    await heldAfter(3)
    clock.set(-dayMs)
    clock.advance(60_000)
    await heldAfter(3)
    clock.set(dayMs)
    clock.advance(60_000)
    await heldAfter(3)
    clock.set(dayMs)
    clock.advance(60_000)
    await eventually(() => client.sent.length === 6)
    await heldAfter(6)
  })

  test('forgets nothing of today when a clock that is a little ahead falls back by a day for a while', async () => {
    const { clock, heldAfter, queue, connection } = await capped(10, 4)
    await statesBecome(queue, { running: 4 })
    clock.set(-dayMs)
    enqueue(queue, connection)
    await statesBecome(queue, { running: 5 })
    clock.set(dayMs - hourMs / 2)
    enqueue(queue, connection, { n: 10 })
    // The four of today, one more, and the one that the clock puts on the day before.
    await heldAfter(6)
  })

  test('counts requests that are uncertain or failed after acceptance, but not refused ones', async () => {
    const { client, heldAfter, queue, connection } = await capped(8, 1)
    await statesBecome(queue, { running: 1 })
    client.onSubmit = (_, count) =>
      count === 2
        ? { kind: 'refused', error: appError('requestRefused') }
        : { kind: 'uncertain', error: appError('connectionLost', { retry: 'maybeTwice' }) }
    enqueue(queue, connection, { n: 2 })
    await statesBecome(queue, { running: 1, failed: 1, uncertain: 1 })
    client.onSubmit = () => ({ kind: 'failed', error: appError('serviceFailed') })
    enqueue(queue, connection)
    await statesBecome(queue, { running: 1, failed: 2, uncertain: 1 })
    client.onSubmit = createScriptedClient().onSubmit
    enqueue(queue, connection, { n: 3 })
    await heldAfter(5)
    expect(states(queue)).toEqual({ running: 2, failed: 2, uncertain: 1, queued: 2 })
  })

  test('holds requests without a price and names the model; a price releases them', async () => {
    const { id, queue, change, heldAfter } = await capped(6, 2, { prices: { other: 1 } })
    await heldAfter(0, 'priceMissing')
    expect(queue.connections.find(id)?.hold?.error.params).toEqual({ model: 'm' })
    await change({ prices: { m: 3 } })
    await statesBecome(queue, { running: 2 })
  })

  test('counts what was sent at the price of its time, though the price changes', async () => {
    const { change, heldAfter } = await capped(6, 10)
    await heldAfter(3)
    // Six credits stay spent: at today's price, they would be three.
    await change({ prices: { m: 1 }, dailyCap: 7 })
    await heldAfter(4)
    await change({ prices: { m: 3 }, dailyCap: 9 })
    await heldAfter(4)
  })

  test('counts what was sent without a price at the price known now', async () => {
    const { change, queue, connection, heldAfter } = await capped(null, 2, { prices: {} })
    await statesBecome(queue, { running: 2 })
    await change({ prices: { m: 2 }, dailyCap: 6 })
    enqueue(queue, connection, { n: 4 })
    await heldAfter(3)
  })

  test('too low for any request says so, and ends its hold when what waits is cancelled', async () => {
    const { id, queue, held, heldAfter, change } = await capped(1, 3)
    await heldAfter(0, 'dailyCapTooLow')
    await change({ dailyCap: 1.5 })
    await eventually(() => queue.connections.find(id)?.hold?.error.params.cap === 1.5)
    for (const { id: batch } of queue.queue.overview(5).waiting) await queue.queue.cancelBatch(batch)
    await eventually(() => held(id) === null)
    expect(states(queue)).toEqual({ cancelled: 3 })
  })

  test('stops expensive requests without letting cheaper ones overtake them', async () => {
    const { queue, connection, heldAfter } = await capped(5, 1, { prices: { m: 2, dear: 4, cheap: 1 } })
    await statesBecome(queue, { running: 1 })
    enqueue(queue, connection, { model: 'dear' })
    enqueue(queue, connection, { model: 'cheap' })
    await heldAfter(1)
  })

  test('of one connection doesn’t affect another', async () => {
    const { queue, heldAfter } = await capped(2, 3)
    await heldAfter(1)
    enqueue(queue, await connect(queue, 'https://other.test', { name: 'Other' }), { n: 3 })
    await statesBecome(queue, { running: 4, queued: 2 })
  })

  test('is never exceeded, whatever waits at any price, in both modes', async () => {
    const price = fc.integer({ min: 0, max: 50 }).map((tenths) => tenths / 10)
    const batch = fc.record({
      model: fc.constantFrom('a', 'b', 'c'),
      mode: fc.constantFrom<'background' | 'direct'>('background', 'direct'),
      n: fc.integer({ min: 1, max: 6 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.record({ a: price, b: price, c: price }),
        fc.integer({ min: 1, max: 200 }),
        fc.array(batch, { minLength: 1, maxLength: 6 }),
        async (prices, tenths, batches) => {
          const { queue, held } = await open()
          const cap = tenths / 10
          // The number of slots sets no limit here: its tasks never end.
          const roomy = { directSlots: 64, backgroundSlots: 64 }
          const connection = await connect(queue, url, { prices, dailyCap: cap, ...roomy })
          for (const changes of batches) enqueue(queue, connection, changes)
          await eventually(() => {
            const { queued = 0, sending = 0 } = states(queue)
            return sending === 0 && (queued === 0 || held(connection.id) !== null)
          })
          const spent = queue.queue.overview(1).costs[0]?.today
          expect((spent?.maybe.credits ?? 0) + (spent?.surely.credits ?? 0)).toBeLessThanOrEqual(cap)
          await queue.stop()
        },
      ),
      { numRuns: cases(8, 120) },
    )
  })
})
