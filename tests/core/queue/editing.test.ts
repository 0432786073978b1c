import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { completedTask, startLoopbackService } from './loopbackService'
import {
  allJobs,
  connect,
  deliverAlways,
  draft,
  enqueue,
  only,
  openQueue,
  statesBecome,
} from './queueHarness'

async function paused(baseUrl = 'https://service.test') {
  const harness = await openQueue()
  harness.queue.pause()
  const connection = await connect(harness, baseUrl, { backgroundSlots: 1 })
  return { harness, connection }
}

describe('editing a waiting job', () => {
  test('replaces it under a new id, in the same place', async () => {
    const { harness, connection } = await paused()
    const batchId = enqueue(harness, connection, { n: 3 })
    const shown = () => harness.queue.waiting({ batchId, offset: 0, limit: 10 }).rows
    const [first, second, third] = shown().map(({ id }) => id)
    const edited = harness.queue.edit(second ?? '', draft({ prompt: 'a moss', model: 'n' }))
    expect(edited).not.toBe(second)
    expect(shown().map(({ id }) => id)).toEqual([first, edited, third])
    expect(harness.queue.find(edited)).toMatchObject({
      state: 'queued',
      request: { model: 'n', prompt: 'a moss' },
    })
    expect(harness.queue.find(second ?? '')).toBeNull()
    expect(harness.queue.overview(10).waiting).toMatchObject([{ jobs: 3, waiting: 3, cancelled: 0 }])
  })

  test('keeps one request, with all it includes, although its connection stopped including that', async () => {
    const harness = await openQueue()
    harness.queue.pause()
    const connection = await connect(harness, 'https://service.test', { fullBackground: true })
    const image = ['https://a.test/1.png']
    enqueue(harness, connection, { mode: 'background', n: 4, size: '10x10', image })
    await harness.connections.save(connection.id, { ...connection, fullBackground: false }, null)
    const { id, request } = only(allJobs(harness))
    const edited = draft({
      mode: 'background',
      prompt: 'a moss',
      model: request.model,
      n: 4,
      size: '10x10',
      image,
    })
    harness.queue.edit(id, edited)
    expect(allJobs(harness).map((job) => job.request)).toEqual([{ ...request, prompt: 'a moss' }])
  })

  test('sends it once, as it is after the edit', async () => {
    const service = await startLoopbackService()
    service.onPost = (_, count) => completedTask(`task-${count}`)
    const { harness, connection } = await paused(service.baseUrl)
    deliverAlways(harness)
    enqueue(harness, connection, { n: 2 })
    harness.queue.edit(allJobs(harness)[0]?.id ?? '', draft({ prompt: 'a moss' }))
    harness.queue.resume()
    await statesBecome(harness, { done: 2 })
    expect(service.posts.map(({ body }) => body.prompt)).toEqual(['a moss', 'a fern'])
  })

  test('names a batch of one after its new prompt', async () => {
    const { harness, connection } = await paused()
    enqueue(harness, connection, { mode: 'direct', size: '10x10', n: 2 })
    const request = {
      mode: 'direct',
      prompt: 'a moss',
      size: '20x20',
      n: 3,
      image: ['https://a.test/b.png'],
    } as const
    harness.queue.edit(only(allJobs(harness)).id, draft({ ...request, image: [...request.image] }))
    expect(harness.queue.overview(10).waiting).toMatchObject([{ name: 'a moss', jobs: 1 }])
    expect(only(allJobs(harness))).toMatchObject({ images: 3, request: { size: '20x20', n: 3 } })
  })

  test('is refused once it was sent, and changes nothing', async () => {
    const service = await startLoopbackService()
    service.onPost = () => 'hang'
    const { harness, connection } = await paused(service.baseUrl)
    enqueue(harness, connection)
    harness.queue.resume()
    await statesBecome(harness, { sending: 1 })
    const before = only(allJobs(harness))
    expect(() => harness.queue.edit(before.id, draft({ prompt: 'a moss' }))).toThrow('jobNotWaiting')
    expect(only(allJobs(harness))).toEqual(before)
  })

  test('keeps its earlier attempts in the ledger, as cancelled', async () => {
    const { harness, connection } = await paused('http://127.0.0.1:1')
    enqueue(harness, connection)
    harness.queue.resume()
    await eventually(() => only(allJobs(harness)).error?.code === 'connectionRefused')
    harness.queue.pause()
    const { id } = only(allJobs(harness))
    const edited = harness.queue.edit(id, draft({ prompt: 'a moss' }))
    expect(harness.queue.find(id)).toMatchObject({ state: 'cancelled' })
    expect(harness.queue.find(edited)).toMatchObject({ state: 'queued', error: null })
    expect(harness.db.get('SELECT job_id FROM attempts')).toEqual({ job_id: id })
    expect(harness.queue.overview(10).waiting).toMatchObject([{ name: 'a moss', waiting: 1 }])
  })
})
