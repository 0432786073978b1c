import { expect, test } from 'vitest'
import { task, taskReading } from '../../support/scriptedClient'
import { openBench, pass, runOne, say, shown } from './bench'

const second = 1000

/** Ends the task with the next poll. */
const finish = (bench: Awaited<ReturnType<typeof openBench>>) => {
  say(bench, { status: 'completed', data: [shown('a')] })
  return pass(bench, 10 * second)
}

test('tells when a request was queued, sent and answered, and how often its task was asked about', async () => {
  const bench = await openBench()
  const id = await runOne(bench)
  const underway = bench.queue.history(id)
  expect(underway).toMatchObject({
    attemptCount: 1,
    attempts: [{ number: 1, outcome: 'accepted', error: null, polls: null }],
  })
  expect(underway?.attempts[0]?.startedAt).toBeGreaterThanOrEqual(underway?.queuedAt ?? Number.NaN)
  expect(underway?.attempts[0]?.answeredAt).toBeGreaterThanOrEqual(underway?.queuedAt ?? Number.NaN)

  await pass(bench, 20 * second)
  await finish(bench)
  const { length } = bench.client.polled
  expect(length).toBeGreaterThan(3)
  expect(bench.queue.history(id)?.attempts).toMatchObject([{ polls: length }])
})

test('polls that were only partly counted aren’t told', async () => {
  const first = await openBench()
  const id = await runOne(first)
  first.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
  await pass(first, 5 * second)
  await first.stop()

  const next = await openBench(first.folder, { at: first.clock.now() })
  await finish(next)
  expect(next.client.polled.length).toBeGreaterThan(0)
  expect(next.queue.history(id)?.attempts).toMatchObject([{ outcome: 'accepted', polls: null }])
})

test('polls aren’t told if the user stopped waiting in between', async () => {
  const bench = await openBench()
  const id = await runOne(bench)
  await pass(bench, 5 * second)
  await bench.queue.act([id], 'stopWaiting')
  await bench.queue.act([id], 'waitAgain')
  await finish(bench)
  expect(bench.queue.history(id)?.attempts).toMatchObject([{ polls: null }])
})

test('a job without a row has no history', async () => {
  const bench = await openBench()
  expect(bench.queue.history('gone')).toBeNull()
})
