import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { hurriedClock } from '../../support/fakeClock'
import { completedTask, directImages, pendingTask, type Reply, startLoopbackService } from './loopbackService'
import { allJobs, connect, deliverAlways, enqueue, only, openQueue, statesBecome } from './queueHarness'

/** Most of the time passes before the first poll of a task. */
const clock = hurriedClock
const running = (id: string): Reply => ({ body: { task_id: id, status: 'running' } })
const refusal: Reply = { status: 401, body: { error: { code: 'invalid_api_key' } } }

/** A connection with one running task and, with its only slot taken, two waiting jobs. */
async function oneRunsTwoWait() {
  const service = await startLoopbackService()
  service.onPoll = running
  const queue = await openQueue({ clock })
  deliverAlways(queue)
  const connection = await connect(queue, service.baseUrl, { backgroundSlots: 1 })
  enqueue(queue, connection, { n: 3 })
  await statesBecome(queue, { queued: 2, running: 1 })
  await eventually(() => service.polls.length > 0)
  return { service, queue, connection }
}

describe('a connection with work under way', () => {
  test('whose key is replaced polls its tasks with the old key and sends with the new one', async () => {
    const { service, queue, connection } = await oneRunsTwoWait()
    await queue.connections.save(connection.id, connection, 'sk-new')
    const asked = service.polls.length
    await eventually(() => service.polls.length > asked)
    expect(new Set(service.polls.map(({ key }) => key))).toEqual(new Set(['sk-test']))
    service.onPoll = (id) => completedTask(id)
    await statesBecome(queue, { done: 3 })
    expect(service.posts.map(({ key }) => key)).toEqual(['sk-test', 'sk-new', 'sk-new'])
    for (const { taskId, key } of service.polls) expect(key).toBe(taskId === 'task-1' ? 'sk-test' : 'sk-new')
  })

  test('whose replaced key is refused continues automatically with the new one', async () => {
    const { service, queue, connection } = await oneRunsTwoWait()
    await queue.connections.save(connection.id, connection, 'sk-new')
    service.onPoll = (id, _, { key }) => (key === 'sk-new' ? completedTask(id) : refusal)
    await statesBecome(queue, { done: 3 })
    expect(queue.connections.find(connection.id)?.hold).toBeNull()
  })

  test('whose key is replaced while a request with the old one is refused sends it again with the new', async () => {
    const service = await startLoopbackService()
    let answer: (reply: Reply) => void = () => {}
    service.onPost = (_, count) =>
      count > 1
        ? pendingTask('task')
        : new Promise((resolve) => {
            answer = resolve
          })
    const queue = await openQueue({ clock })
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    await eventually(() => service.posts.length === 1)
    await queue.connections.save(connection.id, connection, 'sk-new')
    answer(refusal)
    await statesBecome(queue, { done: 1 })
    expect(service.posts.map(({ key }) => key)).toEqual(['sk-test', 'sk-new'])
  })

  test('whose prefix is changed polls its tasks where they were sent and sends to the new one', async () => {
    const { service, queue, connection } = await oneRunsTwoWait()
    await queue.connections.save(connection.id, { ...connection, pathPrefix: '/v1' }, null)
    service.onPoll = (id) => completedTask(id)
    await statesBecome(queue, { done: 3 })
    expect(service.posts.map(({ path }) => path.replace('/images/generations', ''))).toEqual([
      '/api/v1',
      '/v1',
      '/v1',
    ])
    for (const { taskId, path } of service.polls)
      expect(path).toBe(`${taskId === 'task-1' ? '/api/v1' : '/v1'}/images/tasks/${taskId}`)
  })

  test('whose prefix is changed before a refused request is sent again polls its task there', async () => {
    const service = await startLoopbackService()
    service.onPost = (_, count) => (count > 1 ? pendingTask('task') : refusal)
    service.onPoll = (id) => completedTask(id)
    const queue = await openQueue({ clock })
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    await eventually(() => queue.connections.find(connection.id)?.hold != null)
    await queue.connections.save(connection.id, { ...connection, pathPrefix: '/v1' }, 'sk-new')
    await statesBecome(queue, { done: 1 })
    expect(service.posts.map(({ path }) => path)).toEqual([
      '/api/v1/images/generations',
      '/v1/images/generations',
    ])
    for (const { path } of service.polls) expect(path).toBe('/v1/images/tasks/task')
  })

  test('can’t be moved to another origin until its jobs have ended, and then takes no key along', async () => {
    const { service, queue, connection } = await oneRunsTwoWait()
    const other = await startLoopbackService()
    const move = () => queue.connections.save(connection.id, { ...connection, baseUrl: other.baseUrl }, null)
    await expect(move()).rejects.toMatchObject({ error: { code: 'originLocked', params: { jobs: 3 } } })
    service.onPoll = (id) => completedTask(id)
    await statesBecome(queue, { done: 3 })
    expect((await move()).keyState).toBe('missing')
    expect(other.posts).toEqual([])
  })

  test('that is removed sees an open request’s answer, and its task, through to the end', async () => {
    const service = await startLoopbackService()
    let answer: (reply: Reply) => void = () => {}
    service.onPost = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const queue = await openQueue({ clock })
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection, { n: 2 })
    await eventually(() => service.posts.length === 1)
    await queue.connections.remove(connection.id)
    await statesBecome(queue, { sending: 1, cancelled: 1 })
    answer(pendingTask('late'))
    await statesBecome(queue, { done: 1, cancelled: 1 })
    expect(service.polls.every(({ key }) => key === 'sk-test')).toBe(true)
  })

  test('that is paused sends nothing more, and its tasks arrive', async () => {
    const { service, queue, connection } = await oneRunsTwoWait()
    queue.connections.setPaused(connection.id, true)
    service.onPoll = (id) => completedTask(id)
    await statesBecome(queue, { done: 1, queued: 2 })
    queue.queue.wake()
    expect(service.posts).toHaveLength(1)
    queue.connections.setPaused(connection.id, false)
    await statesBecome(queue, { done: 3 })
  })

  test('whose key is refused to a poll polls and sends no more, and goes on with a new key', async () => {
    const { service, queue, connection } = await oneRunsTwoWait()
    service.onPoll = (id, _, { key }) => (key === 'sk-new' ? completedTask(id) : refusal)
    const { hold } = await eventually(() => {
      const found = queue.connections.find(connection.id)
      return found?.hold ? found : null
    })
    expect(hold).toMatchObject({ error: { code: 'keyRefused' }, polls: true })
    const asked = service.polls.length
    queue.queue.wake()
    expect(service.polls).toHaveLength(asked)

    await queue.connections.save(connection.id, connection, 'sk-new')
    await statesBecome(queue, { done: 3 })
    expect(service.posts.map(({ key }) => key)).toEqual(['sk-test', 'sk-new', 'sk-new'])
  })
})

describe('a direct request that is open', () => {
  async function oneOpen() {
    const service = await startLoopbackService()
    let answer: (reply: Reply) => void = () => {}
    service.onPost = () =>
      new Promise((resolve) => {
        answer = resolve
      })
    const queue = await openQueue({ clock })
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    const batch = enqueue(queue, connection, { mode: 'direct' })
    await eventually(() => service.posts.length === 1)
    return { service, queue, batch, answer: (reply: Reply) => answer(reply) }
  }

  test('when the computer wakes is neither given up nor sent again', async () => {
    const { service, queue, answer } = await oneOpen()
    queue.queue.wake()
    expect(queue.queue.openDirectRequests()).toBe(1)
    answer(directImages(1))
    await statesBecome(queue, { done: 1 })
    expect(service.posts).toHaveLength(1)
  })

  test('whose connection broke during sleep is left to the user', async () => {
    const { service, queue, answer } = await oneOpen()
    answer('reset')
    await statesBecome(queue, { uncertain: 1 })
    queue.queue.wake()
    expect(only(allJobs(queue)).actions).toContain('sendAgain')
    expect(service.posts).toHaveLength(1)
  })

  test('is never given up by cancelling', async () => {
    const { service, queue, batch, answer } = await oneOpen()
    expect(await queue.queue.cancelBatch(batch)).toEqual({ cancelled: 0, arriving: 1 })
    expect(service.open()).toBe(1)
    answer(directImages(1))
    await statesBecome(queue, { done: 1 })
  })
})
