import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { addImages } from '../../support/addImages'
import { type Bench, calm, openBench } from './bench'
import { startLoopbackService } from './loopbackService'
import { callOf, pressOf } from './pressed'
import { allJobs, connect, draft, enqueue, only, openQueue, statesBecome } from './queueHarness'

/** The database was put back, and what was saved since has its rows again, from the records beside the images. */
function bringImages(db: Database, ids: readonly string[]): void {
  addImages(
    db,
    ids.map(() => 'a fern'),
  )
  ids.forEach(
    (id, at) => void db.run('UPDATE images SET job_id = :id WHERE number = :number', { id, number: at + 1 }),
  )
}

/** One request waits, and nothing is sent. */
async function waiting() {
  const bench = await openBench()
  bench.queue.pause()
  enqueue(bench, await connect(bench, 'https://service.test'))
  return { ...bench, call: callOf(bench), id: only(allJobs(bench)).id }
}

async function resume({ queue, client }: Pick<Bench, 'queue' | 'client'>): Promise<number> {
  const before = client.sent.length
  queue.resume()
  await calm()
  return client.sent.length - before
}

describe('whose images are in the library', () => {
  test('a request is sent only if the user says so, and once', async () => {
    const service = await startLoopbackService()
    service.onPoll = (id) => ({ body: { task_id: id, status: 'processing', data: [] } })
    const harness = await openQueue()
    const { db, queue } = harness
    queue.pause()
    enqueue(harness, await connect(harness, service.baseUrl), { n: 3 })
    const [first = '', second = '', third = ''] = allJobs(harness).map(({ id }) => id)
    bringImages(db, [first, second])
    queue.resume()
    await statesBecome(harness, { uncertain: 2, running: 1 })
    expect(service.posts.map(({ idempotencyKey }) => idempotencyKey)).toEqual([third])
    expect(allJobs(harness).map(({ error }) => error?.code)).toEqual(['imagesHere', 'imagesHere', undefined])
    await queue.act([second], 'sendAgain')
    await statesBecome(harness, { uncertain: 1, running: 2 })
    expect(service.posts.map(({ idempotencyKey }) => idempotencyKey)).toEqual([third, second])
  })

  test('a request asks after a restart too', async () => {
    const { db, id, ...bench } = await waiting()
    bringImages(db, [id])
    expect(await resume(bench)).toBe(0)
    await bench.stop()
    const again = await openBench(bench.folder)
    await calm()
    expect(again.client.sent).toEqual([])
    expect(only(allJobs(again))).toMatchObject({ state: 'uncertain', error: { code: 'imagesHere' } })
  })

  test('a request asks if its edit is taken back', async () => {
    const { id, call, ...bench } = await waiting()
    bringImages(bench.db, [id])
    const press = pressOf(await call('jobs.edit', { id, draft: draft({ prompt: 'a moss' }) }))
    await call('presses.takeBack', { press })
    expect(await resume(bench)).toBe(0)
    expect(bench.queue.find(id)).toMatchObject({ state: 'uncertain', request: { prompt: 'a fern' } })
  })

  test('a request asks if it was to be sent again when the database was copied', async () => {
    const { id, call, ...bench } = await waiting()
    const { db, client, queue } = bench
    client.onSubmit = () => ({ kind: 'uncertain', error: appError('interrupted') })
    expect(await resume(bench)).toBe(1)
    queue.pause()
    await call('jobs.act', { ids: [id], action: 'sendAgain' })
    bringImages(db, [id])
    expect(await resume(bench)).toBe(0)
    expect(queue.find(id)?.state).toBe('uncertain')
  })

  test('a request that is to be sent again goes out each time the user says so', async () => {
    const { id, call, ...bench } = await waiting()
    const { db, client } = bench
    bringImages(db, [id])
    expect(await resume(bench)).toBe(0)
    client.onSubmit = () => ({ kind: 'uncertain', error: appError('interrupted') })
    for (const sent of [1, 2]) {
      await call('jobs.act', { ids: [id], action: 'sendAgain' })
      await calm()
      expect(client.sent).toHaveLength(sent)
    }
  })

  test('a request that asks is none of those that are being sent again, though the clock was set back', async () => {
    const bench = await openBench()
    const { db, queue, clock, client } = bench
    queue.pause()
    const connection = await connect(bench, 'https://service.test')
    const rows = 40
    const names = Array.from({ length: rows + 1 }, (_, at) => `fern ${at}`)
    const batchId = enqueue(bench, connection, { prompt: `{${names.join('|')}}` })
    const ids = allJobs(bench).map(({ id }) => id)
    const last = ids.at(-1) ?? ''
    bringImages(db, ids)
    const from = clock.now()
    const error = JSON.stringify(appError('imagesHere', { retry: 'maybeTwice' }))
    db.run(
      `UPDATE jobs SET state = 'uncertain', billed = 'yes', sent_at = :from + rowid * 1000, error_json = :error
       WHERE id <> :last`,
      { from, last, error },
    )
    clock.set(30_000)
    const acted = queue.act([], 'sendAgain', [
      {
        ...{ set: 'needsYou', connectionId: connection.id, batchId, code: 'imagesHere' },
        ...{ from, until: from + rows * 1000 },
      },
    ])
    queue.resume()
    await acted
    await calm()
    expect(client.sent).not.toContain(last)
    expect(queue.find(last)?.state).toBe('uncertain')
  })
})
