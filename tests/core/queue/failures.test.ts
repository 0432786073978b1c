import { createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { completedTask, pendingTask, type Reply, startLoopbackService } from './loopbackService'
import { allJobs, connect, deliverAlways, enqueue, only, openQueue, statesBecome } from './queueHarness'

async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

function inBothModes<Row extends readonly unknown[]>(rows: readonly Row[]) {
  return (['background', 'direct'] as const).flatMap((mode) => rows.map((row) => [mode, ...row] as const))
}

describe('requests that were surely not processed', () => {
  test('wait and are sent once the service is reachable, and never count against the job', async () => {
    const port = await closedPort()
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, `http://127.0.0.1:${port}`)
    enqueue(queue, connection)
    const waiting = await eventually(() => {
      const job = only(allJobs(queue))
      return job.state === 'queued' && job.error !== null ? job : null
    })
    expect(waiting).toMatchObject({ error: { code: 'connectionRefused' }, billed: 'no', sentAt: null })
    expect(queue.connections.find(connection.id)?.hold).toBeNull()

    const service = await startLoopbackService(port)
    queue.queue.tryNow()
    await statesBecome(queue, { done: 1 })
    expect(service.posts).toHaveLength(1)
  })

  test('a refused key holds the connection; a new key resumes it automatically', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({ status: 401, body: { error: { message: 'bad key' } } })
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection, { n: 5 })
    await eventually(() => queue.connections.find(connection.id)?.hold)
    await statesBecome(queue, { queued: 5 })
    expect(service.posts).toHaveLength(1)
    expect(allJobs(queue)[0]).toMatchObject({ error: { code: 'keyRefused' }, billed: 'no' })

    service.onPost = (_, count) => pendingTask(`task-${count}`)
    await queue.connections.save(connection.id, connection, 'sk-better')
    await statesBecome(queue, { done: 5 })
  })

  test.each([
    [402, { error: { message: 'pay' } }],
    [403, { error: { message: 'forbidden' } }],
    [400, { error: { code: 'insufficient_quota', message: 'no credit' } }],
  ])('status %i of this kind returns the job to the queue and holds the connection', async (status, body) => {
    const service = await startLoopbackService()
    service.onPost = () => ({ status, body })
    const queue = await openQueue()
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    await eventually(() => queue.connections.find(connection.id)?.hold)
    await statesBecome(queue, { queued: 1 })
  })

  test('429 stops the whole connection until the given time, even after a restart', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({ status: 429, headers: { 'retry-after': '3600' }, body: { error: 'slow down' } })
    const before = await openQueue()
    const connection = await connect(before, service.baseUrl)
    const begun = before.clock.now()
    enqueue(before, connection, { n: 2 })
    await eventually(() => allJobs(before).some(({ error }) => error?.code === 'rateLimited'))
    const [first] = allJobs(before)
    expect(first?.notBefore ?? 0).toBeGreaterThanOrEqual(begun + 3_600_000)
    before.queue.wake()
    await before.stop()

    const queue = await openQueue({ folder: before.folder })
    service.onPost = () => pendingTask('task')
    enqueue(queue, connection)
    queue.queue.wake()
    await statesBecome(queue, { queued: 3 })
    expect(service.posts).toHaveLength(1)
    expect(queue.connections.find(connection.id)?.hold).toBeNull()
  })

  test('429 with a short time is retried automatically', async () => {
    const service = await startLoopbackService()
    service.onPost = (_, count) =>
      count === 1 ? { status: 429, headers: { 'retry-after-ms': '50' }, body: {} } : pendingTask('task')
    const queue = await openQueue()
    deliverAlways(queue)
    enqueue(queue, await connect(queue, service.baseUrl))
    await statesBecome(queue, { done: 1 })
    expect(service.posts).toHaveLength(2)
  })
})

describe('requests that were refused', () => {
  const endings: readonly (readonly [string, Reply, object])[] = [
    [
      '400',
      { status: 400, body: { error: { message: 'bad size' } } },
      { code: 'requestRefused', billed: 'no' },
    ],
    ['422', { status: 422, body: { detail: 'model' } }, { code: 'requestRefused', billed: 'no' }],
    [
      'moderation',
      { status: 400, body: { error: { code: 'content_policy_violation', message: 'no' } } },
      { code: 'moderated', billed: 'no' },
    ],
    [
      'a redirect',
      { status: 302, headers: { location: 'https://elsewhere.test/' }, body: {} },
      { code: 'redirected', billed: 'no' },
    ],
    [
      'a readable 500',
      { status: 500, body: { error: { message: 'sorry' } } },
      { code: 'serviceFailed', billed: 'maybe' },
    ],
  ]
  test.each(inBothModes(endings))(
    'in %s mode %s fails the job with the service’s message',
    async (mode, _, reply, { code, billed }: { code?: string; billed?: string }) => {
      const service = await startLoopbackService()
      service.onPost = () => reply
      const queue = await openQueue()
      enqueue(queue, await connect(queue, service.baseUrl), { mode })
      await statesBecome(queue, { failed: 1 })
      const job = only(allJobs(queue))
      expect(job).toMatchObject({ billed, error: { code }, actions: ['retryAsNew'] })
      expect(job.items.map(({ state }) => state)).toEqual(['abandoned'])
      expect(service.posts).toHaveLength(1)
    },
  )

  test('a failed job is repeated as a new one, under a new id, with the same body', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({ status: 400, body: { error: 'no' } })
    const queue = await openQueue()
    deliverAlways(queue)
    enqueue(queue, await connect(queue, service.baseUrl), { prompt: 'a moss' })
    await statesBecome(queue, { failed: 1 })
    service.onPost = () => pendingTask('task')
    const job = only(allJobs(queue))
    await queue.queue.act([job.id], 'retryAsNew')
    await statesBecome(queue, { done: 1, failed: 1 })
    expect(service.posts[1]?.body).toEqual(service.posts[0]?.body)
    expect(service.posts[1]?.idempotencyKey).not.toBe(job.id)
    expect(queue.queue.find(job.id)?.actions).toEqual([])
  })
})

describe('requests with an unknown outcome', () => {
  const endings: readonly (readonly [string, Reply])[] = [
    ['a torn connection', 'reset'],
    ['a 200 with rubbish', { body: { hello: 'world' } }],
    ['a 200 with a page', { body: '<html>log in</html>' }],
    ['502', { status: 502, body: '<html>bad gateway</html>' }],
    ['504', { status: 504, body: {} }],
    ['408', { status: 408, body: {} }],
    ['409', { status: 409, body: { error: 'in progress' } }],
  ]
  test.each(inBothModes(endings))(
    'in %s mode %s leaves the job uncertain, and it is never sent again automatically',
    async (mode, _, reply) => {
      const service = await startLoopbackService()
      service.onPost = () => reply
      const queue = await openQueue()
      const connection = await connect(queue, service.baseUrl, { pageUrl: 'https://service.test/' })
      enqueue(queue, connection, { mode })
      await statesBecome(queue, { uncertain: 1 })
      expect(only(allJobs(queue))).toMatchObject({
        billed: 'maybe',
        error: { retry: 'maybeTwice' },
        actions: ['sendAgain', 'settle', 'openServicePage'],
      })
      queue.queue.wake()
      await queue.stop()
      const again = await openQueue({ folder: queue.folder })
      again.queue.wake()
      expect(again.queue.overview(5).counts).toMatchObject({ needsYou: 1, waiting: 0, running: 0 })
      expect(service.posts).toHaveLength(1)
    },
  )

  test('keep their id and key when the user sends them again', async () => {
    const service = await startLoopbackService()
    service.onPost = (_, count) => (count === 1 ? 'reset' : pendingTask('task'))
    const queue = await openQueue()
    deliverAlways(queue)
    enqueue(queue, await connect(queue, service.baseUrl))
    await statesBecome(queue, { uncertain: 1 })
    const { id } = only(allJobs(queue))
    await queue.queue.act([id], 'sendAgain')
    await statesBecome(queue, { done: 1 })
    expect(service.posts.map(({ idempotencyKey }) => idempotencyKey)).toEqual([id, id])
  })

  test('settled by the user, become failed and may have been billed', async () => {
    const service = await startLoopbackService()
    service.onPost = () => 'reset'
    const queue = await openQueue()
    enqueue(queue, await connect(queue, service.baseUrl))
    await statesBecome(queue, { uncertain: 1 })
    const { id } = only(allJobs(queue))
    await queue.queue.act([id], 'settle')
    expect(queue.queue.find(id)).toMatchObject({ state: 'failed', billed: 'maybe', actions: ['retryAsNew'] })
    expect(queue.queue.find(id)?.settledAt).not.toBeNull()
    expect(queue.queue.overview(5).counts).toMatchObject({ needsYou: 0, finished: 1 })
  })

  test('can be settled but not sent again once their connection is removed', async () => {
    const service = await startLoopbackService()
    service.onPost = () => 'reset'
    const queue = await openQueue()
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    await statesBecome(queue, { uncertain: 1 })
    await queue.connections.remove(connection.id)
    expect(only(allJobs(queue)).actions).toEqual(['settle', 'restoreConnection'])
    expect(await queue.queue.act([only(allJobs(queue)).id], 'sendAgain')).toBe(0)
  })

  test('three in a row hold the connection', async () => {
    const service = await startLoopbackService()
    service.onPost = () => 'reset'
    const queue = await openQueue()
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection, { n: 10 })
    await statesBecome(queue, { queued: 7, uncertain: 3 })
    expect(queue.connections.find(connection.id)?.hold?.error.code).toBe('breakerTripped')
  })
})

describe('stopping', () => {
  test('waits for an open request whose answer comes in time', async () => {
    const service = await startLoopbackService()
    let answer: (reply: Reply) => void = () => {}
    service.onPost = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const queue = await openQueue({ stopGraceMs: 10_000 })
    enqueue(queue, await connect(queue, service.baseUrl))
    await eventually(() => service.posts.length === 1)
    const stopped = queue.stop()
    answer(pendingTask('late'))
    await stopped
    const again = await openQueue({ folder: queue.folder, started: false })
    expect(only(allJobs(again))).toMatchObject({ state: 'running', taskId: 'late' })
  })

  test('gives up an open request after a while: it becomes uncertain, and polls go on at the next start', async () => {
    const service = await startLoopbackService()
    service.onPost = (_, count) => (count === 1 ? pendingTask('task') : 'hang')
    service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
    const queue = await openQueue({ stopGraceMs: 50 })
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    await statesBecome(queue, { running: 1 })
    enqueue(queue, connection, { mode: 'direct' })
    await eventually(() => service.posts.length === 2)
    await queue.stop()

    service.onPoll = (id) => completedTask(id)
    const again = await openQueue({ folder: queue.folder })
    deliverAlways(again)
    await statesBecome(again, { done: 1, uncertain: 1 })
    expect(allJobs(again)[1]).toMatchObject({ error: { code: 'interrupted' } })
    expect(service.posts).toHaveLength(2)
  })
})
