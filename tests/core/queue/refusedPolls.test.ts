import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { task, taskReading } from '../../support/scriptedClient'
import { calm, openBench, pass, runOne } from './bench'
import { connect, deliverReady, enqueue, states } from './queueHarness'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

describe('a poll that is refused, or answered by an error', () => {
  test('429 on a poll silences the whole connection for the given time, and slows it', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    enqueue(bench, connection, { n: 3 })
    await calm()
    bench.client.onPoll = () => ({
      kind: 'limited',
      error: appError('rateLimited'),
      retryAfterMs: 5 * minute,
    })
    await pass(bench, 2 * second)
    const polls = bench.client.polled.length
    expect(polls).toBeLessThanOrEqual(3)
    enqueue(bench, connection)
    await pass(bench, 4 * minute)
    expect(bench.client.polled).toHaveLength(polls)
    expect(bench.client.sent).toHaveLength(3)
    bench.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
    await pass(bench, 2 * minute)
    expect(bench.client.polled.length).toBeGreaterThan(polls)
    expect(bench.client.sent).toHaveLength(4)
  })

  test('a request that is to wait for a day keeps the polls quiet for a minute, unless they are to wait, too', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    enqueue(bench, connection, { n: 4 })
    await pass(bench, 2 * second)
    const error = appError('rateLimited')
    bench.client.onSubmit = () => ({ kind: 'limited', error, retryAfterMs: 24 * hour })
    enqueue(bench, connection)
    await calm()
    const polls = bench.client.polled.length
    await pass(bench, 50 * second)
    expect(bench.client.polled).toHaveLength(polls)
    bench.client.onPoll = () => ({ kind: 'limited', error, retryAfterMs: 10 * minute })
    await pass(bench, 10 * minute)
    expect(bench.client.polled).toHaveLength(polls + 1)
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await pass(bench, 5 * minute)
    expect(states(bench)).toEqual({ saving: 4, queued: 1 })
    await pass(bench, hour, minute)
    expect(bench.client.sent).toHaveLength(5)
  })

  test('a refused key leaves one poll, less and less often, until there is another', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    enqueue(bench, connection, { n: 2 })
    await calm()
    bench.client.onPoll = () => ({ kind: 'hold', error: appError('keyRefused') })
    await pass(bench, 3 * second)
    const polls = bench.client.polled.length
    await pass(bench, 2 * hour, minute / 2)
    // After 1, 3, 7, 15, 31 and 63 minutes.
    expect(bench.client.polled.length - polls).toBe(6)
    await pass(bench, 10 * hour, minute)
    expect(bench.client.polled.length - polls).toBeLessThanOrEqual(18)
    expect(bench.connections.find(connection.id)?.hold).toMatchObject({ polls: true })
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await bench.connections.save(connection.id, connection, 'sk-new')
    await pass(bench, 11 * second)
    deliverReady(bench)
    expect(states(bench)).toEqual({ done: 2 })
  })

  test('a refused key that is taken again lets everything go on by itself', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    enqueue(bench, connection, { n: 2 })
    await calm()
    bench.client.onPoll = () => ({ kind: 'hold', error: appError('keyRefused') })
    await pass(bench, 3 * second)
    expect(bench.connections.find(connection.id)?.hold).toMatchObject({ error: { code: 'keyRefused' } })
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await pass(bench, 2 * minute, second)
    deliverReady(bench)
    expect(bench.connections.find(connection.id)?.hold).toBeNull()
    expect(states(bench)).toEqual({ done: 2 })
  })

  const ofUser = ['startSendsHeld', 'breakerTripped', 'imagesLost', 'creditExhausted'] as const
  test.each(ofUser.flatMap((code) => [['before', code] as const, ['after', code] as const]))(
    'a key that is taken again ends no hold that only the user may end, and which came %s the refusal: %s',
    async (order, code) => {
      const bench = await openBench()
      const connection = await connect(bench, 'https://service.test')
      enqueue(bench, connection)
      await calm()
      const hold = () => bench.connections.hold(connection.id, appError(code), { polls: false })
      const isPolled = () => bench.connections.find(connection.id)?.hold?.polls === false
      if (order === 'before') hold()
      bench.client.onPoll = () => ({ kind: 'hold', error: appError('keyRefused') })
      await pass(bench, 3 * second)
      if (order === 'after') hold()
      expect(isPolled()).toBe(false)
      bench.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
      enqueue(bench, connection)
      await pass(bench, 2 * minute, second)
      expect(isPolled()).toBe(true)
      expect(bench.connections.find(connection.id)?.hold).toMatchObject({ error: { code } })
      expect(bench.client.sent).toHaveLength(1)
    },
  )

  test('no credit holds what would be sent; polls go on', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', { backgroundSlots: 1 })
    enqueue(bench, connection, { n: 2 })
    await calm()
    const error = appError('creditExhausted', { retry: 'free' })
    bench.client.onPoll = () => ({ kind: 'noCredit', error, retryAfterMs: null })
    await pass(bench, minute, second)
    expect(bench.client.polled.length).toBeGreaterThan(3)
    expect(bench.connections.find(connection.id)?.hold).toMatchObject({
      error: { code: 'creditExhausted' },
      polls: false,
    })
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await pass(bench, 2 * minute, second)
    deliverReady(bench)
    expect(states(bench)).toEqual({ done: 1, queued: 1 })
    expect(bench.client.sent).toHaveLength(1)
  })

  test('a failure that may be a gateway’s ends a task once it came in the same words three times in a minute', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    let polls = 0
    const says = (words: string) => () => {
      polls++
      const error = appError('taskFailed', { retry: 'paid', detail: { words } })
      return { kind: 'saysFailed', error, retryAfterMs: null } as const
    }
    for (const words of ['upstream 1', 'upstream 2', 'upstream 3']) {
      bench.client.onPoll = says(words)
      polls = 0
      while (polls < 2) await pass(bench, second)
      expect(bench.queue.find(id)).toMatchObject({ state: 'running' })
    }
    bench.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
    await pass(bench, 2 * minute, second)
    bench.client.onPoll = says('it broke')
    await pass(bench, 50 * second, second)
    expect(bench.queue.find(id)).toMatchObject({ state: 'running' })
    await pass(bench, 5 * minute, second)
    expect(bench.queue.find(id)).toMatchObject({
      state: 'failed',
      billed: 'maybe',
      error: { code: 'taskFailed', detail: { words: 'it broke' } },
    })
  })

  test('an error in words is told after ten minutes, and ends nothing', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    const error = appError('moderated', { retry: 'free' })
    bench.client.onPoll = () => ({ kind: 'retry', error, retryAfterMs: null })
    await pass(bench, 9 * minute, second)
    expect(bench.queue.find(id)).toMatchObject({ state: 'running', attention: null })
    await pass(bench, 3 * minute, second)
    expect(bench.queue.find(id)).toMatchObject({
      state: 'running',
      attention: { code: 'taskAnsweredByErrors', params: { code: 'moderated' }, retry: 'free' },
    })
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await pass(bench, 2 * minute, second)
    deliverReady(bench)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', attention: null })
  })
})
