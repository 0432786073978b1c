import { appError } from '@shared/errors'
import type { JobSet } from '@shared/model/jobSet'
import { describe, expect, test } from 'vitest'
import { task, taskReading } from '../../support/scriptedClient'
import { type Bench, calm, openBench, pass } from './bench'
import { allJobs, connect, deliverAlways, draft, enqueue, only, states } from './queueHarness'

const all = { text: '', offset: 0, limit: 50 }
const base = 'https://service.test'

const failedOf = (batchId: string): JobSet => ({
  set: 'failed',
  batchId,
  code: null,
  from: 0,
  until: Number.MAX_SAFE_INTEGER,
})

/** The prompts that were sent, in order. */
const sent = ({ client, queue }: Bench) => client.sent.map((id) => queue.find(id)?.request.prompt ?? '')

describe('the list of batches', () => {
  test('has all of them, newest first, in windows and filtered by words in their names', async () => {
    const bench = await openBench()
    bench.queue.pause()
    const connection = await connect(bench, base)
    for (const prompt of ['a harbour at dawn', 'a linen chair', 'The HARBOUR at night', 'ГАВАНЬ 100%']) {
      bench.clock.advance(1)
      enqueue(bench, connection, { prompt, n: 2 })
    }
    const names = (window: Partial<typeof all>) =>
      bench.queue.batches({ ...all, ...window }).rows.map(({ name }) => name)
    expect(names({})).toEqual(['ГАВАНЬ 100%', 'The HARBOUR at night', 'a linen chair', 'a harbour at dawn'])
    expect(names({ offset: 1, limit: 2 })).toEqual(['The HARBOUR at night', 'a linen chair'])
    expect(names({ text: ' at  harbour' })).toEqual(['The HARBOUR at night', 'a harbour at dawn'])
    expect(names({ text: '% гавань' })).toEqual(['ГАВАНЬ 100%'])
    expect(names({ text: '_' })).toEqual([])
    expect(bench.queue.batches({ ...all, limit: 1 })).toMatchObject({
      total: 4,
      rows: [{ jobs: 2, waiting: 2 }],
    })
  })

  test('leaves out a batch that is still being written', async () => {
    const bench = await openBench()
    const connection = await connect(bench, base)
    enqueue(bench, connection)
    bench.db.run('UPDATE batches SET sendable_at = NULL')
    expect(bench.queue.batches(all)).toMatchObject({ total: 0, rows: [] })
  })

  test('counts a retried job once, by the result of the retry', async () => {
    const bench = await openBench()
    bench.client.onSubmit = (_, count) =>
      count <= 2
        ? { kind: 'refused', error: appError(count === 1 ? 'requestRefused' : 'moderated') }
        : { kind: 'uncertain', error: appError('connectionLost') }
    const connection = await connect(bench, base, { prices: { m: 2 } })
    const batchId = enqueue(bench, connection, { n: 3 })
    await calm()
    const summary = () => only(bench.queue.batches(all).rows)
    expect(summary()).toMatchObject({ jobs: 3, failed: 2, retriable: 2, needsYou: 1, done: 0 })
    expect(await bench.queue.estimate([], [failedOf(batchId)])).toMatchObject([
      { cost: { requests: 2, credits: 4 } },
    ])
    bench.queue.pause()
    expect(await bench.queue.act([], 'retryAsNew', [failedOf(batchId)])).toBe(2)
    expect(summary()).toMatchObject({ jobs: 3, failed: 0, retriable: 0, needsYou: 1, waiting: 2 })
    expect(allJobs(bench)).toHaveLength(5)
    const uncertain = allJobs(bench).find(({ state }) => state === 'uncertain')
    await bench.queue.act([uncertain?.id ?? ''], 'settle')
    // Failed, but accepted as finished: it is not sent again with the others.
    expect(summary()).toMatchObject({ failed: 1, retriable: 0, needsYou: 0 })
    expect(summary().cost.waiting).toMatchObject({ requests: 2, credits: 4 })
  })
})

describe('a batch', () => {
  test('keeps the name a user gave it, whatever changes in its request', async () => {
    const bench = await openBench()
    bench.queue.pause()
    const connection = await connect(bench, base)
    const named = enqueue(bench, connection, { prompt: 'a fern' })
    enqueue(bench, connection, { prompt: 'a moss' })
    bench.queue.renameBatch(named, 'For the cover')
    for (const job of allJobs(bench)) bench.queue.edit(job.id, draft({ prompt: 'a lily' }))
    expect(bench.queue.overview(9).waiting.map(({ name }) => name)).toEqual(['For the cover', 'a lily'])
  })

  test('that is paused is not sent, even after a restart, and delays nothing behind it', async () => {
    let bench = await openBench()
    bench.queue.pause()
    const connection = await connect(bench, base)
    const paused = enqueue(bench, connection, { prompt: 'paused', n: 3 })
    const direct = enqueue(bench, connection, { prompt: 'paused too', mode: 'direct' })
    enqueue(bench, connection, { prompt: 'direct', mode: 'direct' })
    enqueue(bench, connection, { prompt: 'one' })
    enqueue(bench, connection, { prompt: 'two' })
    for (const id of [paused, direct]) bench.queue.pauseBatch(id, true)
    await bench.stop()
    bench = await openBench(bench.folder, { at: bench.clock.now() })
    bench.queue.resume()
    await pass(bench, 2_000)
    expect(sent(bench)).toEqual(['direct', 'one', 'two'])
    expect(bench.queue.overview(9).waiting).toMatchObject([
      { id: paused, paused: true, waiting: 3 },
      { id: direct, paused: true, waiting: 1 },
    ])
    bench.queue.pauseBatch(paused, false)
    await pass(bench, 2_000)
    expect(sent(bench).slice(3)).toEqual(['paused', 'paused', 'paused'])
  })

  test('that is paused still receives what was already sent', async () => {
    const bench = await openBench()
    deliverAlways(bench)
    const connection = await connect(bench, base, { backgroundSlots: 1 })
    const batchId = enqueue(bench, connection, { n: 2 })
    await calm()
    bench.queue.pauseBatch(batchId, true)
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/1'] }))
    await pass(bench, 30_000)
    expect(states(bench)).toEqual({ done: 1, queued: 1 })
  })

  test('that is paused raises no question after a long wait, and is sent at once when it is resumed', async () => {
    let bench = await openBench()
    bench.queue.pause()
    const connection = await connect(bench, base)
    const batchId = enqueue(bench, connection)
    bench.queue.pauseBatch(batchId, true)
    await bench.stop()
    bench = await openBench(bench.folder, { at: bench.clock.now() + 100 * 3_600_000 })
    bench.queue.resume()
    await calm()
    expect(bench.queue.overview(9).question).toBeNull()
    bench.queue.pauseBatch(batchId, false)
    await calm()
    expect(sent(bench)).toEqual(['a fern'])
  })
})

describe('the queue restricted to a batch', () => {
  test('shows only its own jobs, and how many elsewhere need the user', async () => {
    const bench = await openBench()
    const connection = await connect(bench, base)
    const one = enqueue(bench, connection, { prompt: 'one', n: 2 })
    await pass(bench, 1_000)
    bench.queue.pause()
    const lost = enqueue(bench, connection, { prompt: 'lost', n: 7 })
    bench.db.run(
      "UPDATE jobs SET state = 'uncertain', sent_at = 1, error_json = :error WHERE batch_id = :lost",
      { lost, error: JSON.stringify(appError('connectionLost')) },
    )
    const whole = bench.queue.overview(40)
    expect(whole).toMatchObject({ batch: null, needsYouElsewhere: 0, counts: { needsYou: 7, running: 2 } })
    expect(bench.queue.overview(40, one)).toMatchObject({
      batch: { id: one, name: 'one', jobs: 2, running: 2 },
      counts: { needsYou: 0, running: 2, waiting: 0, stopped: 0, finished: 0 },
      needsYouElsewhere: 7,
      waitedFor: 2,
      needsYou: [],
      folds: [],
    })
    const ofLost = bench.queue.overview(40, lost)
    expect(ofLost).toMatchObject({ needsYouElsewhere: 0, counts: { needsYou: 7, running: 0 }, running: [] })
    expect(ofLost.folds).toMatchObject([{ jobs: { set: 'needsYou', batchId: lost }, count: 7 }])
    expect(
      await bench.queue.act(
        [],
        'settle',
        ofLost.folds.map(({ jobs }) => jobs),
      ),
    ).toBe(7)
    expect(bench.queue.overview(40, 'gone')).toMatchObject({ batch: null, counts: { finished: 0 } })
  })

  test('lists all its finished jobs, however old, whether cleared or not', async () => {
    const bench = await openBench()
    bench.client.onSubmit = () => ({ kind: 'refused', error: appError('requestRefused') })
    const connection = await connect(bench, base)
    const batchId = enqueue(bench, connection, { n: 2 })
    await calm()
    bench.queue.clearFinished()
    bench.clock.advance(72 * 3_600_000)
    expect(bench.queue.overview(40).counts.finished).toBe(0)
    expect(bench.queue.overview(40, batchId)).toMatchObject({
      counts: { finished: 2 },
      finished: [{ state: 'failed' }, { state: 'failed' }],
      folds: [{ count: 2 }],
    })
  })
})
