import { appError } from '@shared/errors'
import { expect, test } from 'vitest'
import type { PollVerdict } from '../../../electron/core/service/verdict'
import { task, taskReading } from '../../support/scriptedClient'
import { openBench, pass } from './bench'
import { connect, deliverReady, enqueue, states } from './queueHarness'

const second = 1000
const minute = 60 * second

const saysFailed: PollVerdict = {
  kind: 'saysFailed',
  error: appError('taskFailed', { retry: 'paid', detail: { words: 'status database unavailable' } }),
  retryAfterMs: null,
}

test('a failure that names no task and is said of several is the service’s: it ends none of them', async () => {
  const bench = await openBench()
  const connection = await connect(bench, 'https://service.test', { backgroundSlots: 50 })
  enqueue(bench, connection, { n: 5 })
  await pass(bench, 20 * second)
  expect(states(bench)).toEqual({ running: 5 })
  bench.client.onPoll = () => saysFailed
  await pass(bench, 8 * minute)
  expect(states(bench)).toEqual({ running: 5 })
  bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
  await pass(bench, 20 * minute)
  expect(deliverReady(bench)).toBe(5)
})

test('it ends them once it has been said for ten minutes', async () => {
  const bench = await openBench()
  const connection = await connect(bench, 'https://service.test', { backgroundSlots: 50 })
  enqueue(bench, connection, { n: 2 })
  await pass(bench, 20 * second)
  bench.client.onPoll = () => saysFailed
  await pass(bench, 9 * minute)
  expect(states(bench)).toEqual({ running: 2 })
  await pass(bench, 5 * minute)
  expect(states(bench)).toEqual({ failed: 2 })
})
