import { appError } from '@shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { realClock } from '../../support/fakeClock'
import { createScriptedClient } from '../../support/scriptedClient'
import { noteStatements } from '../../support/statements'
import { enqueueBig } from './bigQueue'
import { expectCounted } from './countedRows'
import { allJobs, connect, draft, enqueue, openQueue, type QueueHarness } from './queueHarness'

const hour = 3_600_000

async function paused() {
  const bench = await openQueue({ clock: realClock, service: createScriptedClient() })
  bench.queue.pause()
  return { bench, connection: await connect(bench, 'https://service.test') }
}

type Ending = 'done' | 'failed' | 'settled' | 'cancelled'

/** As if these jobs had ended like this. */
function end({ db }: QueueHarness, ids: readonly string[], as: Ending, at: number): void {
  const list = { ids: JSON.stringify(ids) }
  const state = as === 'settled' ? 'failed' : as
  const error = JSON.stringify(appError('serviceFailed'))
  db.run(
    `UPDATE jobs SET state = :state, sent_at = :at - 1000, ended_at = :at,
       error_json = iif(:state = 'failed', :error, NULL), settled_at = iif(:as = 'settled', :at, NULL)
     WHERE id IN (SELECT value FROM json_each(:ids))`,
    { ...list, state, as, at, error },
  )
  if (as === 'done')
    db.run("UPDATE items SET state = 'saved' WHERE job_id IN (SELECT value FROM json_each(:ids))", list)
}

const idsIn = (bench: QueueHarness, batchId: string) =>
  allJobs(bench)
    .filter((job) => job.batchId === batchId)
    .map(({ id }) => id)

describe('what finished, by batch', () => {
  test('says how many images were saved, and how the other requests ended', async () => {
    const { bench, connection } = await paused()
    const batchId = enqueue(bench, connection, { n: 20, prompt: 'a fern' })
    const ids = idsIn(bench, batchId)
    const now = bench.clock.now()
    end(bench, ids.slice(0, 4), 'done', now - 4)
    end(bench, ids.slice(4, 7), 'failed', now - 3)
    end(bench, ids.slice(7, 8), 'settled', now - 2)
    end(bench, ids.slice(8, 15), 'cancelled', now - 1)
    bench.db.run("UPDATE items SET state = 'failed' WHERE job_id = :id", { id: ids[0] ?? '' })
    expect(bench.queue.overview(9).finishedBatches).toMatchObject([
      {
        id: batchId,
        name: 'a fern',
        more: 19,
        listed: 15,
        saved: 3,
        missing: 1,
        failed: 3,
        failedActions: ['retryAsNew'],
        settled: 1,
        retried: 0,
        cancelled: 7,
        job: null,
      },
    ])
    expect(bench.queue.overview(9).counts.finished).toBe(15)
    await bench.queue.act([ids[4] ?? ''], 'retryAsNew')
    expect(bench.queue.overview(9).finishedBatches).toMatchObject([{ failed: 2, retried: 1, listed: 15 }])
    expectCounted(bench.db)
  })

  test('comes newest end first, as many batches as are asked for; one of a single job shows that job', async () => {
    const { bench, connection } = await paused()
    const [first = '', second = '', third = ''] = ['oak', 'fern', 'moss'].map((prompt) =>
      enqueue(bench, connection, { prompt, n: prompt === 'fern' ? 2 : 1 }),
    )
    const now = bench.clock.now()
    end(bench, idsIn(bench, first), 'done', now)
    end(bench, idsIn(bench, second).slice(0, 1), 'done', now - 20)
    end(bench, idsIn(bench, third), 'cancelled', now - 10)
    const { finishedBatches } = bench.queue.overview(9)
    expect(finishedBatches.map(({ id, job }) => [id, job?.request.prompt])).toEqual([
      [first, 'oak'],
      [third, 'moss'],
      [second, undefined],
    ])
    expect(bench.queue.overview(2).finishedBatches.map(({ id }) => id)).toEqual([first, third])
    expect(bench.queue.overview(9, first).finishedBatches).toEqual([])
  })

  test('has a batch of which something failed, however many ended since', async () => {
    const { bench, connection } = await paused()
    const batches = [0, 1, 2].map(() => enqueue(bench, connection))
    const now = bench.clock.now()
    for (const [at, batchId] of batches.entries())
      end(bench, idsIn(bench, batchId), at === 0 ? 'failed' : 'done', now - 9 + at)
    expect(bench.queue.overview(1).finishedBatches).toMatchObject([
      { id: batches[2], failedAt: null },
      { id: batches[0], failed: 1, failedAt: now - 9 },
    ])
  })

  test('leaves out what was cleared and what ended more than a day ago', async () => {
    const { bench, connection } = await paused()
    const batchId = enqueue(bench, connection, { n: 9 })
    const ids = idsIn(bench, batchId)
    end(bench, ids.slice(0, 2), 'done', bench.clock.now() - 25 * hour)
    end(bench, ids.slice(2, 5), 'cancelled', bench.clock.now() - 1)
    expect(bench.queue.overview(9).finishedBatches).toMatchObject([{ listed: 3, saved: 0, cancelled: 3 }])
    const { presses } = bench.queue
    const { press } = await presses.give('clear', (given) => bench.queue.clearFinished(given))
    expect(bench.queue.overview(9).finishedBatches).toEqual([])
    expect(bench.queue.finished({ batchId, offset: 0, limit: 9 })).toMatchObject({ total: 0, rows: [] })
    end(bench, ids.slice(5, 6), 'done', bench.clock.now() + 1)
    expect(bench.queue.overview(9)).toMatchObject({
      counts: { finished: 1 },
      finishedBatches: [{ listed: 1, saved: 1, cancelled: 0 }],
    })
    end(bench, ids.slice(6, 9), 'cancelled', bench.clock.now() + 2)
    expect(bench.queue.overview(9).finishedBatches).toMatchObject([{ listed: 4, saved: 1, cancelled: 3 }])
    expect(await presses.takeBack(press ?? 0)).toEqual({ done: 1, left: 0 })
    expect(bench.queue.overview(9).finishedBatches).toMatchObject([{ listed: 7 }])
  })

  test('opens to its jobs: those that failed first, then the newest, by window', async () => {
    const { bench, connection } = await paused()
    const batchId = enqueue(bench, connection, { n: 12 })
    const ids = idsIn(bench, batchId)
    const now = bench.clock.now()
    ids.forEach((id, at) => {
      end(bench, [id], at % 4 === 0 ? 'failed' : 'done', now - 100 + at)
    })
    const failed = [ids[8], ids[4], ids[0]]
    const others = ids.filter((_, at) => at % 4 !== 0).toReversed()
    const all = [...failed, ...others]
    for (let offset = 0; offset < 12; offset++)
      for (const limit of [1, 3, 20]) {
        const { total, rows } = bench.queue.finished({ batchId, offset, limit })
        expect(total).toBe(12)
        expect(rows.map(({ id }) => id)).toEqual(all.slice(offset, offset + limit))
      }
  })

  test('is what the rows say, whatever happened to them', async () => {
    const { bench, connection } = await paused()
    const batches = [5, 1, 3].map((n) => enqueue(bench, connection, { n }))
    const ids = batches.map((batchId) => idsIn(bench, batchId))
    const at = bench.clock.now()
    const step = fc.record({
      batch: fc.nat(2),
      job: fc.nat(4),
      to: fc.constantFrom('done', 'failed', 'settled', 'cancelled', 'queued', 'attention', 'item', 'retried'),
      ago: fc.oneof(fc.nat(8), fc.nat(1080)),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.option(fc.nat(8)), (steps, cleared) => {
        const take = ({ batch, job, to, ago }: (typeof steps)[number]) => {
          const id = ids[batch]?.[job]
          if (id === undefined) return
          if (to === 'queued')
            bench.db.run(
              `UPDATE jobs SET state = 'queued', ended_at = NULL, settled_at = NULL WHERE id = :id`,
              {
                id,
              },
            )
          else if (to === 'attention')
            bench.db.run(
              `UPDATE jobs SET attention_json = iif(attention_json IS NULL, '{"code":"imageStuck"}', NULL)
               WHERE id = :id`,
              { id },
            )
          else if (to === 'item')
            bench.db.run(
              "UPDATE items SET state = iif(state = 'saved', 'pending', 'saved') WHERE job_id = :id",
              { id },
            )
          else if (to === 'retried')
            bench.db.run('UPDATE jobs SET retried = NOT retried WHERE id = :id', { id })
          else end(bench, [id], to, at - ago * 100_000)
        }
        bench.db.transaction(() => {
          for (const one of steps) take(one)
          bench.db.run('UPDATE jobs SET retried = 0')
          const clearedAt = cleared === null ? 0 : at - cleared * 100_000
          bench.db.run('UPDATE queue_state SET cleared_at = :clearedAt', { clearedAt })
        })
        expectCounted(bench.db)
        const since = bench.queue.overview(1).finishedAfter
        const listed = bench.db.all<{ id: string; listed: number; saved: number }>(
          `SELECT batch_id AS id, count(*) AS listed, sum(
             (SELECT count(*) FROM items WHERE items.job_id = jobs.id AND items.state = 'saved')) AS saved FROM jobs
           WHERE ended_at > :since AND attention_json IS NULL GROUP BY 1 ORDER BY max(ended_at) DESC, 1 DESC`,
          { since },
        )
        const { finishedBatches } = bench.queue.overview(9)
        expect(finishedBatches.map(({ id, listed, saved }) => ({ id, listed, saved }))).toEqual(listed)
      }),
      { numRuns: cases(40, 1000) },
    )
  })

  test('is read by index: neither the list nor a window reads every row', async () => {
    const { bench, connection } = await paused()
    const many = 6000
    const batchId = enqueueBig(bench, connection.id, 'big', many)
    bench.db.run(
      `UPDATE jobs SET state = iif(rowid % 1000 = 0, 'failed', 'cancelled'), ended_at = :now - rowid % 999`,
      {
        now: bench.clock.now(),
      },
    )
    expect(bench.queue.overview(40).finishedBatches).toMatchObject([{ listed: many, failed: many / 1000 }])
    const { wholeTables, rows } = await noteStatements(bench.db, () => {
      bench.queue.overview(40)
      for (const offset of [0, many / 2, many - 200]) bench.queue.finished({ batchId, offset, limit: 200 })
    })
    expect(wholeTables).not.toContain('jobs')
    expect(rows).toBeGreaterThan(0)
    expect(rows).toBeLessThan(many / 2)
  })
})

describe('the jobs of a batch', () => {
  test('are told by what their prompts have besides the others', async () => {
    const { bench, connection } = await paused()
    bench.queue.enqueue(connection.id, draft({ prompt: 'Isometric greenhouse, {wool|tin}, {noon|night}' }), {
      first: false,
    })
    const { waiting } = bench.queue.overview(9)
    expect(waiting).toMatchObject([
      { name: 'Isometric greenhouse, wool, noon', more: 3, nextPrompt: 'wool, noon' },
    ])
    const { rows } = bench.queue.waiting({ batchId: waiting[0]?.id ?? '', offset: 0, limit: 9 })
    expect(rows.map(({ inBatch }) => inBatch)).toEqual(
      ['wool, noon', 'wool, night', 'tin, noon', 'tin, night'].map((differs) => ({
        about: 'Isometric greenhouse',
        differs,
        place: null,
      })),
    )
    expect(rows.map(({ id }) => bench.queue.inBatch(id))).toEqual(rows.map(({ inBatch }) => inBatch))
    expect(bench.queue.inBatch('gone')).toBeNull()
  })

  test('with one prompt are told by their place, and a single one not at all', async () => {
    const { bench, connection } = await paused()
    const batchId = enqueue(bench, connection, { prompt: 'a fern', n: 3 })
    const single = enqueue(bench, connection, { prompt: 'a moss' })
    const inBatch = (id: string) =>
      bench.queue.waiting({ batchId: id, offset: 0, limit: 9 }).rows.map((job) => job.inBatch)
    expect(inBatch(batchId)).toEqual(
      [1, 2, 3].map((at) => ({ about: 'a fern', differs: '', place: { at, of: 3 } })),
    )
    expect(inBatch(single)).toEqual([null])
  })

  test('of a batch with a name of its own don’t change it', async () => {
    const { bench, connection } = await paused()
    const batchId = enqueue(bench, connection, { prompt: 'a fern', n: 3 })
    bench.queue.renameBatch(batchId, 'Ferns')
    expect(bench.queue.overview(9).waiting).toMatchObject([{ name: 'Ferns', more: 0 }])
  })

  test('and one edited keep “and N more” after the name, which follows the first prompt', async () => {
    const { bench, connection } = await paused()
    bench.queue.enqueue(connection.id, draft({ prompt: 'a {wool|tin|silk} coat' }), { first: false })
    const batchId = bench.queue.overview(9).waiting[0]?.id ?? ''
    const editFirst = (prompt: string) => {
      const [first] = bench.queue.waiting({ batchId, offset: 0, limit: 1 }).rows
      bench.queue.edit(first?.id ?? '', draft({ prompt }))
    }
    editFirst('a felt coat')
    expect(bench.queue.overview(9).waiting).toMatchObject([{ name: 'a felt coat', more: 2 }])
    editFirst('a linen coat')
    expect(bench.queue.overview(9).waiting).toMatchObject([{ name: 'a linen coat', more: 2 }])
  })
})
