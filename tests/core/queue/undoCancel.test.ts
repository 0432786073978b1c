import { setImmediate as nextTurn } from 'node:timers/promises'
import { appError } from '@shared/errors'
import { cancelUndoMs } from '@shared/model/press'
import { describe, expect, test } from 'vitest'
import { type Bench, calm, holdAnswers, openBench, pass } from './bench'
import { count, enqueueBig, failAll, failedSet } from './bigQueue'
import { expectCounted } from './countedRows'
import { type Call, callOf, pressOf, worldOf } from './pressed'
import { allJobs, connect, draft, enqueue, openQueue, states } from './queueHarness'

interface Scene extends Bench {
  readonly call: Call
  readonly connectionId: string
  /** Of `jobs` requests that differ. */
  readonly batchId: string
}

/** A paused queue with one batch. */
async function scene(jobs = 4): Promise<Scene> {
  const bench = await openBench()
  bench.queue.pause()
  const connection = await connect(bench, 'https://service.test')
  const names = Array.from({ length: jobs }, (_, at) => `fern ${at}`)
  const batchId = enqueue(bench, connection, { prompt: `{${names.join('|')}}` })
  return { ...bench, call: callOf(bench), connectionId: connection.id, batchId }
}

const cancel = async ({ call, batchId }: Scene): Promise<number> =>
  pressOf(await call('batches.cancel', { id: batchId }))

/** Its one request is being sent; returns what then answers that it could not be. */
async function sendingUnsent(one: Scene): Promise<() => void> {
  const { client, queue } = one
  client.onSubmit = () => ({ kind: 'unsent', error: appError('connectionRefused'), hold: true })
  const answer = holdAnswers(client)
  queue.resume()
  await calm()
  expect(states(one)).toEqual({ sending: 1 })
  return answer
}

describe('a cancel that is taken back', () => {
  test('leaves everything as if it had not happened, and sends nothing itself', async () => {
    const one = await scene()
    one.db.run('UPDATE jobs SET not_before = 77, error_json = :error WHERE rowid = 2', {
      error: JSON.stringify(appError('rateLimited')),
    })
    const before = worldOf(one)
    const press = await cancel(one)
    expect(states(one)).toEqual({ cancelled: 4 })
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 4, left: 0 })
    expect(worldOf(one)).toEqual(before)
    expectCounted(one.db)
    await calm()
    expect(one.client.sent).toEqual([])
  })

  test('sends the requests once the queue may', async () => {
    const one = await scene(2)
    const press = await cancel(one)
    one.queue.resume()
    await one.call('presses.takeBack', { press })
    await calm()
    expect(states(one)).toEqual({ running: 2 })
    expect(new Set(one.client.sent).size).toBe(2)
  })

  test('of one request brings back that one', async () => {
    const one = await scene()
    const before = worldOf(one)
    const [job] = allJobs(one)
    const answer = await one.call('jobs.act', { ids: [job?.id ?? ''], action: 'cancel' })
    expect(await one.call('presses.takeBack', { press: pressOf(answer) })).toEqual({ done: 1, left: 0 })
    expect(worldOf(one)).toEqual(before)
  })

  test('leaves out requests that were queued anew since, as many as were', async () => {
    const one = await scene()
    const press = await cancel(one)
    one.queue.enqueue(one.connectionId, draft({ prompt: 'fern 2' }), { first: false })
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 3, left: 1 })
    const waiting = allJobs(one).filter(({ state }) => state === 'queued')
    expect(waiting.map(({ request }) => request.prompt)).toEqual(['fern 0', 'fern 1', 'fern 3', 'fern 2'])
    expectCounted(one.db)
  })

  test('knows a request that was queued anew after an edit, or with other fields of its connection', async () => {
    const one = await scene(1)
    const { variables: _, ...asked } = draft({
      prompt: 'fern 0',
      mode: 'direct',
      extra: [{ name: 'quality', value: 'high' }],
    })
    const [job] = allJobs(one)
    await one.call('jobs.edit', { id: job?.id ?? '', draft: asked })
    const anew = () => one.queue.enqueue(one.connectionId, { ...asked, variables: {} }, { first: false })
    const first = await cancel(one)
    const { batchId } = anew()
    expect(await one.call('presses.takeBack', { press: first })).toEqual({ done: 0, left: 1 })

    const press = pressOf(await one.call('batches.cancel', { id: batchId }))
    const added = JSON.stringify({ background: [], direct: [{ name: 'seed', value: '7' }] })
    one.db.run('UPDATE connections SET extra_json = :added', { added })
    anew()
    expect(allJobs(one).at(-1)?.request.connectionExtra).toEqual([{ name: 'seed', value: '7' }])
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 0, left: 1 })
  })

  test('brings back requests of a batch that was not queued anew after all', async () => {
    const one = await scene()
    const press = await cancel(one)
    const batch = { id: 'table', connectionId: one.connectionId, jobs: 2, first: false }
    const anew = one.queue.beginBatch(batch)
    const job = { images: 1, mode: 'background', row: null, name: null } as const
    for (const prompt of ['fern 1', 'fern 2']) anew.add([{ ...job, request: { model: 'm', prompt } }])
    while (!one.queue.removeHalfWritten('table', 1)) await nextTurn()
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 4, left: 0 })
    expectCounted(one.db)
  })

  test('counts a request as queued anew only while it is cancelled', async () => {
    const one = await scene()
    const first = await cancel(one)
    await one.call('presses.takeBack', { press: first })
    one.queue.enqueue(one.connectionId, draft({ prompt: 'fern 2' }), { first: false })
    expect(await one.call('presses.doAgain', { press: first })).toEqual({ done: 4, left: 0 })
    expect(await one.call('presses.takeBack', { press: first })).toEqual({ done: 4, left: 0 })
  })

  test('leaves out requests whose connection was removed', async () => {
    const one = await scene()
    const press = await cancel(one)
    await one.connections.remove(one.connectionId)
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 0, left: 4 })
    expect(states(one)).toEqual({ cancelled: 4 })
  })

  test('leaves cancelled what a later cancel is about too, which brings it back with its own', async () => {
    const one = await scene()
    const before = worldOf(one)
    const [job] = allJobs(one)
    const first = pressOf(await one.call('jobs.act', { ids: [job?.id ?? ''], action: 'cancel' }))
    const all = pressOf(await one.call('queue.cancelWaiting', null))
    expect(await one.call('presses.takeBack', { press: first })).toEqual({ done: 0, left: 1 })
    expect(states(one)).toEqual({ cancelled: 4 })
    expect(await one.call('presses.takeBack', { press: all })).toEqual({ done: 4, left: 0 })
    expect(worldOf(one)).toEqual(before)
  })

  test('lets a request that was being sent go on as if it hadn’t been cancelled', async () => {
    const one = await scene(1)
    const answer = await sendingUnsent(one)
    const press = await cancel(one)
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 0, left: 0 })
    answer()
    await calm()
    expect(states(one)).toEqual({ queued: 1 })
  })

  test('brings back a request that was being sent and was dropped when it came back unsent', async () => {
    const one = await scene(1)
    const answer = await sendingUnsent(one)
    const press = await cancel(one)
    answer()
    await calm()
    expect(states(one)).toEqual({ cancelled: 1 })
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 1, left: 0 })
    expect(one.db.get('SELECT state, dropped FROM jobs')).toEqual({ state: 'queued', dropped: 0 })
    expectCounted(one.db)
  })

  test('is refused once its time is over, and after a restart', async () => {
    const one = await scene()
    const late = await cancel(one)
    await pass(one, cancelUndoMs, 10_000)
    expect(await one.call('presses.takeBack', { press: late })).toMatchObject({ done: 4 })
    await one.call('presses.doAgain', { press: late })
    await pass(one, cancelUndoMs + 5_000, 5_000)
    await expect(one.call('presses.takeBack', { press: late })).rejects.toThrow('undoTooLate')

    const again = await scene()
    const press = await cancel(again)
    await again.stop()
    const next = callOf(await openQueue({ folder: again.folder }))
    await expect(next('presses.takeBack', { press })).rejects.toThrow('undoTooLate')
  })

  test('happens once, however often it is pressed', async () => {
    const one = await scene()
    const press = await cancel(one)
    const presses = Array.from({ length: 20 }, () => one.call('presses.takeBack', { press }))
    const answers = await Promise.allSettled(presses)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(states(one)).toEqual({ queued: 4 })
    await expect(one.call('presses.takeBack', { press })).rejects.toThrow('undoTooLate')
  })

  test('is announced when the batch ends after all', async () => {
    const one = await scene(2)
    const ends: unknown[] = []
    one.queue.onBatchDone((end) => ends.push(end))
    const press = await cancel(one)
    await calm()
    expect(one.db.get('SELECT notified_at IS NULL AS open FROM batches')).toEqual({ open: 0 })
    await one.call('presses.takeBack', { press })
    expect(one.db.get('SELECT notified_at IS NULL AS open FROM batches')).toEqual({ open: 1 })
    one.db.run("UPDATE jobs SET state = 'failed', ended_at = 1")
    await cancelAll(one)
    expect(ends).toEqual([])
  })

  test('asks about old requests if sending could have resumed meanwhile', async () => {
    const one = await scene()
    one.db.run('UPDATE jobs SET created_at = 1')
    one.queue.holdSends('storage', appError('storageUnwritable'))
    one.queue.resume()
    const press = await cancel(one)
    one.queue.suspend()
    one.queue.wake()
    await calm()
    one.queue.holdSends('storage', null)
    await one.call('presses.takeBack', { press })
    await calm()
    expect(one.queue.overview(9).question).not.toBeNull()
    expect(one.client.sent).toEqual([])
  })
})

const cancelAll = ({ call }: Scene) => call('queue.cancelWaiting', null)

describe('a cancel that is done again', () => {
  test('acts on those of its requests that still wait, and on those that another cancelled since', async () => {
    const one = await scene()
    const press = await cancel(one)
    await one.call('presses.takeBack', { press })
    const [job] = allJobs(one)
    await one.call('jobs.act', { ids: [job?.id ?? ''], action: 'cancel' })
    one.queue.enqueue(one.connectionId, draft({ prompt: 'a moss' }), { first: false })
    expect(await one.call('presses.doAgain', { press })).toEqual({ done: 4, left: 0 })
    expect(states(one)).toEqual({ cancelled: 4, queued: 1 })
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 3, left: 1 })
    expectCounted(one.db)
  })

  test('is refused while it stands', async () => {
    const one = await scene()
    const press = await cancel(one)
    await expect(one.call('presses.doAgain', { press })).rejects.toThrow('undoTooLate')
  })

  test('that changed nothing has no press', async () => {
    const one = await scene()
    await cancel(one)
    expect(await one.call('batches.cancel', { id: one.batchId })).toEqual({
      cancelled: 0,
      arriving: 0,
      press: null,
    })
  })
})

describe('a cancel of very many requests', () => {
  test('is taken back while it is carried out: nothing is cancelled afterwards', async () => {
    const one = await scene()
    const before = worldOf(one)
    const big = enqueueBig(one, one.connectionId, 'big')
    const all = worldOf(one)
    const cancelling = one.queue.presses.give('cancel', async (press) => {
      const cancelled = one.queue.cancelBatch(big, press)
      expect(states(one).cancelled).toBeLessThan(count)
      const back = one.call('presses.takeBack', { press })
      expect(await cancelled).toMatchObject({ cancelled: count })
      expect(await back).toEqual({ done: count, left: 0 })
    })
    await cancelling
    expect(before.jobs).toHaveLength(4)
    expect(worldOf(one)).toEqual(all)
    expectCounted(one.db)
  })

  test('tells how many paid retries it ended, which don’t come back', async () => {
    const one = await openBench()
    one.queue.pause()
    const { id } = await connect(one, 'https://service.test')
    const failed = enqueueBig(one, id, 'failed')
    failAll(one)
    const call = callOf(one)
    const retrying = one.queue.act([], 'retryAsNew', [failedSet(failed)])
    const { cancelled, press } = await call('queue.cancelWaiting', null)
    expect(await retrying).toBe(cancelled)
    expect(cancelled).toBeLessThan(count)
    expect(await call('presses.takeBack', { press: pressOf({ press }) })).toEqual({
      done: cancelled,
      left: count - cancelled,
    })
    expect(states(one)).toEqual({ failed: count, queued: cancelled })
  })

  test('gives way to a cancel that is pressed while it is taken back', async () => {
    const one = await scene()
    const big = enqueueBig(one, one.connectionId, 'big')
    const press = pressOf(await one.call('batches.cancel', { id: big }))
    const back = one.call('presses.takeBack', { press })
    const all = await one.call('queue.cancelWaiting', null)
    const { done, left } = await back
    expect(done + left).toBe(count)
    expect(states(one)).toEqual({ cancelled: count + 4 })
    expect(await one.call('presses.takeBack', { press: pressOf(all) })).toEqual({ done: count + 4, left: 0 })
    expect(states(one)).toEqual({ queued: count + 4 })
    expectCounted(one.db)
  })
})
