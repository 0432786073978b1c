import { describe, expect, test } from 'vitest'
import { newId } from '../../../electron/core/ids'
import type { NewJob } from '../../../electron/core/queue/commands/jobInsertion'
import { failureCode } from '../../support/failureCode'
import { type Bench, calm, openBench, pass } from './bench'
import { allJobs, connect, enqueue, states } from './queueHarness'

const url = 'https://service.test'

const jobs = (...prompts: string[]): NewJob[] =>
  prompts.map((prompt, at) => ({
    request: { model: 'm', prompt },
    images: 1,
    mode: 'background',
    row: at + 1,
    name: null,
  }))

async function begin(bench: Bench, { first = false } = {}) {
  const connection = await connect(bench, url)
  const id = newId(bench.clock.now())
  const batch = bench.queue.beginBatch({ id, connectionId: connection.id, jobs: 4, first })
  return { connection, id, batch }
}

describe('a batch that is written in parts', () => {
  test('is not sent, shown, counted, moved or cancelled before its last part', async () => {
    const bench = await openBench()
    const { batch, id } = await begin(bench)
    batch.add(jobs('one', 'two'))
    await pass(bench, 60_000)
    const { counts, waiting, costs, question } = bench.queue.overview(10)
    expect(bench.queue.batches({ text: '', offset: 0, limit: 10 }).rows).toEqual([])
    expect(counts).toEqual({ needsYou: 0, running: 0, waiting: 0, stopped: 0, finished: 0 })
    expect({ waiting, costs, question }).toEqual({ waiting: [], costs: [], question: null })
    expect(await bench.queue.place('batch', id, { to: 'top' })).toBeNull()
    expect(await bench.queue.cancelWaiting()).toEqual({ cancelled: 0, arriving: 0 })
    expect(states(bench)).toEqual({ queued: 2 })
    expect(bench.client.sent).toEqual([])
  })

  test('is a batch like any other after that', async () => {
    const bench = await openBench()
    const { batch, id } = await begin(bench)
    batch.add(jobs('one', 'two'))
    batch.add(jobs('three'))
    expect(batch.finish('birds')).toEqual({ batchId: id, name: 'birds', jobs: 3, images: 3 })
    expect(bench.queue.overview(10).waiting).toMatchObject([{ id, name: 'birds', jobs: 3 }])
    await pass(bench, 60_000)
    expect(new Set(bench.client.sent)).toEqual(new Set(allJobs(bench).map((job) => job.id)))
  })

  test.each([
    [false, ['one', 'two', 'three', 'between']],
    [true, ['one', 'two', 'three', 'between']],
  ])('stays together among what is queued meanwhile (first: %s)', async (first, order) => {
    const bench = await openBench()
    bench.queue.pause()
    const { batch, connection } = await begin(bench, { first })
    batch.add(jobs('one', 'two'))
    enqueue(bench, connection, { prompt: 'between' })
    batch.add(jobs('three'))
    batch.finish('birds')
    const rows = bench.db.all<{ prompt: string }>(
      `SELECT request_json ->> 'prompt' AS prompt FROM jobs ORDER BY priority DESC, position`,
    )
    expect(rows.map(({ prompt }) => prompt)).toEqual(order)
  })

  test('can be withdrawn in parts, whatever is left of it', async () => {
    const bench = await openBench()
    const { batch, id } = await begin(bench)
    batch.add(jobs('one', 'two', 'three'))
    expect([1, 2, 3].map(() => bench.queue.removeHalfWritten(id, 2))).toEqual([false, true, true])
    expect(allJobs(bench)).toEqual([])
    expect(bench.db.all('SELECT * FROM items')).toEqual([])
    expect(bench.db.all('SELECT * FROM batches')).toEqual([])
  })

  test('can’t be withdrawn once it is finished', async () => {
    const bench = await openBench()
    bench.queue.pause()
    const { batch, id } = await begin(bench)
    batch.add(jobs('one'))
    batch.finish('birds')
    bench.queue.removeHalfWritten(id, 100)
    expect(states(bench)).toEqual({ queued: 1 })
  })

  test('can’t be finished if its connection was removed meanwhile', async () => {
    const bench = await openBench()
    const { batch, connection } = await begin(bench)
    batch.add(jobs('one'))
    await bench.connections.remove(connection.id)
    await calm()
    expect(await failureCode((async () => batch.finish('birds'))())).toBe('connectionMissing')
    expect(bench.client.sent).toEqual([])
  })
})
