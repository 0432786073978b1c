import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { task, taskReading, unknownTask } from '../../support/scriptedClient'
import { type Bench, calm, openBench, pass, runOne } from './bench'
import { deliverReady } from './queueHarness'

const second = 1000
const minute = 60 * second

describe('bringing images home', () => {
  const fresh = (taskId: string, count: number) =>
    task(taskReading('done', { taskId, urls: [`https://files.test/${count}`] }))

  async function readyOne(bench: Bench): Promise<string> {
    bench.client.onPoll = fresh
    const id = await runOne(bench)
    await pass(bench, 2 * second)
    expect(bench.queue.find(id)?.state).toBe('saving')
    return id
  }

  test('an expired URL is refreshed; if it expires a second time, the image stays expired with its URL', async () => {
    const bench = await openBench()
    const id = await readyOne(bench)
    const error = appError('imageExpired', { retry: 'free' })
    bench.queue.itemSetBack(id, 0, { kind: 'expired', error })
    await pass(bench, 2 * second)
    expect(bench.queue.readyItems(1)).toMatchObject([{ url: 'https://files.test/2', tries: 0 }])
    bench.queue.itemSetBack(id, 0, { kind: 'expired', error })
    await calm()
    expect(bench.queue.find(id)).toMatchObject({
      state: 'failed',
      billed: 'yes',
      error,
      items: [{ state: 'expired' }],
    })
    expect(bench.db.get('SELECT url FROM items')).toEqual({ url: 'https://files.test/2' })
    expect(bench.queue.find(id)?.actions).toEqual(['retryDownload', 'retryAsNew'])

    await bench.queue.act([id], 'retryDownload')
    expect(bench.queue.find(id)).toMatchObject({
      state: 'saving',
      endedAt: null,
      items: [{ state: 'ready' }],
    })
    deliverReady(bench)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 1, error: null })
  })

  test('a service that no longer knows the task leaves the image expired, but not before ten minutes', async () => {
    const bench = await openBench()
    const id = await readyOne(bench)
    bench.client.onPoll = () => unknownTask
    const error = appError('imageExpired', { detail: { status: 410 } })
    bench.queue.itemSetBack(id, 0, { kind: 'expired', error })
    await pass(bench, 9 * minute, second)
    expect(bench.queue.find(id)).toMatchObject({ state: 'saving', items: [{ state: 'pending' }] })
    await pass(bench, 2 * minute, second)
    expect(bench.queue.find(id)).toMatchObject({ state: 'failed', items: [{ state: 'expired' }] })
  })

  test('a fresh URL is waited for though the service once doesn’t know the task', async () => {
    const bench = await openBench()
    const id = await readyOne(bench)
    const url = 'https://files.test/fresh'
    let polls = 0
    bench.client.onPoll = () => (polls++ === 0 ? unknownTask : task(taskReading('done', { urls: [url] })))
    bench.queue.itemSetBack(id, 0, { kind: 'expired', error: appError('imageExpired') })
    await pass(bench, minute)
    expect(bench.queue.find(id)?.state).toBe('saving')
    expect(bench.queue.readyItems(1)).toMatchObject([{ url }])
  })

  test('an address that the service names again is tried on before its image is expired', async () => {
    const bench = await openBench()
    const id = await readyOne(bench)
    const error = appError('imageExpired', { retry: 'free', detail: { status: 403 } })
    let tries = 0
    for (; bench.queue.find(id)?.state === 'saving' && tries < 50; tries++) {
      bench.queue.itemSetBack(id, 0, { kind: 'expired', error, notBefore: bench.clock.now() + second })
      await pass(bench, 2 * second)
    }
    expect(tries).toBe(1 + 12)
    expect(bench.queue.find(id)).toMatchObject({ state: 'failed', error, items: [{ state: 'expired' }] })
  })

  test('an expired image is ready again while its task runs and names it', async () => {
    const bench = await openBench()
    bench.client.onPoll = (taskId) =>
      task(taskReading('running', { taskId, urls: ['https://files.test/1.png'] }))
    const id = await runOne(bench, { n: 2 }, { fullBackground: true })
    const error = appError('imageExpired', { detail: { status: 410 } })
    for (let times = 0; times < 2; times++) {
      await pass(bench, 20 * second)
      expect(bench.queue.readyItems(1)).toMatchObject([{ url: 'https://files.test/1.png', tries: 0 }])
      bench.queue.itemSetBack(id, 0, { kind: 'expired', error })
    }
    expect(bench.queue.find(id)).toMatchObject({ items: [{ state: 'expired' }, { state: 'pending' }] })
    await pass(bench, 20 * second)
    expect(bench.queue.readyItems(1)).toMatchObject([{ tries: 0 }])
  })

  test('a stuck image needs the user, who can retry it at once, and is retried anyway', async () => {
    const bench = await openBench()
    const id = await readyOne(bench)
    const error = appError('imageSlow', { retry: 'free' })
    const notBefore = bench.clock.now() + minute
    bench.queue.itemSetBack(id, 0, { kind: 'stuck', notBefore, error })
    expect(bench.queue.find(id)).toMatchObject({
      state: 'saving',
      attention: error,
      actions: ['retryDownload', 'giveUp'],
      items: [{ state: 'ready' }],
    })
    expect(bench.queue.readyItems(1)).toEqual([])
    await pass(bench, minute)
    expect(bench.queue.readyItems(1)).toMatchObject([{ tries: 1 }])

    bench.queue.itemSetBack(id, 0, { kind: 'stuck', notBefore: bench.clock.now() + minute, error })
    await bench.queue.act([id], 'retryDownload')
    expect(bench.queue.find(id)?.attention).toBeNull()
    expect(bench.queue.readyItems(1)).toMatchObject([{ tries: 0 }])
  })

  test('a postponed download is not due before its time, and can be retried at once', async () => {
    const bench = await openBench()
    const id = await readyOne(bench)
    const notBefore = bench.clock.now() + minute
    bench.queue.itemSetBack(id, 0, { kind: 'later', notBefore, error: appError('connectionLost') })
    expect(bench.queue.readyItems(1)).toEqual([])
    expect(bench.queue.nextItemDue()).toBe(notBefore)
    expect(bench.queue.find(id)).toMatchObject({ state: 'saving', actions: ['retryDownload', 'giveUp'] })
    await bench.queue.act([id], 'retryDownload')
    expect(bench.queue.readyItems(1)).toHaveLength(1)
    expect(bench.queue.nextItemDue()).toBeNull()
  })

  test('an image that can’t be fetched fails its job, billed', async () => {
    const bench = await openBench()
    const id = await readyOne(bench)
    const error = appError('imageNotAnImage')
    bench.queue.itemSetBack(id, 0, { kind: 'failed', error })
    expect(bench.queue.find(id)).toMatchObject({ state: 'failed', billed: 'yes', error })
  })

  test('a settled item is not settled again', async () => {
    const bench = await openBench()
    const id = await readyOne(bench)
    bench.queue.itemSaved(id, 0, 'image')
    bench.queue.itemSaved(id, 0, 'other')
    bench.queue.itemSetBack(id, 0, { kind: 'failed', error: appError('imageLost') })
    expect(bench.queue.find(id)).toMatchObject({
      state: 'done',
      items: [{ state: 'saved', imageId: 'image' }],
    })
  })

  test('reports where an image comes from', async () => {
    const bench = await openBench()
    const id = await readyOne(bench)
    expect(bench.queue.origin(id)).toMatchObject({
      connectionName: 'Service',
      job: { id, taskId: `task-${id}` },
    })
  })
})
