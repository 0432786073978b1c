import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { completedTask, directImages, pendingTask, startLoopbackService } from './loopbackService'
import {
  allJobs,
  connect,
  deliverAlways,
  enqueue,
  only,
  openQueue,
  states,
  statesBecome,
} from './queueHarness'

describe('sending', () => {
  test('a background job goes from the form to done, with one request', async () => {
    const service = await startLoopbackService()
    const queue = await openQueue()
    deliverAlways(queue)
    enqueue(queue, await connect(queue, service.baseUrl))
    await statesBecome(queue, { done: 1 })
    const job = only(allJobs(queue))
    expect(job).toMatchObject({ saved: 1, billed: 'yes', taskId: 'task-1', error: null, actions: [] })
    expect(service.posts).toEqual([
      {
        path: '/api/v1/images/generations',
        body: { prompt: 'a fern', async: true },
        idempotencyKey: job.id,
        key: 'sk-test',
      },
    ])
  })

  test('a direct job of four yields four images', async () => {
    const service = await startLoopbackService()
    const queue = await openQueue()
    deliverAlways(queue)
    enqueue(queue, await connect(queue, service.baseUrl), { mode: 'direct', n: 4 })
    await statesBecome(queue, { done: 1 })
    expect(only(allJobs(queue))).toMatchObject({ saved: 4, taskId: null })
    expect(service.posts).toHaveLength(1)
    expect(service.polls).toEqual([])
  })

  test('three of four saved is done, and the missing one can be requested by a new job', async () => {
    const service = await startLoopbackService()
    service.onPost = ({ body }) => directImages((body.n ?? 1) === 4 ? 3 : 1)
    const queue = await openQueue()
    deliverAlways(queue)
    enqueue(queue, await connect(queue, service.baseUrl), { mode: 'direct', n: 4 })
    await statesBecome(queue, { done: 1 })
    const job = only(allJobs(queue))
    expect(job).toMatchObject({ saved: 3, error: { code: 'itemMissing' }, actions: ['retryAsNew'] })

    expect(await queue.queue.act([job.id], 'retryAsNew')).toBe(1)
    expect(await queue.queue.act([job.id], 'retryAsNew')).toBe(0)
    await statesBecome(queue, { done: 2 })
    const retry = allJobs(queue)[1]
    expect(retry).toMatchObject({ batchId: job.batchId, images: 1, saved: 1, request: { n: 1 } })
    expect(service.posts.map(({ idempotencyKey }) => idempotencyKey)).toEqual([job.id, retry?.id])
  })

  test('the intention is on disk before the service sees the request', async () => {
    const service = await startLoopbackService()
    const queue = await openQueue()
    const seen: unknown[] = []
    service.onPost = () => {
      seen.push(
        queue.db.get(
          'SELECT state, origin, exchange_json FROM jobs JOIN attempts ON attempts.job_id = jobs.id',
        ),
      )
      return pendingTask('task')
    }
    enqueue(queue, await connect(queue, service.baseUrl))
    await statesBecome(queue, { saving: 1 })
    expect(seen).toEqual([{ state: 'sending', origin: service.baseUrl, exchange_json: null }])
  })

  test('the raw answer is on disk before it is read', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({
      body: { task_id: 'raw', status: 'pending' },
      headers: { 'x-request-id': 'r-1' },
    })
    const queue = await openQueue()
    enqueue(queue, await connect(queue, service.baseUrl))
    await statesBecome(queue, { saving: 1 })
    const attempt = queue.db.get<{ exchange_json: string; outcome: string }>('SELECT * FROM attempts')
    expect(attempt?.outcome).toBe('accepted')
    expect(JSON.parse(attempt?.exchange_json ?? '')).toMatchObject({
      kind: 'answered',
      answer: { status: 200, body: { text: '{"task_id":"raw","status":"pending"}' }, complete: true },
    })
  })

  test('of twenty jobs for a model that isn’t allowed three are sent, and nothing is billed', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({ status: 403, body: { error: { message: 'You have no access to model m' } } })
    const queue = await openQueue()
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection, { n: 20 })
    await statesBecome(queue, { failed: 3, queued: 17 })
    expect(queue.connections.find(connection.id)?.hold?.error).toMatchObject({
      code: 'breakerTripped',
      params: { count: 3, code: 'modelDenied' },
    })
    expect(allJobs(queue).map(({ billed }) => billed)).toEqual(Array(20).fill('no'))
  })

  test('of twenty jobs to a wrong prefix three are sent, and the others wait behind one hold', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({ status: 404, body: '<html>nothing here</html>' })
    const queue = await openQueue()
    const connection = await connect(queue, service.baseUrl, { pathPrefix: '/wrong' })
    enqueue(queue, connection, { n: 20 })
    await statesBecome(queue, { failed: 3, queued: 17 })
    expect(queue.connections.find(connection.id)?.hold).toMatchObject({
      polls: false,
      error: { code: 'breakerTripped', params: { count: 3, code: 'notFound' }, detail: { status: 404 } },
    })

    queue.queue.resumeConnection(connection.id)
    await statesBecome(queue, { failed: 4, queued: 16 })
    expect(queue.connections.find(connection.id)?.hold).not.toBeNull()
    expect(service.posts).toHaveLength(4)

    service.onPost = (_, count) => pendingTask(`task-${count}`)
    deliverAlways(queue)
    queue.queue.resumeConnection(connection.id)
    await statesBecome(queue, { done: 16, failed: 4 })
    expect(service.posts).toHaveLength(20)
    const failed = allJobs(queue).filter(({ state }) => state === 'failed')
    for (const job of failed) expect(job).toMatchObject({ billed: 'no', actions: ['retryAsNew'] })
  })

  test('a hold that the breaker set, and its count, outlast the app', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({ status: 500, body: { error: { message: 'no' } } })
    const before = await openQueue()
    const connection = await connect(before, service.baseUrl)
    enqueue(before, connection, { n: 9 })
    await statesBecome(before, { failed: 3, queued: 6 })
    await before.stop()

    const queue = await openQueue({ folder: before.folder })
    expect(queue.connections.find(connection.id)?.hold?.error.code).toBe('breakerTripped')
    queue.queue.resumeConnection(connection.id)
    await statesBecome(queue, { failed: 4, queued: 5 })
    expect(allJobs(queue)[0]).toMatchObject({ state: 'failed', billed: 'maybe' })
  })

  test('until the first success 1, then 2, then 4 requests of a batch are open, never more without an answer', async () => {
    const service = await startLoopbackService()
    const waves: number[] = []
    const held: (() => void)[] = []
    service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
    service.onPost = (_, count) =>
      new Promise((resolve) => {
        held.push(() =>
          resolve(count <= 3 ? { status: 400, body: { error: 'no' } } : pendingTask(`task-${count}`)),
        )
      })
    const queue = await openQueue()
    enqueue(queue, await connect(queue, service.baseUrl, { backgroundSlots: 50 }), { n: 30 })
    for (const size of [1, 2, 4]) {
      await eventually(() => held.length === size, { what: `a wave of ${size}` })
      waves.push(states(queue).sending ?? 0)
      for (const answer of held.splice(0)) answer()
    }
    expect(waves).toEqual([1, 2, 4])
    for (let left = 23; left > 0; left -= 4) {
      const size = Math.min(left, 4)
      await eventually(() => held.length === size, { what: `${size} of the ${left} others` })
      waves.push(states(queue).sending ?? 0)
      for (const answer of held.splice(0)) answer()
    }
    expect(Math.max(...waves)).toBe(4)
    await statesBecome(queue, { failed: 3, running: 27 })
  })

  test('no more tasks are open than the connection has slots', async () => {
    const service = await startLoopbackService()
    service.onPoll = (id) => ({ body: { task_id: id, status: 'running', progress: 10 } })
    const queue = await openQueue()
    deliverAlways(queue)
    enqueue(queue, await connect(queue, service.baseUrl, { backgroundSlots: 3 }), { n: 8 })
    await statesBecome(queue, { queued: 5, running: 3 })
    await eventually(() => service.polls.length >= 3)
    expect(service.posts).toHaveLength(3)
    service.onPoll = (id) => completedTask(id)
    await statesBecome(queue, { done: 8 })
  })

  test('direct requests have their own slots', async () => {
    const service = await startLoopbackService()
    const open: (() => void)[] = []
    service.onPost = (post) =>
      post.body.async === true
        ? pendingTask('task')
        : new Promise((resolve) => open.push(() => resolve(directImages(1))))
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl, { directSlots: 2 })
    for (let i = 0; i < 4; i++) enqueue(queue, connection, { mode: 'direct' })
    enqueue(queue, connection)
    await eventually(() => open.length === 2 && queue.queue.openDirectRequests() === 2)
    await statesBecome(queue, { done: 1, queued: 2, sending: 2 })
    for (let i = 0; i < 4; i++) (await eventually(() => open.shift()))()
    await statesBecome(queue, { done: 5 })
    expect(queue.queue.openDirectRequests()).toBe(0)
  })

  test('what is queued first goes first', async () => {
    const service = await startLoopbackService()
    const queue = await openQueue()
    queue.queue.pause()
    const connection = await connect(queue, service.baseUrl, { backgroundSlots: 1 })
    deliverAlways(queue)
    const add = (prompt: string, first: boolean) =>
      queue.queue.enqueue(
        connection.id,
        { prompt, model: 'm', size: '', n: 1, mode: 'background', image: [], variables: {} },
        { first },
      )
    add('third', false)
    add('second', true)
    add('first', true)
    expect(queue.queue.overview(10).waiting.map(({ name }) => name)).toEqual(['first', 'second', 'third'])
    queue.queue.resume()
    await statesBecome(queue, { done: 3 })
    expect(service.posts.map(({ body }) => body.prompt)).toEqual(['first', 'second', 'third'])
  })
})
