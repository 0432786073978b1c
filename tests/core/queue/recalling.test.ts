import type { LookupFunction } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { type LoopbackService, startLoopbackService } from './loopbackService'
import { callOf, pressOf } from './pressed'
import {
  allJobs,
  connect,
  enqueue,
  only,
  openQueue,
  type QueueHarness,
  type QueueOptions,
  states,
  statesBecome,
} from './queueHarness'

interface World extends QueueHarness {
  readonly site: LoopbackService
  readonly connectionId: string
  readonly batchId: string
  /** Names are found from now on. */
  find(): void
}

/** A request that waits for the name of its service to be found. */
async function waiting(options: QueueOptions = {}): Promise<World> {
  const site = await startLoopbackService()
  const asked: (() => void)[] = []
  let isFound = false
  const lookup: LookupFunction = (_, options, tell) => {
    const answer = () =>
      options.all === true ? tell(null, [{ address: '127.0.0.1', family: 4 }]) : tell(null, '127.0.0.1', 4)
    // Only what is being sent waits: a connection is looked at before.
    if (isFound || states(app).sending !== 1) answer()
    else asked.push(answer)
  }
  const app = await openQueue({ ...options, lookup })
  const { id: connectionId, ...connection } = await connect(
    app,
    site.baseUrl.replace('127.0.0.1', 'images.test'),
    { prices: { m: 3 } },
  )
  const batchId = enqueue(app, { id: connectionId, ...connection }, { mode: 'direct' })
  await eventually(() => asked.length === 1, { what: 'the question for the name' })
  const find = () => {
    isFound = true
    for (const answer of asked) answer()
  }
  return { ...app, site, connectionId, batchId, find }
}

describe('a request that isn’t on the wire yet', () => {
  test.each<[string, (world: World) => unknown]>([
    ['is cancelled', ({ queue }) => queue.cancelWaiting()],
    ['is cancelled with its batch', ({ queue, batchId }) => queue.cancelBatch(batchId)],
    ['loses its connection', ({ connections, connectionId }) => connections.remove(connectionId)],
  ])('ends when it %s: nothing is sent, and nothing was billed', async (_, stop) => {
    const world = await waiting()
    await stop(world)
    await statesBecome(world, { cancelled: 1 })
    expect(only(allJobs(world))).toMatchObject({ billed: 'no', error: null })
    expect(world.db.get('SELECT outcome FROM attempts')).toEqual({ outcome: 'unsent' })
    world.find()
    // Whatever the first one still did with its address would be done by then.
    const other = await connect(world, world.site.baseUrl)
    enqueue(world, other, { mode: 'direct', prompt: 'another' })
    await statesBecome(world, { cancelled: 1, saving: 1 })
    expect(world.site.posts.map(({ body }) => body.prompt)).toEqual(['another'])
  })

  test.each<[string, (world: World) => unknown, (world: World) => unknown]>([
    ['the queue', ({ queue }) => queue.pause(), ({ queue }) => queue.resume()],
    [
      'its connection',
      ({ connections, connectionId }) => connections.setPaused(connectionId, true),
      ({ connections, connectionId }) => connections.setPaused(connectionId, false),
    ],
    [
      'its batch',
      ({ queue, batchId }) => queue.pauseBatch(batchId, true),
      ({ queue, batchId }) => queue.pauseBatch(batchId, false),
    ],
  ])('waits again when the user pauses %s, and is sent once it goes on', async (_, pause, resume) => {
    const world = await waiting()
    await pause(world)
    await statesBecome(world, { queued: 1 })
    expect(only(allJobs(world))).toMatchObject({ billed: 'no', error: null })
    world.find()
    expect(world.site.posts).toEqual([])
    await resume(world)
    await statesBecome(world, { saving: 1 })
    expect(world.site.posts).toHaveLength(1)
  })

  test.each<[string, string, (world: World) => unknown]>([
    ['pauses the queue', 'queued', ({ queue }) => queue.pause()],
    [
      'pauses its connection',
      'queued',
      ({ connections, connectionId }) => connections.setPaused(connectionId, true),
    ],
    [
      'removes its connection',
      'cancelled',
      ({ connections, connectionId }) => connections.remove(connectionId),
    ],
  ])('comes back when the user %s while the app waits for answers before it quits', async (_, state, act) => {
    const world = await waiting({ clock: realClock, stopGraceMs: 3_600_000 })
    const stopping = world.queue.stop()
    // Until it waits for nothing but the answer.
    for (let turn = 0; turn < 20; turn++) await nextTurn()
    await act(world)
    await stopping
    expect(only(allJobs(world))).toMatchObject({ state, billed: 'no', error: null })
    expect(world.db.get('SELECT outcome FROM attempts')).toEqual({ outcome: 'unsent' })
    expect(world.site.posts).toEqual([])
  })

  test('stays cancelled or comes back, as its cancel is taken back', async () => {
    const world = await waiting({ clock: realClock })
    const call = callOf(world)
    const press = pressOf(await call('batches.cancel', { id: world.batchId }))
    await statesBecome(world, { cancelled: 1 })
    world.find()
    await call('presses.takeBack', { press })
    await statesBecome(world, { saving: 1 })
    expect(world.site.posts).toHaveLength(1)
  })
})

test('a request of which something is on the wire is left alone by a cancel and a pause', async () => {
  const service = await startLoopbackService()
  let send = (): void => {}
  const isSent = new Promise<void>((resolve) => {
    send = resolve
  })
  const reply = service.onPost
  service.onPost = async (...post) => {
    await isSent
    return reply(...post)
  }
  const app = await openQueue()
  enqueue(app, await connect(app, service.baseUrl), { mode: 'direct' })
  await eventually(() => service.posts.length === 1)
  app.queue.pause()
  expect(await app.queue.cancelWaiting()).toEqual({ cancelled: 0, arriving: 1 })
  enqueue(app, only(app.connections.list()), { mode: 'direct' })
  expect(states(app)).toEqual({ sending: 1, queued: 1 })
  expect(service.open()).toBe(1)
  send()
  await statesBecome(app, { saving: 1, queued: 1 })
  expect(service.posts).toHaveLength(1)
})
