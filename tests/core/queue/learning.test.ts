import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { appError } from '@shared/errors'
import type { ConnectionDraft } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import { task, taskReading } from '../../support/scriptedClient'
import { temporaryFolder } from '../../support/temporaryFolder'
import { type Bench, calm, openBench, pass } from './bench'
import { connect, deliverAlways, deliverReady, enqueue, states } from './queueHarness'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Every task finishes once it has run this long. */
function tasksTake(bench: Bench, ms: number): void {
  const begun = new Map<string, number>()
  bench.client.onSubmit = (jobId) => {
    begun.set(`task-${jobId}`, bench.clock.monotonic())
    return { kind: 'accepted', reading: taskReading('queued', { taskId: `task-${jobId}` }) }
  }
  bench.client.onPoll = (taskId) => {
    const isDone = bench.clock.monotonic() - (begun.get(taskId) ?? 0) >= ms
    return task(
      isDone
        ? taskReading('done', { taskId, urls: ['https://files.test/0'] })
        : taskReading('running', { taskId }),
    )
  }
}

async function openLearned(
  takes: number,
  changes: Partial<ConnectionDraft> = {},
): Promise<{ readonly bench: Bench; readonly connection: Awaited<ReturnType<typeof connect>> }> {
  const bench = await openBench()
  deliverAlways(bench)
  const connection = await connect(bench, 'https://service.test', { pollsPerSecond: 100, ...changes })
  tasksTake(bench, takes)
  enqueue(bench, connection, { n: 20 })
  await pass(bench, 2 * takes, takes / 100)
  expect(states(bench)).toEqual({ done: 20 })
  return { bench, connection }
}

const durations = ({ db }: Bench) =>
  db
    .all<{ model: string; ms: number }>('SELECT model, ms FROM task_durations ORDER BY number')
    .map(({ model, ms }) => ({ model, ms }))

describe('what is learned from durations', () => {
  test('after 20 of them a task is not polled before the shortest', async () => {
    const { bench, connection } = await openLearned(30 * second)
    for (const { ms } of durations(bench)) {
      expect(ms).toBeGreaterThan(27 * second)
      expect(ms).toBeLessThan(33 * second)
    }
    const before = bench.client.polled.length
    enqueue(bench, connection)
    await pass(bench, 26 * second, 200)
    expect(bench.client.polled).toHaveLength(before)
    await pass(bench, 10 * second, 200)
    expect(states(bench)).toEqual({ done: 21 })
    expect(bench.client.polled.length - before).toBeLessThanOrEqual(4)
  })

  test('it is per model: another is polled as before', async () => {
    const { bench, connection } = await openLearned(30 * second)
    const before = bench.client.polled.length
    enqueue(bench, connection, { model: 'other' })
    await pass(bench, 3 * second, 200)
    expect(bench.client.polled.length).toBeGreaterThan(before)
    expect(durations(bench).every(({ model }) => model === 'm')).toBe(true)
  })

  test('it outlasts a restart, which adds no time without the app to it', async () => {
    const folder = temporaryFolder()
    const first = await openBench(folder)
    tasksTake(first, 30 * second)
    enqueue(first, await connect(first, 'https://service.test'), { n: 3 })
    await pass(first, 20 * second)
    await first.stop()

    const again = await openBench(folder)
    again.clock.advance(hour)
    again.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await pass(again, minute)
    deliverReady(again)
    expect(states(again)).toEqual({ done: 3 })
    expect(durations(again)).toEqual([])
  })

  test('a failed task says nothing about the others', async () => {
    const bench = await openBench()
    enqueue(bench, await connect(bench, 'https://service.test'))
    await calm()
    bench.client.onPoll = () => ({ kind: 'failed', error: appError('taskFailed') })
    await pass(bench, 3 * second)
    expect(states(bench)).toEqual({ failed: 1 })
    expect(durations(bench)).toEqual([])
  })

  test('only the newest hundred are kept', async () => {
    const { bench, connection } = await openLearned(5 * second, { backgroundSlots: 100 })
    enqueue(bench, connection, { n: 100 })
    await pass(bench, 12 * second, 200)
    expect(states(bench)).toEqual({ done: 120 })
    expect(durations(bench)).toHaveLength(100)
  })

  test('a task gives up its slot after three times the longest', async () => {
    const { bench, connection } = await openLearned(40 * second)
    tasksTake(bench, hour)
    enqueue(bench, connection, { n: 21 })
    await pass(bench, 100 * second)
    expect(states(bench)).toEqual({ done: 20, running: 20, queued: 1 })
    await pass(bench, 60 * second)
    expect(states(bench)).toEqual({ done: 20, running: 21 })
  })
})

describe('a poll', () => {
  test('that changed nothing commits nothing', async () => {
    const folder = temporaryFolder()
    const bench = await openBench(folder)
    const connection = await connect(bench, 'https://service.test', { pollsPerSecond: 100 })
    enqueue(bench, connection, { n: 5 })
    bench.client.onPoll = (taskId, count) =>
      task(taskReading('running', { taskId, progress: count > 60 ? 50 : 10 }))
    await pass(bench, 5 * second)
    // Every commit is written to the log.
    const written = async () => {
      const { size, mtimeMs } = await stat(join(folder, 'cyanotype.db-wal'))
      return { size, mtimeMs }
    }
    const before = { log: await written(), polls: bench.client.polled.length }
    await pass(bench, 20 * second)
    expect(bench.client.polled.length).toBeGreaterThan(before.polls + 15)
    expect(bench.client.polled.length).toBeLessThan(60)
    expect(await written()).toEqual(before.log)
    await pass(bench, minute)
    expect(await written()).not.toEqual(before.log)
  })

  test('that was told to wait waits at least that long', async () => {
    const bench = await openBench()
    enqueue(bench, await connect(bench, 'https://service.test'))
    await calm()
    bench.client.onPoll = (taskId) => ({
      kind: 'task',
      reading: taskReading('running', { taskId }),
      retryAfterMs: minute,
    })
    await pass(bench, 5 * second)
    expect(bench.client.polled).toHaveLength(1)
    await pass(bench, 50 * second)
    expect(bench.client.polled).toHaveLength(1)
    await pass(bench, 10 * second)
    expect(bench.client.polled).toHaveLength(2)
  })
})
