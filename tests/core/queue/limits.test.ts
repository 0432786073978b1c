import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { task, taskReading } from '../../support/scriptedClient'
import { type Bench, openBench, pass } from './bench'
import { allJobs, connect, enqueue, states } from './queueHarness'

const second = 1000
const minute = 60 * second

const inFlight = (bench: Bench) => states(bench).running ?? 0

/** Accepts no more than this many tasks at once; those passed in are done at their next poll. */
function takesAtOnce(bench: Bench, most: number): (jobIds: readonly string[]) => void {
  const running = new Set<string>()
  bench.client.onSubmit = (jobId) => {
    if (running.size >= most) return { kind: 'limited', error: appError('rateLimited'), retryAfterMs: second }
    running.add(`task-${jobId}`)
    return { kind: 'accepted', reading: taskReading('queued', { taskId: `task-${jobId}` }) }
  }
  bench.client.onPoll = (taskId) =>
    task(
      running.has(taskId)
        ? taskReading('running', { taskId })
        : taskReading('done', { taskId, urls: ['https://files.test/0'] }),
    )
  return (jobIds) => {
    for (const jobId of jobIds) running.delete(`task-${jobId}`)
  }
}

describe('a service that accepts no more requests (429)', () => {
  test('has fewer in flight from then on, and gradually more again', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', { backgroundSlots: 24, directSlots: 8 })
    const end = takesAtOnce(bench, 12)
    enqueue(bench, connection, { n: 100 })
    await pass(bench, 2 * second, 100)
    expect(inFlight(bench)).toBe(12)
    expect(bench.client.sent.length - 12).toBeLessThanOrEqual(4)

    // Seven or eight are allowed now, half of what was in flight and on its way.
    end(bench.client.sent.slice(0, 8))
    await pass(bench, 5 * second, 100)
    expect(inFlight(bench)).toBeGreaterThan(4)
    expect(inFlight(bench)).toBeLessThanOrEqual(8)
    await pass(bench, 2 * minute)
    expect(inFlight(bench)).toBe(12)
  })

  test('never counts that against a job', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test')
    bench.client.onSubmit = (jobId, count) =>
      count <= 50
        ? { kind: 'limited', error: appError('rateLimited'), retryAfterMs: 100 }
        : { kind: 'accepted', reading: taskReading('queued', { taskId: `task-${jobId}` }) }
    enqueue(bench, connection, { n: 3 })
    await pass(bench, 20 * minute, second)
    expect(states(bench)).toEqual({ running: 3 })
    expect(bench.connections.find(connection.id)?.hold).toBeNull()
    expect(allJobs(bench).map(({ error, billed }) => ({ error, billed }))).toEqual(
      Array.from({ length: 3 }, () => ({ error: null, billed: 'maybe' })),
    )
  })
})

describe('what is ready', () => {
  test('is fetched before anything new is sent', async () => {
    const bench = await openBench()
    const connection = await connect(bench, 'https://service.test', { backgroundSlots: 1 })
    const told: string[] = []
    bench.queue.onItemReady(() => void told.push(`fetch, ${bench.client.sent.length} sent`))
    enqueue(bench, connection, { n: 2 })
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    await pass(bench, 2 * second)
    expect(told).toEqual(['fetch, 1 sent'])
    expect(bench.client.sent).toHaveLength(2)
  })
})

describe('two connections whose slots are full while more waits', () => {
  test('are checked now and then, not over and over', async () => {
    const bench = await openBench()
    const read = bench.db.all
    let reads = 0
    // A check that starts the next one at once would block every timer, and the end of this test.
    const all: typeof read = (sql, params) => {
      if (++reads > 5000) throw new Error('looked over and over')
      return read(sql, params)
    }
    Object.assign(bench.db, { all })
    const one = await connect(bench, 'https://one.test', { backgroundSlots: 1 })
    const other = await connect(bench, 'https://other.test', { backgroundSlots: 1 })
    enqueue(bench, one, { n: 9 })
    await pass(bench, minute)
    enqueue(bench, other, { n: 9 })
    await pass(bench, minute)
    expect(inFlight(bench)).toBe(2)
  })
})
