import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import type { PollVerdict } from '../../../electron/core/service/verdict'
import { task, taskReading, unknownTask } from '../../support/scriptedClient'
import { type Bench, calm, openBench, pass } from './bench'
import { allJobs, connect, deliverReady, enqueue, states } from './queueHarness'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

const refused: PollVerdict = { kind: 'hold', error: appError('keyRefused') }
const running = (taskId: string) => task(taskReading('running', { taskId }))
const done = (taskId: string) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))

/** Two batches of tasks that run, one after the other; names the tasks of each. */
async function runTwo(bench: Bench, count: number, between = async () => {}) {
  const connection = await connect(bench, 'https://service.test', { backgroundSlots: 50 })
  enqueue(bench, connection, { n: count })
  await pass(bench, 10 * second)
  await between()
  const former = allJobs(bench).map(({ id }) => `task-${id}`)
  enqueue(bench, connection)
  await pass(bench, 20 * second)
  expect(states(bench)).toEqual({ running: count + 1 })
  const own = allJobs(bench)
    .map(({ id }) => `task-${id}`)
    .filter((id) => !former.includes(id))
  return { connection, former, own }
}

const holdOf = (bench: Bench) => bench.connections.list()[0]?.hold ?? null
const doubtOf = (bench: Bench) =>
  bench.db.all<{ doubt: string | null }>('SELECT doubt FROM jobs ORDER BY rowid').map(({ doubt }) => doubt)

describe('a task that the service refuses for good', () => {
  test('holds back none of the others, also after a restart, and is said to be unknown', async () => {
    const bench = await openBench()
    const { own, connection } = await runTwo(bench, 1)
    const answer = (taskId: string) => (own.includes(taskId) ? running(taskId) : refused)
    bench.client.onPoll = answer
    await pass(bench, 3 * minute)
    expect(holdOf(bench)).toBeNull()
    expect(doubtOf(bench)).toEqual(['unknown', null])
    await bench.stop()

    const again = await openBench(bench.folder, { at: bench.clock.now() })
    again.client.onPoll = answer
    await pass(again, 5 * minute)
    expect(holdOf(again)).toBeNull()
    enqueue(again, connection)
    await calm()
    expect(again.client.sent).toHaveLength(1)
    again.client.onPoll = done
    await pass(again, hour, minute)
    expect(deliverReady(again)).toBe(3)
  })

  test('doesn’t hide that the key is refused by now', async () => {
    const bench = await openBench()
    const { own } = await runTwo(bench, 1)
    bench.client.onPoll = (taskId) => (own.includes(taskId) ? running(taskId) : refused)
    await pass(bench, 3 * minute)
    bench.client.onPoll = () => refused
    await pass(bench, minute)
    expect(holdOf(bench)).toMatchObject({ error: { code: 'keyRefused' }, polls: true })
    const polls = bench.client.polled.length
    await pass(bench, 12 * hour, minute)
    expect(bench.client.polled.length - polls).toBeLessThan(20)
  })

  test('is of another account: many such ones don’t hold back a task of the key in use', async () => {
    const bench = await openBench()
    const { former, own } = await runTwo(bench, 40, async () => {
      const [connection] = bench.connections.list()
      if (connection !== undefined) await bench.connections.save(connection.id, connection, 'sk-other')
    })
    bench.client.onPoll = (taskId, _, key) =>
      key === 'sk-test' || former.includes(taskId) ? refused : running(taskId)
    await pass(bench, 10 * minute)
    expect(holdOf(bench)).toBeNull()
    const polls = bench.client.polled.filter((id) => own.includes(id)).length
    await pass(bench, minute)
    expect(bench.client.polled.filter((id) => own.includes(id)).length).toBeGreaterThan(polls)
  })
})

describe('a key that was replaced', () => {
  test('is kept though it was refused once: its task may be known to it alone', async () => {
    const bench = await openBench()
    bench.connections.start()
    const connection = await connect(bench, 'https://service.test')
    enqueue(bench, connection)
    await calm()
    await bench.connections.save(connection.id, connection, 'sk-other')
    const keys = () => bench.db.all('SELECT id FROM keys').length
    let isRefused = true
    bench.client.onPoll = (taskId, _, key) => {
      if (key !== 'sk-test') return unknownTask
      const answer = isRefused ? refused : running(taskId)
      isRefused = false
      return answer
    }
    await pass(bench, minute)
    expect(keys()).toBe(2)
    expect(doubtOf(bench)).toEqual([null])
    bench.client.onPoll = (taskId, _, key) => (key === 'sk-test' ? done(taskId) : unknownTask)
    await pass(bench, minute)
    expect(deliverReady(bench)).toBe(1)
    await pass(bench, minute)
    expect(keys()).toBe(1)
  })
})
