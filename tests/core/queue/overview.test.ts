import { describe, expect, test } from 'vitest'
import { noteStatements } from '../../support/statements'
import { allJobs, connect, draft, enqueue, openQueue } from './queueHarness'

async function paused() {
  const queue = await openQueue()
  queue.queue.pause()
  return { queue, connection: await connect(queue, 'https://service.test') }
}

describe('the queue as it is shown', () => {
  test('is empty at first', async () => {
    const { queue, connection } = await paused()
    expect(queue.queue.overview(10)).toEqual({
      revision: queue.changes.revision('queue'),
      batch: null,
      paused: true,
      gates: [{ connectionId: connection.id, gate: { kind: 'paused' } }],
      libraryHold: null,
      counts: { needsYou: 0, running: 0, waiting: 0, stopped: 0, finished: 0 },
      needsYouElsewhere: 0,
      waitedFor: 0,
      folds: [],
      needsYou: [],
      running: [],
      waiting: [],
      stopped: [],
      finished: [],
      finishedBatches: [],
      finishedAfter: expect.any(Number),
      costs: [],
      unreached: [],
      quiet: [],
      undelivered: [],
      question: null,
      commands: [],
    })
  })

  test('shows a batch once, with what comes next', async () => {
    const { queue, connection } = await paused()
    const first = enqueue(queue, connection, { n: 40, prompt: 'linen chair' })
    const second = enqueue(queue, connection, { prompt: 'a moss' })
    const overview = queue.queue.overview(10)
    expect(overview.counts.waiting).toBe(41)
    expect(overview.waiting).toMatchObject([
      {
        id: first,
        name: 'linen chair',
        jobs: 40,
        waiting: 40,
        running: 0,
        done: 0,
        nextPrompt: 'linen chair',
      },
      { id: second, name: 'a moss', jobs: 1, waiting: 1 },
    ])
  })

  test('lists as finished what ended in the last day, newest first', async () => {
    const { queue, connection } = await paused()
    enqueue(queue, connection, { n: 5 })
    const ids = allJobs(queue).map(({ id }) => id)
    const end = (id: string | undefined, at: number) =>
      queue.db.run("UPDATE jobs SET state = 'done', ended_at = :at WHERE id = :id", { id: id ?? '', at })
    const hour = 3_600_000
    end(ids[0], queue.clock.now() - 25 * hour)
    end(ids[1], queue.clock.now() - 23 * hour)
    end(ids[2], queue.clock.now())
    const { counts, finished } = queue.queue.overview(10)
    expect(counts).toMatchObject({ finished: 2, waiting: 2 })
    expect(finished.map(({ id }) => id)).toEqual([ids[2], ids[1]])
  })

  test('shows ten thousand jobs without reading each of them', async () => {
    const { queue, connection } = await paused()
    for (let batch = 0; batch < 10; batch++) enqueue(queue, connection, { n: 1000, prompt: `batch ${batch}` })
    const { counts, waiting } = queue.queue.overview(3)
    expect(counts.waiting).toBe(10_000)
    expect(waiting.map(({ name, waiting }) => [name, waiting])).toEqual([
      ['batch 0', 1000],
      ['batch 1', 1000],
      ['batch 2', 1000],
    ])
    const { wholeTables, rows } = await noteStatements(queue.db, () => queue.queue.overview(50))
    expect(wholeTables).not.toContain('jobs')
    expect(wholeTables).not.toContain('items')
    expect(rows).toBeLessThan(5000)
    expect(await queue.queue.cancelBatch(waiting[0]?.id ?? '')).toMatchObject({ cancelled: 1000 })
  })

  test('a thousand jobs are durable in one transaction', async () => {
    const { queue, connection } = await paused()
    const add = () => queue.queue.enqueue(connection.id, draft({ n: 1000 }), { first: false })
    const { transactions, statements } = await noteStatements(queue.db, add)
    expect(transactions).toBe(1)
    // A row a job and one an item, and a few for the batch.
    expect(statements.length).toBeLessThan(2020)
    expect(queue.queue.overview(1).counts.waiting).toBe(1000)
  })

  test('a batch that can’t be written completely is not written at all', async () => {
    const { queue, connection } = await paused()
    queue.db.run(`CREATE TEMP TRIGGER full BEFORE INSERT ON items
      WHEN (SELECT count(*) FROM items) >= 5 BEGIN SELECT RAISE(ABORT, 'disk full'); END`)
    expect(() => enqueue(queue, connection, { n: 10 })).toThrow('disk full')
    expect(queue.queue.overview(1).counts.waiting).toBe(0)
    expect(queue.db.all('SELECT * FROM batches')).toEqual([])
  })

  test('a job of a connection that no longer exists is refused', async () => {
    const { queue, connection } = await paused()
    await queue.connections.remove(connection.id)
    expect(() => enqueue(queue, connection)).toThrow('connectionMissing')
  })
})
