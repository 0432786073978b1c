import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { task, taskReading } from '../../support/scriptedClient'
import { type Bench, calm, openBench, pass, runOne } from './bench'
import { completedTask, type Poll, pendingTask, type Reply, startLoopbackService } from './loopbackService'
import {
  allJobs,
  connect,
  deliverAlways,
  deliverReady,
  draft,
  enqueue,
  only,
  openQueue,
  type QueueHarness,
  states,
  statesBecome,
} from './queueHarness'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const refused = { kind: 'hold', error: appError('keyRefused') } as const
const done = (taskId: string) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))

const unauthorized: Reply = { status: 401, body: { error: { message: 'This key is not known.' } } }
const running = (id: string): Reply => ({ body: { task_id: id, status: 'running' } })

/** A service that knows one key, and answers polls with that key only. */
const knows =
  (key: string, answer: (id: string) => Reply = completedTask) =>
  (id: string, _: number, poll: Poll): Reply =>
    poll.key === key ? answer(id) : unauthorized

/** What is shown of a job that can't go on because it lacks its connection. */
const stranded = (code: string) => ({
  attention: { code: 'removedRefused', params: { connection: 'Service', code } },
})

function connectionOf({ db }: QueueHarness): string {
  return only(db.all<{ id: string }>('SELECT id FROM connections')).id
}

/** Enters a key again, as the dialog does. */
async function giveKey({ connections }: QueueHarness, id: string, key: string): Promise<void> {
  const connection = connections.list().find((one) => one.id === id)
  if (connection === undefined) throw new Error('it is not listed')
  await connections.save(id, connection, key)
}

/** One job whose task runs at the service while its connection is gone. */
async function runRemoved(bench: Bench): Promise<string> {
  const id = await runOne(bench)
  await bench.connections.remove(connectionOf(bench))
  return id
}

test('what waits for a connection, and what runs there, is counted by connection', async () => {
  const bench = await openBench()
  await runOne(bench)
  const id = connectionOf(bench)
  bench.queue.pause()
  for (let request = 0; request < 2; request++) bench.queue.enqueue(id, draft(), { first: false })
  expect(bench.queue.unfinished(id)).toEqual({ waiting: 2, running: 1, needsYou: 0 })
  expect(bench.queue.unfinished('another')).toEqual({ waiting: 0, running: 0, needsYou: 0 })
})

describe('a task of a removed connection', () => {
  test.each(['keyRefused', 'creditExhausted', 'certificateUntrusted'] as const)(
    'is polled less and less often after %s, needs the user, and still arrives',
    async (code) => {
      const bench = await openBench()
      const id = await runRemoved(bench)
      bench.client.onPoll = () => ({ kind: 'hold', error: appError(code) })
      await pass(bench, minute)
      const quick = bench.client.polled.length
      expect(quick).toBeGreaterThanOrEqual(3)
      expect(quick).toBeLessThanOrEqual(9)
      expect(bench.queue.find(id)).toMatchObject({ state: 'running', ...stranded(code) })
      expect(bench.queue.find(id)?.actions).toEqual(['restoreConnection', 'retryDownload', 'stopWaiting'])
      expect(bench.queue.overview(5).counts).toMatchObject({ needsYou: 1, running: 0 })
      await pass(bench, 24 * hour, minute)
      expect(bench.client.polled.length - quick).toBeGreaterThanOrEqual(20)
      expect(bench.client.polled.length - quick).toBeLessThanOrEqual(40)

      bench.client.onPoll = done
      await pass(bench, 2 * hour, minute)
      expect(deliverReady(bench)).toBe(1)
      expect(bench.queue.find(id)).toMatchObject({ state: 'done', attention: null })
    },
  )

  test('is polled although the connection was held when it was removed, also after a restart', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    bench.client.onPoll = () => refused
    await pass(bench, minute)
    expect(bench.client.polled).toHaveLength(1)
    await bench.connections.remove(connectionOf(bench))
    await pass(bench, minute)
    expect(bench.client.polled.length).toBeGreaterThan(1)
    await bench.stop()

    const again = await openBench(bench.folder, { at: bench.clock.now() })
    again.client.onPoll = done
    await pass(again, minute)
    expect(deliverReady(again)).toBe(1)
    expect(again.queue.find(id)?.state).toBe('done')
  })

  test('keeps its key while waiting is stopped, also across a restart, and arrives once it is waited for', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    await bench.queue.act([id], 'stopWaiting')
    await bench.connections.remove(connectionOf(bench))
    await pass(bench, minute)
    await bench.stop()

    const again = await openBench(bench.folder, { at: bench.clock.now() })
    await pass(again, minute)
    expect(again.db.all('SELECT id FROM keys')).toHaveLength(1)
    again.client.onPoll = done
    await again.queue.act([id], 'waitAgain')
    await pass(again, minute)
    expect(deliverReady(again)).toBe(1)
    expect(again.queue.find(id)?.state).toBe('done')
  })

  test('that an earlier version held for good is polled again, also once the connection is restored', async () => {
    const bench = await openBench()
    const id = await runRemoved(bench)
    const hold = JSON.stringify({ error: appError('creditExhausted'), since: 1, polls: true })
    bench.db.run('UPDATE connections SET hold_json = :hold', { hold })
    await bench.stop()

    const again = await openBench(bench.folder, { at: bench.clock.now() })
    again.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
    await pass(again, minute)
    expect(again.client.polled.length).toBeGreaterThan(2)
    again.connections.restore(connectionOf(again))
    expect(only(again.connections.list()).hold).toBeNull()
    again.client.onPoll = done
    await pass(again, minute)
    expect(deliverReady(again)).toBe(1)
    expect(again.queue.find(id)?.state).toBe('done')
  })

  test('goes on at once when the connection is restored and given a new key', async () => {
    const bench = await openBench()
    enqueue(bench, await connect(bench, 'https://service.test'), { n: 3 })
    await calm()
    const connection = connectionOf(bench)
    bench.client.onPoll = () => refused
    await bench.connections.remove(connection)
    await pass(bench, 12 * hour, minute)
    const [first] = allJobs(bench)
    expect(await bench.queue.act([first?.id ?? ''], 'restoreConnection')).toBe(1)
    await pass(bench, 10 * second)
    // It is in Settings again, and held: anyone who looks there is asked for a key.
    expect(only(bench.connections.list())).toMatchObject({
      name: 'Service',
      hold: { error: { code: 'keyRefused' }, polls: true },
    })
    expect(allJobs(bench).map(({ attention }) => attention)).toEqual([null, null, null])

    bench.client.onPoll = done
    await giveKey(bench, connection, 'sk-new')
    await pass(bench, 11 * second)
    expect(deliverReady(bench)).toBe(3)
    expect(states(bench)).toEqual({ done: 3 })
  })

  test('is polled with the key it was sent with, and with the latest one once that is refused', async () => {
    const service = await startLoopbackService()
    service.onPoll = knows('sk-test', running)
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    await statesBecome(queue, { running: 1 })
    await giveKey(queue, connection.id, 'sk-last')
    await queue.connections.remove(connection.id)
    service.onPoll = knows('sk-last')
    await statesBecome(queue, { done: 1 })
    expect([...new Set(service.polls.map(({ key }) => key))]).toEqual(['sk-test', 'sk-last'])
  })

  test('keeps its only key when that is refused: the service may accept it again', async () => {
    const service = await startLoopbackService()
    service.onPoll = running
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    await statesBecome(queue, { running: 1 })
    service.onPoll = () => unauthorized
    await queue.connections.remove(connection.id)
    await eventually(() => only(allJobs(queue)).attention !== null)
    expect(only(allJobs(queue))).toMatchObject(stranded('keyRefused'))
    service.onPoll = knows('sk-test')
    await statesBecome(queue, { done: 1 })
  })

  test('whose key is gone needs the user, who can restore the connection and type one', async () => {
    const service = await startLoopbackService()
    service.onPoll = knows('sk-new')
    const queue = await openQueue()
    deliverAlways(queue)
    service.onPost = () => completedTask('task-1', ['https://files.test/0.png', null])
    const connection = await connect(queue, service.baseUrl, { fullBackground: true })
    enqueue(queue, connection, { n: 2 })
    await statesBecome(queue, { done: 1 })
    await queue.connections.remove(connection.id)
    const { id } = only(allJobs(queue))
    expect(await queue.queue.act([id], 'retryDownload')).toBe(1)
    await eventually(() => queue.queue.find(id)?.attention !== null)
    expect(queue.queue.find(id)).toMatchObject({ state: 'saving', ...stranded('keyMissing') })
    expect(queue.queue.find(id)?.actions).toContain('restoreConnection')

    await queue.queue.act([id], 'restoreConnection')
    await eventually(() => only(queue.connections.list()).hold?.error.code === 'keyMissing')
    expect(only(queue.connections.list()).keyState).toBe('missing')
    service.onPoll = knows('sk-new', () =>
      completedTask('task-1', ['https://files.test/0.png', 'https://files.test/1.png']),
    )
    await giveKey(queue, connection.id, 'sk-new')
    await statesBecome(queue, { done: 1 })
    expect(queue.queue.find(id)).toMatchObject({ saved: 2, attention: null })
  })
})

describe('a task at an address its connection no longer has', () => {
  test('holds nothing when there is no key for it, and arrives when the address and the key are back', async () => {
    const before = await startLoopbackService()
    before.onPost = () => completedTask('task-1', ['https://files.test/0.png', null])
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, before.baseUrl, { fullBackground: true })
    enqueue(queue, connection, { n: 2 })
    await statesBecome(queue, { done: 1 })
    const now = await startLoopbackService()
    await queue.connections.save(connection.id, { ...connection, baseUrl: now.baseUrl }, 'sk-now')
    const { id } = only(allJobs(queue))
    await queue.queue.act([id], 'retryDownload')
    await eventually(() => queue.queue.find(id)?.attention !== null)
    expect(queue.queue.find(id)).toMatchObject({
      state: 'saving',
      attention: { code: 'movedRefused', params: { connection: 'Service', code: 'keyMissing' } },
    })
    now.onPost = () => pendingTask('task-2')
    enqueue(queue, connection)
    await statesBecome(queue, { done: 1, saving: 1 })
    expect(only(queue.connections.list()).hold).toBeNull()
    expect([...new Set(now.polls.map(({ taskId }) => taskId))]).toEqual(['task-2'])

    before.onPoll = knows('sk-back', () =>
      completedTask('task-1', ['https://files.test/0.png', 'https://files.test/1.png']),
    )
    await queue.connections.save(connection.id, connection, 'sk-back')
    await queue.queue.act([id], 'retryDownload')
    await statesBecome(queue, { done: 2 })
    expect(queue.queue.find(id)).toMatchObject({ saved: 2, attention: null })
  })
})

describe('a request that was open when its connection was removed', () => {
  test.each([
    ['that comes back unsent', { kind: 'unsent', error: appError('connectionRefused'), hold: false }],
    ['that is refused for its key', { kind: 'unsent', error: appError('keyRefused'), hold: true }],
    ['that is to wait', { kind: 'limited', error: appError('rateLimited'), retryAfterMs: minute }],
  ] as const)('and %s is cancelled: nothing can send it any more', async (_, verdict) => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    let answer = () => {}
    const { readSubmit } = bench.client
    bench.client.onSubmit = () => verdict
    bench.client.readSubmit = async (...given) => {
      await new Promise<void>((resolve) => {
        answer = resolve
      })
      return readSubmit(...given)
    }
    enqueue(bench, connection)
    await calm()
    expect(states(bench)).toEqual({ sending: 1 })
    await bench.connections.remove(connection.id)
    answer()
    await pass(bench, minute)
    expect(states(bench)).toEqual({ cancelled: 1 })
    expect(only(allJobs(bench)).items).toMatchObject([{ state: 'abandoned' }])
    expect(bench.connections.find(connection.id)?.hold).toBeNull()
  })

  test('counts as known to the service: without an answer the user decides, with the connection restored', async () => {
    const service = await startLoopbackService()
    service.onPost = () => 'reset'
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    await statesBecome(queue, { uncertain: 1 })
    expect(queue.queue.unfinished(connection.id)).toEqual({ waiting: 0, running: 0, needsYou: 1 })
    await queue.connections.remove(connection.id)
    const { id, actions } = only(allJobs(queue))
    expect(actions).toEqual(['settle', 'restoreConnection'])
    await queue.queue.act([id], 'restoreConnection')
    service.onPost = () => pendingTask('task-1')
    expect(await queue.queue.act([id], 'sendAgain')).toBe(1)
    await statesBecome(queue, { done: 1 })
    expect(service.posts.map(({ key }) => key)).toEqual(['sk-test', 'sk-test'])
  })
})

describe('an image that is served only with the key', () => {
  const keyless = appError('keyMissing', { params: { name: 'Service' } })

  async function setBackForKey(bench: Bench): Promise<string> {
    bench.client.onPoll = done
    const id = await runOne(bench)
    await pass(bench, 2 * second)
    const notBefore = () => bench.clock.now() + minute
    const { queue } = bench
    queue.itemSetBack(id, 0, { kind: 'later', notBefore: notBefore(), error: keyless })
    await calm()
    return id
  }

  test('holds its connection if that has none, and is fetched as soon as there is one', async () => {
    const bench = await openBench()
    const id = await setBackForKey(bench)
    const connection = connectionOf(bench)
    expect(only(bench.connections.list()).hold).toMatchObject({ error: keyless, polls: false })
    expect(bench.queue.readyItems(1)).toEqual([])
    await giveKey(bench, connection, 'sk-new')
    await calm()
    expect(bench.queue.readyItems(1)).toHaveLength(1)
    deliverReady(bench)
    expect(bench.queue.find(id)?.state).toBe('done')
  })

  test('needs the user once the connection is removed, and is fetched when it is restored with a key', async () => {
    const bench = await openBench()
    bench.client.onPoll = done
    const id = await runRemoved(bench)
    await pass(bench, 2 * second)
    const notBefore = bench.clock.now() + minute
    bench.queue.itemSetBack(id, 0, { kind: 'later', notBefore, error: keyless })
    expect(bench.queue.find(id)).toMatchObject({ state: 'saving', ...stranded('keyMissing') })
    expect(bench.queue.find(id)?.actions).toEqual(['restoreConnection', 'retryDownload', 'giveUp'])
    await bench.queue.act([id], 'restoreConnection')
    await calm()
    expect(bench.queue.readyItems(1)).toHaveLength(1)
    deliverReady(bench)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', attention: null })
  })
})

describe('a key', () => {
  test('in use that is refused as well holds its connection, where an older one was refused before', async () => {
    const service = await startLoopbackService()
    service.onPoll = knows('sk-test', running)
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection)
    await statesBecome(queue, { running: 1 })
    await giveKey(queue, connection.id, 'sk-last')
    service.onPoll = () => unauthorized
    await eventually(() => only(queue.connections.list()).hold?.error.code === 'keyRefused')
    expect(service.polls.at(-1)?.key).toBe('sk-last')
  })

  test('that is new is used at once for a task that was polled only once an hour', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    await pass(bench, 12 * hour, minute)
    bench.client.onPoll = () => refused
    const connection = connectionOf(bench)
    while (bench.connections.find(connection)?.hold?.polls !== true) await pass(bench, minute, minute)
    bench.client.onPoll = done
    await giveKey(bench, connection, 'sk-new')
    await pass(bench, 11 * second)
    deliverReady(bench)
    expect(bench.queue.find(id)?.state).toBe('done')
  })
})
