import { setImmediate as nextTurn } from 'node:timers/promises'
import { appError } from '@shared/errors'
import { afterEach, describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { createScriptedClient } from '../../support/scriptedClient'
import { memorySecrets } from '../../support/testPorts'
import { count, enqueueBig, failAll, failedSet, finished, isDone, job, killed } from './bigQueue'
import { expectCounted } from './countedRows'
import {
  allJobs,
  connect,
  enqueue,
  only,
  openQueue,
  type QueueHarness,
  type QueueOptions,
  states,
} from './queueHarness'

const harnesses: QueueHarness[] = []
afterEach(() => {
  for (const { db } of harnesses.splice(0)) expectCounted(db)
})

/** A paused queue with a big batch that failed. */
async function world(options: QueueOptions = {}) {
  const harness = await openQueue(options)
  harness.queue.pause()
  const connection = await connect(harness, 'https://service.test')
  const failed = enqueueBig(harness, connection.id, 'failed')
  failAll(harness)
  harnesses.push(harness)
  return { ...harness, connection, failed }
}
type World = Awaited<ReturnType<typeof world>>

/** What follows a kill at this moment. */
async function afterKill({ folder, stop }: World, options: QueueOptions): Promise<QueueHarness> {
  const copy = killed(folder)
  await stop()
  const harness = await openQueue({ ...options, folder: copy })
  harnesses.splice(0, harnesses.length, harness)
  return harness
}

const retryAll = ({ queue, failed }: World) => queue.act([], 'retryAsNew', [failedSet(failed)])

/** Jobs of a batch by state. */
const statesOf = ({ db }: QueueHarness, batchId: string) =>
  Object.fromEntries(
    db
      .all<{ state: string; jobs: number }>(
        'SELECT state, count(*) AS jobs FROM jobs WHERE batch_id = :batchId GROUP BY state',
        { batchId },
      )
      .map(({ state, jobs }) => [state, jobs]),
  )

describe('a paid retry that is still being queued', () => {
  const cancels = {
    everything: ({ queue }: World) => queue.cancelWaiting(),
    'its batch': ({ queue, failed }: World) => queue.cancelBatch(failed),
  } as const

  test.each(Object.entries(cancels))('ends when %s is cancelled', async (_, cancel) => {
    const harness = await world()
    const retrying = retryAll(harness)
    await nextTurn()
    await cancel(harness)
    const done = await retrying
    await finished(harness)
    expect(done).toBeLessThan(count)
    expect(states(harness)).toEqual({ failed: count, cancelled: done })
  })

  test.each(Object.entries(cancels))(
    'does not come back after a kill once %s was cancelled',
    async (_, cancel) => {
      const secrets = memorySecrets()
      const first = await world({ secrets })
      const retrying = retryAll(first)
      await cancel(first)
      const service = createScriptedClient()
      const second = await afterKill(first, { service, secrets })
      await retrying
      const { cancelled } = states(second)
      await finished(second)
      second.queue.resume()
      const other = enqueue(second, first.connection, { prompt: 'other' })
      await eventually(() => service.sent.length > 0, { what: 'a request' })
      expect(states(second)).toMatchObject({ failed: count, cancelled })
      expect(
        second.db.all('SELECT DISTINCT batch_id AS id FROM jobs WHERE sent_at > :count', { count }),
      ).toEqual([{ id: other }])
    },
  )

  test('goes on in the batches that weren’t cancelled', async () => {
    const harness = await world()
    const other = enqueueBig(harness, harness.connection.id, 'other')
    failAll(harness)
    const retrying = harness.queue.act([], 'retryAsNew', [failedSet(other), failedSet(harness.failed)])
    await harness.queue.cancelBatch(harness.failed)
    expect(await retrying).toBe(count)
    expect(statesOf(harness, other)).toEqual({ failed: count, queued: count })
    expect(statesOf(harness, harness.failed)).toEqual({ failed: count })
  })

  test('is not carried on by another command before an earlier run’s commands are reviewed', async () => {
    const secrets = memorySecrets()
    const first = await world({ secrets })
    enqueueBig(first, first.connection.id, 'waiting')
    const retrying = retryAll(first)
    const second = await afterKill(first, { secrets, started: false })
    await retrying
    const { queued } = states(second)
    await second.queue.prioritize('waiting', 'high')
    await second.queue.place('batch', 'waiting', { to: 'top' })
    expect(states(second).queued).toBe(queued)
    second.bulk.start()
    await finished(second)
    expect(states(second).queued).toBe(2 * count)
  })

  test('ends when the computer slept too long in the middle of it', async () => {
    const clock = createFakeClock(Date.now())
    const harness = await world({ clock })
    const retrying = retryAll(harness)
    clock.set(72 * 3_600_000)
    const done = await retrying
    expect(done).toBeLessThan(count)
    expect(states(harness)).toEqual({ failed: count, queued: done })
    expect(isDone(harness)).toBe(true)
  })

  test('leaves out what was under way when it was asked for', async () => {
    const inner = createScriptedClient()
    const problem = appError('answerTimeout', { retry: 'maybeTwice' })
    inner.onSubmit = () => ({ kind: 'uncertain', error: problem })
    const answers: (() => void)[] = []
    const service = {
      ...inner,
      async send(...args: Parameters<typeof inner.send>) {
        await new Promise<void>((resolve) => {
          answers.push(resolve)
        })
        return inner.send(...args)
      },
    }
    const harness = await openQueue({ service })
    harnesses.push(harness)
    const { queue, db } = harness
    const connection = await connect(harness, 'https://service.test')
    enqueue(harness, connection, { prompt: 'open' })
    await eventually(() => answers.length === 1, { what: 'a request on the wire' })
    const open = only(allJobs(harness))
    queue.pause()
    const batchId = enqueueBig(harness, connection.id, 'outage')
    db.run(
      `UPDATE jobs SET state = 'uncertain', error_json = :error, billed = 'maybe',
         sent_at = (SELECT max(sent_at) FROM jobs) - 100000 + 100 * rowid WHERE batch_id = :batchId`,
      { batchId, error: JSON.stringify(problem) },
    )
    const [fold] = queue.overview(9).folds
    const sending = queue.act([], 'sendAgain', fold ? [fold.jobs] : [])
    for (const answer of answers) answer()
    await eventually(() => queue.find(open.id)?.state === 'uncertain', { what: 'its end' })
    expect(await sending).toBe(count)
    expect(queue.find(open.id)?.state).toBe('uncertain')
  })

  test('repeats none of its own requests, whatever the clock says', async () => {
    const clock = createFakeClock(Date.now())
    const service = createScriptedClient()
    const codes = ['serviceFailed', 'taskFailed', 'moderated'] as const
    service.onSubmit = (_, n) => ({
      kind: 'failed',
      error: appError(codes[n % 3] ?? 'serviceFailed', { retry: 'paid' }),
    })
    const harness = await world({ clock, service })
    harness.db.run('UPDATE jobs SET ended_at = :at + rowid', { at: clock.now() - 3_600_000 })
    harness.queue.resume()
    const set = { set: 'failed', batchId: harness.failed, code: null, from: 0, until: clock.now() } as const
    let isOpen = true
    const retrying = harness.queue.act([], 'retryAsNew', [set]).finally(() => {
      isOpen = false
    })
    clock.set(-60_000)
    while (isOpen) {
      clock.advance(50)
      await nextTurn()
    }
    expect(await retrying).toBe(count)
    expect(service.sent.length).toBeGreaterThan(0)
  })
})

describe('a cancel of everything', () => {
  async function writingWorld() {
    const harness = await world()
    enqueueBig(harness, harness.connection.id, 'waiting')
    const { id } = harness.connection
    const writing = harness.queue.beginBatch({ id: 'import', connectionId: id, jobs: 1000, first: false })
    const add = () =>
      harness.db.transaction(() => writing.add(Array.from({ length: 500 }, () => job('import'))))
    add()
    return { ...harness, writing, add }
  }

  test('leaves alone an import that is being written, which then waits as it should', async () => {
    const harness = await writingWorld()
    enqueue(harness, harness.connection, { prompt: 'behind its first part' })
    const cancelling = harness.queue.cancelWaiting()
    harness.add()
    harness.writing.finish('import')
    const waiting = () => harness.queue.overview(9).waiting.find(({ name }) => name === 'import')
    expect(waiting()?.gate.kind).toBe('paused')
    expect(await cancelling).toEqual({ cancelled: count + 1, arriving: 0 })
    expect(statesOf(harness, 'import')).toEqual({ queued: 1000 })
  })

  test('leaves alone what is queued after an import was taken back', async () => {
    const harness = await writingWorld()
    const cancelling = harness.queue.cancelWaiting()
    while (!harness.queue.removeHalfWritten('import', 500));
    const later = enqueue(harness, harness.connection, { n: 3, prompt: 'later' })
    await cancelling
    expect(statesOf(harness, later)).toEqual({ queued: 3 })
  })

  test('does not take a request with it that is to be sent again meanwhile', async () => {
    const harness = await world()
    harness.db.run("UPDATE jobs SET state = 'uncertain', ended_at = NULL WHERE rowid = 7")
    enqueueBig(harness, harness.connection.id, 'waiting')
    const [uncertain] = harness.queue.overview(9).needsYou
    const id = uncertain?.id ?? ''
    const cancelling = harness.queue.cancelWaiting()
    expect(await harness.queue.act([id], 'sendAgain')).toBe(0)
    await cancelling
    expect(harness.queue.find(id)?.state).toBe('uncertain')
    expect(await harness.queue.act([id], 'sendAgain')).toBe(1)
  })
})
