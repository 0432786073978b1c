import { appError } from '@shared/errors'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { openBench } from './bench'
import { failAll, failedSet } from './bigQueue'
import { startLoopbackService } from './loopbackService'
import { allJobs, connect, enqueue, only, openQueue, states, statesBecome } from './queueHarness'

test('an uncertain request that is sent again keeps its key, though its connection sends none by now', async () => {
  const service = await startLoopbackService()
  service.onPost = () => 'reset'
  const harness = await openQueue()
  const connection = await connect(harness, service.baseUrl)
  enqueue(harness, connection)
  await statesBecome(harness, { uncertain: 1 })
  const { id } = only(allJobs(harness))
  await harness.connections.save(connection.id, { ...connection, idempotencyKey: false }, null)
  await harness.queue.act([id], 'sendAgain')
  await eventually(() => service.posts.length === 2)
  expect(service.posts.map(({ idempotencyKey }) => idempotencyKey)).toEqual([id, id])
})

test('rows of a table that was queued again since are left out of sending again all that failed', async () => {
  const harness = await openQueue()
  const { db, queue } = harness
  queue.pause()
  const connection = await connect(harness, 'https://service.test')
  const old = enqueue(harness, connection, { n: 3 })
  failAll(harness)
  enqueue(harness, connection, { n: 2 })
  db.run(`UPDATE jobs SET row = (SELECT count(*) FROM jobs AS others
    WHERE others.batch_id = jobs.batch_id AND others.rowid <= jobs.rowid)`)
  db.run(`INSERT INTO batch_rows (batch_id, row, cells_json, connection_id, key, content, source)
    SELECT batch_id, row, '[]', connection_id, 'k' || row, 'c' || row, 's' || row FROM jobs`)
  expect(states(harness)).toEqual({ failed: 3, queued: 2 })
  // Only the third was not in the table that was queued again.
  expect(await queue.act([], 'retryAsNew', [failedSet(old)])).toBe(1)
  expect(states(harness)).toEqual({ failed: 3, queued: 3 })
  // One that the user names is sent again all the same.
  const [first] = allJobs(harness).filter(({ batchId }) => batchId === old)
  expect(await queue.act([first?.id ?? ''], 'retryAsNew')).toBe(1)
})

test.each([
  ['queued and ended', 0],
  ['ended', 3_600_000],
])('so are those queued again after the clock, ahead when they %s, was set back', async (_, ahead) => {
  const bench = await openBench()
  const { db, queue, clock } = bench
  queue.pause()
  const connection = await connect(bench, 'https://service.test')
  const old = enqueue(bench, connection)
  db.run(
    `UPDATE jobs SET state = 'failed', sent_at = created_at, ended_at = created_at + :ahead, error_json = :error`,
    { ahead, error: JSON.stringify(appError('serviceFailed', { retry: 'paid' })) },
  )
  clock.set(ahead === 0 ? -3_600_000 : 60_000)
  enqueue(bench, connection)
  clock.advance(60_000)
  db.run('UPDATE jobs SET row = 1')
  db.run(`INSERT INTO batch_rows (batch_id, row, cells_json, connection_id, key, content, source)
    SELECT batch_id, row, '[]', connection_id, 'k', 'c', 's' FROM jobs`)
  const until = Number.MAX_SAFE_INTEGER
  const set = { set: 'failed', batchId: old, code: 'serviceFailed', from: 0, until } as const
  expect(await queue.act([], 'retryAsNew', [set])).toBe(0)
  expect(states(bench)).toEqual({ failed: 1, queued: 1 })
})

test.each([
  ['is waited for', null],
  ['needs the user', appError('taskUnknown', { retry: 'free' })],
])('a task that %s and fails while all that failed is sent again is none of it', async (_, attention) => {
  const bench = await openBench()
  const { db, queue, clock } = bench
  queue.pause()
  const rows = 40
  const names = Array.from({ length: rows }, (_, at) => `fern ${at}`)
  const prompt = `{slow|${names.join('|')}}`
  const batchId = enqueue(bench, await connect(bench, 'https://service.test'), { prompt })
  const id = allJobs(bench)[0]?.id ?? ''
  const code = 'taskFailed'
  const failed = JSON.stringify(appError(code, { retry: 'paid' }))
  const from = clock.now()
  db.run(
    `UPDATE jobs SET state = 'failed', billed = 'maybe', sent_at = :from, ended_at = :from + rowid * 1000,
       error_json = :failed WHERE id <> :id`,
    { from, id, failed },
  )
  db.run(
    `UPDATE jobs SET state = 'running', task_id = 't', sent_at = :from, attention_json = :attention WHERE id = :id`,
    { from, id, attention: attention === null ? null : JSON.stringify(attention) },
  )
  // The clock was ahead, and is set right.
  clock.set(30_000)
  const acted = queue.act([], 'retryAsNew', [
    { set: 'failed', batchId, code, from, until: from + (rows + 1) * 1000 },
  ])
  db.run(
    `UPDATE jobs SET state = 'failed', billed = 'maybe', ended_at = :now, attention_json = NULL, error_json = :failed
     WHERE id = :id`,
    { now: clock.now(), id, failed },
  )
  await acted
  expect(states(bench)).toEqual({ failed: rows + 1, queued: rows })
})
