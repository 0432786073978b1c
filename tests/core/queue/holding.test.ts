import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { completedTask, startLoopbackService } from './loopbackService'
import { allJobs, connect, deliverAlways, enqueue, openQueue, statesBecome } from './queueHarness'

describe('holding and cancelling', () => {
  test('a pause outlasts the app, and nothing is sent during it', async () => {
    const service = await startLoopbackService()
    const before = await openQueue()
    const connection = await connect(before, service.baseUrl)
    before.queue.pause()
    enqueue(before, connection, { n: 2 })
    await before.stop()
    const queue = await openQueue({ folder: before.folder })
    deliverAlways(queue)
    expect(queue.queue.overview(10)).toMatchObject({ paused: true, counts: { waiting: 2 } })
    expect(service.posts).toEqual([])
    queue.queue.resume()
    await statesBecome(queue, { done: 2 })
  })

  test('sends are held while this computer can’t store images; polls are not', async () => {
    const service = await startLoopbackService()
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
    enqueue(queue, connection)
    await statesBecome(queue, { running: 1 })
    queue.queue.holdSends('library', { code: 'diskLow', params: {}, retry: 'free', detail: null })
    enqueue(queue, connection)
    service.onPoll = (id) => completedTask(id)
    await statesBecome(queue, { done: 1, queued: 1 })
    expect(service.posts).toHaveLength(1)
    queue.queue.holdSends('library', null)
    await statesBecome(queue, { done: 2 })
  })

  test('cancelling a batch drops what was not sent; what was sent still arrives', async () => {
    const service = await startLoopbackService()
    service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
    const queue = await openQueue()
    deliverAlways(queue)
    const batch = enqueue(queue, await connect(queue, service.baseUrl, { backgroundSlots: 4 }), { n: 50 })
    await statesBecome(queue, { queued: 46, running: 4 })
    expect(await queue.queue.cancelBatch(batch)).toEqual({ cancelled: 46, arriving: 4 })
    service.onPoll = (id) => completedTask(id)
    await statesBecome(queue, { cancelled: 46, done: 4 })
    expect(service.posts).toHaveLength(4)
    expect(await queue.queue.cancelBatch(batch)).toEqual({ cancelled: 0, arriving: 0 })
  })

  test('a single job can be cancelled while it waits, but not once it is sent', async () => {
    const service = await startLoopbackService()
    const queue = await openQueue()
    queue.queue.pause()
    enqueue(queue, await connect(queue, service.baseUrl), { n: 2 })
    const [first, second] = allJobs(queue)
    expect(await queue.queue.act([first?.id ?? ''], 'cancel')).toBe(1)
    service.onPost = () => 'hang'
    queue.queue.resume()
    await statesBecome(queue, { cancelled: 1, sending: 1 })
    expect(await queue.queue.act([first?.id ?? '', second?.id ?? ''], 'cancel')).toBe(0)
  })

  test('jobs waiting for a removed connection are cancelled', async () => {
    const service = await startLoopbackService()
    const queue = await openQueue()
    const connection = await connect(queue, service.baseUrl)
    queue.queue.pause()
    enqueue(queue, connection, { n: 3 })
    await queue.connections.remove(connection.id)
    await statesBecome(queue, { cancelled: 3 })
  })

  test('a removed connection’s tasks are still polled', async () => {
    const service = await startLoopbackService()
    service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    await statesBecome(queue, { running: 1 })
    await queue.connections.remove(connection.id)
    service.onPoll = (id) => completedTask(id)
    await statesBecome(queue, { done: 1 })
  })

  test('two equal presses each report the end of their batch once', async () => {
    const service = await startLoopbackService()
    const queue = await openQueue()
    deliverAlways(queue)
    const ends: unknown[] = []
    queue.queue.onBatchDone((end) => ends.push(end))
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection, { n: 3 })
    enqueue(queue, connection, { n: 2, prompt: 'a moss' })
    await statesBecome(queue, { done: 5 })
    await eventually(() => ends.length === 2)
    expect(ends).toEqual(
      expect.arrayContaining([
        { name: 'a fern', saved: 3, failed: 0, needsYou: 0 },
        { name: 'a moss', saved: 2, failed: 0, needsYou: 0 },
      ]),
    )
    await queue.stop()
    const again = await openQueue({ folder: queue.folder, started: false })
    again.queue.onBatchDone((end) => ends.push(end))
    await again.queue.start()
    expect(ends).toHaveLength(2)
  })

  test('a batch whose jobs were all cancelled is not reported', async () => {
    const service = await startLoopbackService()
    const queue = await openQueue()
    queue.queue.pause()
    const ends: unknown[] = []
    queue.queue.onBatchDone((end) => ends.push(end))
    const connection = await connect(queue, service.baseUrl)
    await queue.queue.cancelBatch(enqueue(queue, connection, { n: 3 }))
    await eventually(() => queue.db.get('SELECT 1 FROM batches WHERE notified_at IS NOT NULL'))
    expect(ends).toEqual([])
  })
})
