import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { task, taskReading, unknownTask } from '../../support/scriptedClient'
import { calm, openBench, pass, runOne } from './bench'
import { allJobs, connect, deliverReady, enqueue, states } from './queueHarness'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

describe('polling a task', () => {
  test('happens after 1 s and then less and less often, down to every 10 s', async () => {
    const bench = await openBench()
    await runOne(bench)
    await pass(bench, 0.9 * second, 100)
    expect(bench.client.polled).toHaveLength(0)
    await pass(bench, 0.3 * second, 100)
    expect(bench.client.polled).toHaveLength(1)
    await pass(bench, 40 * second)
    expect(bench.client.polled.length).toBeGreaterThanOrEqual(8)
    expect(bench.client.polled.length).toBeLessThanOrEqual(18)
    const before = bench.client.polled.length
    await pass(bench, 5 * minute)
    expect(bench.client.polled.length - before).toBeLessThanOrEqual(33)
    expect(bench.client.polled.length - before).toBeGreaterThanOrEqual(27)
  })

  test('writes nothing when nothing changed', async () => {
    const bench = await openBench()
    await runOne(bench)
    const before = bench.changes.revision('queue')
    const changes = bench.db.get<{ count: number }>('SELECT total_changes() AS count')
    await pass(bench, 30 * second)
    expect(bench.client.polled.length).toBeGreaterThan(5)
    expect(bench.db.get('SELECT total_changes() AS count')).toEqual(changes)
    expect(bench.changes.revision('queue')).toBe(before)
  })

  test('goes on after a bug, for which the log names the place but not the message', async () => {
    const bench = await openBench()
    await runOne(bench)
    bench.client.onPoll = () => {
      throw new SyntaxError('Unexpected token in "a fern with sk-secret"')
    }
    await pass(bench, 3 * second)
    expect(bench.logger.lines[0]).toMatchObject({
      level: 'error',
      event: 'queue.pollFailed',
      fields: { name: 'SyntaxError' },
    })
    expect(JSON.stringify(bench.logger.lines)).not.toContain('sk-secret')
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await pass(bench, 10 * second)
    expect(states(bench)).toEqual({ saving: 1 })
  })

  test('a finished item is ready at once, while its siblings still run, and the slot stays taken', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', {
      fullBackground: true,
      backgroundSlots: 1,
    })
    enqueue(bench, connection, { n: 2 })
    enqueue(bench, connection)
    await calm()
    bench.client.onPoll = (taskId) => task(taskReading('running', { taskId, urls: ['https://files.test/0'] }))
    await pass(bench, 2 * second)
    expect(bench.queue.readyItems(10)).toMatchObject([{ index: 0, url: 'https://files.test/0', tries: 0 }])
    expect(deliverReady(bench)).toBe(1)
    expect(states(bench)).toEqual({ running: 1, queued: 1 })
    const both = ['https://files.test/0', 'https://files.test/1']
    bench.client.onPoll = (taskId, count) =>
      task(count === 2 ? taskReading('done', { taskId, urls: both }) : taskReading('running', { taskId }))
    await pass(bench, 3 * second)
    expect(deliverReady(bench)).toBe(1)
    await calm()
    expect(allJobs(bench)[0]).toMatchObject({ state: 'done', saved: 2, error: null })
    expect(states(bench)).toEqual({ done: 1, running: 1 })
  })

  test('a failed task ends the job with the service’s message', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    const error = appError('taskFailed', { retry: 'paid', detail: { words: 'out of memory' } })
    bench.client.onPoll = () => ({ kind: 'failed', error })
    await pass(bench, 2 * second)
    expect(bench.queue.find(id)).toMatchObject({
      state: 'failed',
      billed: 'maybe',
      error,
      actions: ['retryDownload', 'retryAsNew'],
    })
    const polls = bench.client.polled.length
    await pass(bench, minute)
    expect(bench.client.polled).toHaveLength(polls)
  })

  test('a failed task can be asked again for free: what it said may have been a mistake', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    const error = appError('taskFailed', { retry: 'paid' })
    bench.client.onPoll = () => ({ kind: 'failed', error })
    await pass(bench, 2 * second)
    await bench.queue.act([id], 'retryDownload')
    await pass(bench, 20 * second)
    expect(bench.queue.find(id)).toMatchObject({ state: 'failed', error: { code: 'taskFailed' } })
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await bench.queue.act([id], 'retryDownload')
    await pass(bench, 20 * second)
    deliverReady(bench)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 1 })
    expect(bench.client.sent).toHaveLength(1)
  })

  test('an unknown task is polled quickly for a minute, then slower, and needs the user after a day', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    bench.client.onPoll = () => unknownTask
    await pass(bench, minute)
    const quick = bench.client.polled.length
    expect(quick).toBeGreaterThan(8)
    await pass(bench, 9 * minute, 5 * second)
    expect(bench.client.polled.length - quick).toBeLessThan(25)
    await pass(bench, 22 * hour, minute)
    expect(bench.queue.find(id)).toMatchObject({ state: 'running', attention: null })
    await pass(bench, 4 * hour, minute)
    expect(bench.queue.find(id)).toMatchObject({
      state: 'running',
      attention: { code: 'taskUnknown' },
      actions: ['retryDownload', 'stopWaiting'],
    })
    expect(bench.queue.overview(5).counts).toMatchObject({ needsYou: 1, running: 0 })

    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    expect(await bench.queue.act([id], 'retryDownload')).toBe(1)
    await pass(bench, second)
    deliverReady(bench)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', attention: null })
  })

  test.each(['answerHtml', 'answerText'] as const)(
    'a task reported only as %s needs the user, until it is reported otherwise',
    async (code) => {
      const bench = await openBench()
      const id = await runOne(bench)
      bench.client.onPoll = () => ({
        kind: 'retry',
        error: appError(code, { retry: 'free' }),
        retryAfterMs: null,
      })
      await pass(bench, 30 * minute, second)
      expect(bench.queue.find(id)).toMatchObject({
        state: 'running',
        attention: { code: 'taskUnreadable', params: { code }, retry: 'free' },
        actions: ['retryDownload', 'stopWaiting'],
      })
      bench.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
      await pass(bench, 60 * minute, 5 * second)
      expect(bench.queue.find(id)).toMatchObject({ state: 'running', attention: null })
      expect(bench.client.sent).toHaveLength(1)
    },
  )

  test('a task that can’t be polled while the network is down does not', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    bench.client.onPoll = () => ({ kind: 'retry', error: appError('offline'), retryAfterMs: null })
    await pass(bench, 30 * minute, second)
    expect(bench.queue.find(id)).toMatchObject({ state: 'running', attention: null })
  })

  test('progress that falls or is missing is shown at its highest value so far', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    const shown: unknown[] = []
    for (const progress of [40, 10, null, 0, 70]) {
      bench.client.onPoll = (taskId) => task(taskReading('running', { taskId, progress }))
      await pass(bench, 10 * second)
      shown.push(bench.queue.find(id)?.progress)
    }
    expect(shown).toEqual([40, 40, 40, 40, 70])
  })

  test('a task that turns up again within the grace period is treated like any other', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    bench.client.onPoll = (taskId, count) =>
      count < 4 ? unknownTask : task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await pass(bench, 10 * second)
    deliverReady(bench)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done' })
  })

  test('finished without an image for ten minutes, it needs the user, and may still bring the image', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    const imageless = taskReading('unknown', { error: appError('taskWithoutImage', { retry: 'free' }) })
    bench.client.onPoll = () => task(imageless)
    await pass(bench, 9 * minute, 5 * second)
    expect(bench.queue.find(id)?.attention).toBeNull()
    await pass(bench, 2 * minute, 5 * second)
    expect(bench.queue.find(id)).toMatchObject({ state: 'running', attention: { code: 'taskWithoutImage' } })
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await pass(bench, 5 * minute, 5 * second)
    expect(deliverReady(bench)).toBe(1)
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', attention: null })
  })

  test('an overdue task gives up its slot, is polled less and less, and needs the user after a week', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', { backgroundSlots: 1 })
    enqueue(bench, connection, { n: 6 })
    await calm()
    await pass(bench, 9 * minute, 10 * second)
    expect(states(bench)).toEqual({ running: 1, queued: 5 })
    await pass(bench, 2 * minute, 10 * second)
    expect(states(bench)).toEqual({ running: 2, queued: 4 })
    await pass(bench, hour, minute)
    // At most three times as many tasks as slots.
    expect(states(bench)).toEqual({ running: 3, queued: 3 })
    await pass(bench, 6 * hour, 5 * minute)
    const before = bench.client.polled.length
    await pass(bench, 6 * hour, 5 * minute)
    expect(bench.client.polled.length - before).toBeLessThanOrEqual(3 * 7)
    await pass(bench, 7 * day, hour)
    expect(allJobs(bench)[0]).toMatchObject({ state: 'running', attention: { code: 'taskOverdue' } })
  })

  test('the user can stop waiting and start waiting again', async () => {
    const bench = await openBench()
    const id = await runOne(bench)
    await pass(bench, 5 * second)
    expect(await bench.queue.act([id], 'stopWaiting')).toBe(1)
    await calm()
    const polls = bench.client.polled.length
    await pass(bench, 5 * minute)
    expect(bench.client.polled).toHaveLength(polls)
    expect(bench.queue.find(id)).toMatchObject({ waitingStopped: true, actions: ['waitAgain'] })
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    expect(await bench.queue.act([id], 'waitAgain')).toBe(1)
    await pass(bench, 11 * second)
    deliverReady(bench)
    expect(bench.queue.find(id)?.state).toBe('done')
  })

  test('hundreds of tasks are polled within the connection’s rate', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', {
      backgroundSlots: 300,
      pollsPerSecond: 10,
    })
    enqueue(bench, connection, { n: 300 })
    await pass(bench, second)
    expect(states(bench)).toEqual({ running: 300 })
    expect(bench.clock.waiting()).toBeLessThanOrEqual(4)
    const before = bench.client.polled.length
    await pass(bench, 20 * second, 50)
    expect(bench.client.polled.length - before).toBeGreaterThanOrEqual(190)
    expect(bench.client.polled.length - before).toBeLessThanOrEqual(211)
    // No task starves: the one that waited longest goes first.
    expect(new Set(bench.client.polled).size).toBe(bench.client.polled.length)
  })

  test('goes on while another service answers nothing', async () => {
    const bench = await openBench()
    const slow = await connect(bench, 'https://slow.test', { name: 'Slow', backgroundSlots: 80 })
    enqueue(bench, slow, { n: 80 })
    await pass(bench, minute)
    expect(states(bench)).toEqual({ running: 80 })
    const silent = new Set(allJobs(bench).map(({ id }) => `task-${id}`))
    enqueue(bench, await connect(bench, 'https://quick.test', { name: 'Quick' }))
    await calm()
    const open: (() => void)[] = []
    bench.client.onPoll = (taskId) => {
      const answer = task(taskReading('running', { taskId }))
      return silent.has(taskId) ? new Promise((resolve) => open.push(() => resolve(answer))) : answer
    }
    await pass(bench, minute)
    const before = bench.client.polled.length
    await pass(bench, 5 * minute)
    expect(bench.client.polled.length - before).toBeGreaterThanOrEqual(27)
    bench.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
    for (const answer of open) answer()
  })

  test('after sleep, late tasks are spread out and polled soon', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', {
      pollsPerSecond: 100,
      backgroundSlots: 50,
    })
    enqueue(bench, connection, { n: 50 })
    await pass(bench, 5 * minute, 10 * second)
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    bench.queue.wake()
    await pass(bench, 20 * second)
    deliverReady(bench)
    expect(states(bench)).toEqual({ done: 50 })
  })
})
