import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { fastClock } from '../../support/fakeClock'
import { completedTask, type LoopbackService, type Reply, startLoopbackService } from './loopbackService'
import { callOf } from './pressed'
import {
  allJobs,
  connect,
  deliverAlways,
  enqueue,
  only,
  openQueue,
  type QueueHarness,
  type QueueOptions,
  statesBecome,
} from './queueHarness'

const missing: Reply = { status: 404, body: { error: { message: 'no such route' } } }

/** The queue at a hundred times the speed: a minute's grace passes while a test waits. */
async function openFast(options: QueueOptions = {}): Promise<QueueHarness> {
  const app = await openQueue({ clock: fastClock({ speed: 100 }), ...options })
  deliverAlways(app)
  return app
}

/** A service that names its tasks by nothing but a word, and is asked for them at one path only. */
async function startLone(folder: string): Promise<LoopbackService> {
  const service = await startLoopbackService()
  service.onPost = (_, count) => ({ body: { code: 'success', data: `task_${count}a7` } })
  service.onPoll = (taskId, _, { path }) =>
    path === `${folder}/${taskId}` && taskId.startsWith('task_') ? completedTask(taskId) : missing
  return service
}

const pathsOf = ({ polls }: LoopbackService): readonly string[] => [...new Set(polls.map(({ path }) => path))]
const connectionOf = ({ connections }: QueueHarness) => only(connections.list())

describe('an address that an answer names', () => {
  test.each([
    ['poll_url', (base: string) => `${base}/v2/work/task-1?with=images`],
    ['status_url', () => '/v2/work/task-1?with=images'],
  ])('at the service itself is where polls go (%s)', async (name, address) => {
    const service = await startLoopbackService()
    service.onPost = () => ({ body: { task_id: 'task-1', [name]: address(service.baseUrl) } })
    service.onPoll = (_, __, { path }) =>
      path === '/v2/work/task-1?with=images' ? completedTask('task-1') : missing
    const app = await openFast()
    enqueue(app, await connect(app, service.baseUrl))
    await statesBecome(app, { done: 1 })
    expect(pathsOf(service)).toEqual(['/v2/work/task-1?with=images'])
    expect(service.polls.every(({ key }) => key === 'sk-test')).toBe(true)
  })

  test('is followed from a Location header, and from a later poll', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({
      status: 202,
      headers: { location: '/moved/task-1' },
      body: { task_id: 'task-1', status: 'queued' },
    })
    service.onPoll = (_, __, { path }) => {
      if (path === '/moved/task-1')
        return { body: { task_id: 'task-1', status: 'running', polling_url: '/again/task-1' } }
      return path === '/again/task-1' ? completedTask('task-1') : missing
    }
    const app = await openFast()
    enqueue(app, await connect(app, service.baseUrl))
    await statesBecome(app, { done: 1 })
    expect(pathsOf(service)).toEqual(['/moved/task-1', '/again/task-1'])
  })

  test('outlives the app', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({ body: { task_id: 'task-1', poll_url: '/there/task-1' } })
    service.onPoll = () => ({ body: { task_id: 'task-1', status: 'running' } })
    const app = await openFast()
    enqueue(app, await connect(app, service.baseUrl))
    await eventually(() => service.polls.length > 0)
    await app.stop()
    service.onPoll = (_, __, { path }) => (path === '/there/task-1' ? completedTask('task-1') : missing)
    const asked = service.polls.length
    const again = await openFast({ folder: app.folder })
    await statesBecome(again, { done: 1 })
    expect(service.polls.slice(asked).map(({ path }) => path)).toEqual(['/there/task-1'])
    expect(service.posts).toHaveLength(1)
  })

  test('that doesn’t know the task, or refuses, gives way to the known path and holds nothing', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({ body: { task_id: 'task-1', task_url: '/page/task-1' } })
    service.onPoll = (_, __, { path }) =>
      path === '/page/task-1'
        ? { status: 403, body: { error: { message: 'invalid api key' } } }
        : completedTask('task-1')
    const app = await openFast()
    enqueue(app, await connect(app, service.baseUrl))
    await statesBecome(app, { done: 1 })
    expect(connectionOf(app).hold).toBeNull()
    expect(pathsOf(service)).toEqual(['/page/task-1', '/api/v1/images/tasks/task-1'])
  })

  const faults: readonly [string, Reply][] = [
    ['answers with an error', { status: 500, body: { error: { message: 'oops' } } }],
    ['says that something failed', { body: { status: 'failed' } }],
  ]
  test.each(faults)('that %s gives way to the known path, and is asked again in turn', async (_, fault) => {
    const service = await startLoopbackService()
    service.onPost = () => ({ body: { task_id: 'task-1', task_url: '/page/task-1' } })
    service.onPoll = (__, count, { path }) => {
      if (path === '/page/task-1') return fault
      return count > 4 ? completedTask('task-1') : missing
    }
    const app = await openFast()
    enqueue(app, await connect(app, service.baseUrl))
    await statesBecome(app, { done: 1 })
    const own = '/api/v1/images/tasks/task-1'
    const first = service.polls.slice(0, 4).map(({ path }) => path)
    expect(first).toEqual(['/page/task-1', own, '/page/task-1', own])
  })

  test.each([...faults, ['is gone', null] as const])(
    'elsewhere that %s gives way to the known path',
    async (_, fault) => {
      const elsewhere = await startLoopbackService()
      elsewhere.onPoll = () => fault ?? missing
      if (fault === null) await elsewhere.stop()
      const service = await startLoopbackService()
      service.onPost = () => ({ body: { task_id: 'task-1', poll_url: `${elsewhere.baseUrl}/work/task-1` } })
      const app = await openFast()
      enqueue(app, await connect(app, service.baseUrl, { taskOrigins: [elsewhere.baseUrl] }))
      await statesBecome(app, { done: 1 })
      expect(pathsOf(service)).toEqual(['/api/v1/images/tasks/task-1'])
      expect(elsewhere.polls).toHaveLength(fault === null ? 0 : 1)
      expect(connectionOf(app).hold).toBeNull()
    },
  )

  test('elsewhere gets no key, nor any request, while the known path knows the task', async () => {
    const elsewhere = await startLoopbackService()
    const service = await startLoopbackService()
    service.onPost = () => ({ body: { task_id: 'task-1', poll_url: `${elsewhere.baseUrl}/steal/task-1` } })
    const app = await openFast()
    enqueue(app, await connect(app, service.baseUrl))
    await statesBecome(app, { done: 1 })
    expect(elsewhere.polls).toEqual([])
    expect(only(allJobs(app)).attention).toBeNull()
  })

  test('elsewhere is asked about where the service knows no such task, and gets the key once it is allowed', async () => {
    const elsewhere = await startLoopbackService()
    elsewhere.onPoll = (_, __, { path }) => (path === '/work/task-1' ? completedTask('task-1') : missing)
    const service = await startLoopbackService()
    service.onPost = () => ({ body: { task_id: 'task-1', poll_url: `${elsewhere.baseUrl}/work/task-1` } })
    service.onPoll = () => missing
    const app = await openFast()
    enqueue(app, await connect(app, service.baseUrl))
    await eventually(() => only(allJobs(app)).attention?.code === 'taskAskedElsewhere')
    expect(elsewhere.polls).toEqual([])
    const job = only(allJobs(app))
    expect(job.attention?.params).toEqual({ origin: elsewhere.baseUrl })
    expect(job.actions[0]).toBe('allowTaskOrigin')
    const allow = (origin?: string) =>
      callOf(app)('jobs.act', {
        ...{ ids: [job.id], action: 'allowTaskOrigin' },
        ...(origin === undefined ? {} : { origin }),
      })
    // The window may still have shown another one.
    for (const shown of ['https://tasks.example', undefined])
      expect(await allow(shown)).toMatchObject({ done: 0 })
    expect(connectionOf(app).taskOrigins).toEqual([])
    expect(await allow(elsewhere.baseUrl)).toMatchObject({ done: 1 })
    await statesBecome(app, { done: 1 })
    expect(elsewhere.polls[0]).toMatchObject({ path: '/work/task-1', key: 'sk-test' })
    expect(connectionOf(app).taskOrigins).toEqual([elsewhere.baseUrl])
    expect(service.posts).toHaveLength(1)
  })

  test('elsewhere that refuses or can’t be reached holds nothing', async () => {
    const elsewhere = await startLoopbackService()
    elsewhere.onPoll = (_, count) =>
      count > 3 ? completedTask('task-1') : count > 2 ? 'reset' : { status: 401, body: { error: 'no' } }
    const service = await startLoopbackService()
    service.onPost = () => ({ body: { task_id: 'task-1', poll_url: `${elsewhere.baseUrl}/work/task-1` } })
    service.onPoll = () => missing
    const app = await openFast()
    enqueue(app, await connect(app, service.baseUrl, { taskOrigins: [elsewhere.baseUrl] }))
    await statesBecome(app, { done: 1 })
    expect(connectionOf(app).hold).toBeNull()
  })
})

describe('a service that is asked at a path of its own', () => {
  test('is found out by reading alone, from then on asked there, and shown with its path', async () => {
    const service = await startLone('/v1/tasks')
    const app = await openFast()
    const connection = await connect(app, service.baseUrl)
    enqueue(app, connection)
    await statesBecome(app, { done: 1 })
    expect(connectionOf(app)).toMatchObject({ taskPath: '/v1/tasks/{id}', isTaskPathLearned: true })
    expect(service.posts).toHaveLength(1)
    const asked = service.polls.length
    enqueue(app, connection)
    await statesBecome(app, { done: 2 })
    expect(service.polls.slice(asked).map(({ path }) => path)).toEqual(['/v1/tasks/task_2a7'])
  })

  test('is found by an answer without the id only if another id gets another', async () => {
    const service = await startLone('/nowhere')
    service.onPoll = (taskId, _, { path }) => {
      // This one says the same of any id.
      if (path === `/v1/tasks/${taskId}`) return { body: { status: 'pending' } }
      if (path !== `/v1/images/status/${taskId}`) return missing
      return taskId.startsWith('task_')
        ? { body: { status: 'succeeded', output: ['https://files.test/a.png'] } }
        : { body: { status: 'pending' } }
    }
    const app = await openFast()
    enqueue(app, await connect(app, service.baseUrl))
    await statesBecome(app, { done: 1 })
    expect(connectionOf(app).taskPath).toBe('/v1/images/status/{id}')
  })

  test('loses its learned path once two tasks are unknown there; a typed one stays', async () => {
    const service = await startLone('/v1/tasks')
    const app = await openFast()
    const connection = await connect(app, service.baseUrl)
    enqueue(app, connection)
    await statesBecome(app, { done: 1 })
    service.onPost = (_, count) => ({ body: { task_id: `task_${count}a7`, status: 'pending' } })
    service.onPoll = (taskId, _, { path }) =>
      path.startsWith('/v1/tasks/') || connectionOf(app).taskPath !== null ? missing : completedTask(taskId)
    enqueue(app, connection)
    enqueue(app, connection)
    await statesBecome(app, { done: 3 })
    expect(connectionOf(app)).toMatchObject({ taskPath: null, isTaskPathLearned: false })

    const { id, ...draft } = connectionOf(app)
    await app.connections.save(id, { ...draft, taskPath: '/typed?id={id}' }, null)
    service.onPoll = () => missing
    const asked = service.polls.length
    enqueue(app, connection)
    enqueue(app, connection)
    await eventually(() => service.polls.length > asked + 14)
    expect(pathsOf(service).filter((path) => path.startsWith('/typed'))).toHaveLength(2)
    expect(new Set(service.polls.slice(asked).map(({ path }) => path.split('?')[0]))).toEqual(
      new Set(['/typed']),
    )
    expect(connectionOf(app)).toMatchObject({ taskPath: '/typed?id={id}', isTaskPathLearned: false })
  })

  test('that answers a guess with a refusal or a limit isn’t held, and no path is tried twice within the hour', async () => {
    const service = await startLoopbackService()
    const own = '/api/v1/images/tasks/'
    let guesses = 0
    service.onPoll = (taskId, _, { path }) => {
      if (path.startsWith(own)) return missing
      guesses += 1
      if (guesses % 4 === 0) return { status: 401, body: { error: { message: 'invalid api key' } } }
      if (guesses % 4 === 1) return { status: 429, headers: { 'retry-after': '99999' }, body: {} }
      if (guesses % 4 === 2) return { status: 402, body: { error: { message: 'insufficient credits' } } }
      return { body: { task_id: 'another', status: 'failed', error: `${taskId}: no` } }
    }
    const app = await openFast()
    const connection = await connect(app, service.baseUrl)
    enqueue(app, connection)
    await eventually(() => guesses > 35)
    const count = service.polls.length
    await eventually(() => service.polls.length > count + 3)
    const tried = service.polls.filter(({ path }) => !path.startsWith(own)).map(({ path }) => path)
    expect(new Set(tried).size).toBe(tried.length)
    expect(connectionOf(app)).toMatchObject({ hold: null, taskPath: null })
    expect(only(allJobs(app))).toMatchObject({ state: 'running', error: null })
    // A limit that only a guess met keeps nothing from being sent.
    service.onPoll = (taskId) => completedTask(taskId)
    enqueue(app, connection)
    await eventually(() => service.posts.length === 2)
  })
})

describe('an id that only looks like one', () => {
  test('is uncertain once every known path was tried in vain; nothing is sent again, but by the user', async () => {
    const service = await startLone('/nowhere')
    const app = await openFast()
    enqueue(app, await connect(app, service.baseUrl))
    await statesBecome(app, { uncertain: 1 })
    const job = only(allJobs(app))
    expect(job).toMatchObject({ billed: 'maybe', error: { code: 'taskUnproven' } })
    expect(job.actions).toContain('sendAgain')
    // So that a start takes what is sent again for just that, not for a request whose answer is still to be read.
    expect(app.db.get('SELECT outcome FROM attempts')).toEqual({ outcome: 'uncertain' })
    await app.stop()
    const again = await openFast({ folder: app.folder })
    expect(only(allJobs(again)).state).toBe('uncertain')
    expect(service.posts).toHaveLength(1)
    service.onPost = () => ({ body: { task_id: 'task-9', status: 'pending' } })
    service.onPoll = (taskId) => completedTask(taskId)
    await again.queue.act([job.id], 'sendAgain')
    expect(only(allJobs(again)).taskId).not.toBe(job.taskId)
    await statesBecome(again, { done: 1 })
    expect(service.posts).toHaveLength(2)
  })

  test('can be asked for again, for free: at a path that was typed since, it is a task like any other', async () => {
    const service = await startLone('/hidden')
    const app = await openFast()
    const connection = await connect(app, service.baseUrl, { prices: { m: 3 } })
    enqueue(app, connection)
    await statesBecome(app, { uncertain: 1 })
    const job = only(allJobs(app))
    expect(job.actions.slice(0, 2)).toEqual(['retryDownload', 'sendAgain'])
    const { id, ...draft } = connectionOf(app)
    await app.connections.save(id, { ...draft, taskPath: '/hidden/{id}' }, null)
    await app.queue.act([job.id], 'retryDownload')
    await statesBecome(app, { done: 1 })
    expect(service.posts).toHaveLength(1)
    expect(only(allJobs(app))).toMatchObject({ billed: 'yes', error: null })
    expect(app.db.get('SELECT outcome FROM attempts')).toEqual({ outcome: 'accepted' })
  })

  test('counts as uncertain for the breaker, until a poll knows it', async () => {
    const service = await startLone('/nowhere')
    let isOpen = false
    service.onPoll = (taskId) => (isOpen ? completedTask(taskId) : missing)
    const app = await openFast()
    const connection = await connect(app, service.baseUrl)
    for (let count = 0; count < 5; count++) enqueue(app, connection)
    await eventually(() => connectionOf(app).hold?.error.code === 'breakerTripped')
    expect(service.posts).toHaveLength(3)
    isOpen = true
    await statesBecome(app, { done: 5 })
    expect(connectionOf(app).hold).toBeNull()
    expect(service.posts).toHaveLength(5)
  })
})
