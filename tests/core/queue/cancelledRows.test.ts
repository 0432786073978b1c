import { join } from 'node:path'
import { appError } from '@shared/errors'
import { expect, test } from 'vitest'
import { migrations } from '../../../electron/core/db/migrations'
import { salvage } from '../../../electron/core/db/opening/salvage'
import { eventually } from '../../support/eventually'
import { createScriptedClient } from '../../support/scriptedClient'
import { memorySecrets } from '../../support/testPorts'
import { count, enqueueBig, failAll, failedSet, isDone, job, killed } from './bigQueue'
import { expectCounted } from './countedRows'
import { connect, enqueue, openQueue, type QueueOptions, states } from './queueHarness'

async function world(options: QueueOptions = {}) {
  const harness = await openQueue(options)
  harness.queue.pause()
  const connection = await connect(harness, 'https://service.test')
  const big = enqueueBig(harness, connection.id, 'big')
  return { ...harness, connection, big }
}

test('a cancel of everything that a kill cut keeps all of it from being sent', async () => {
  const secrets = memorySecrets()
  const first = await world({ secrets })
  const cancelling = first.queue.cancelWaiting()
  const later = enqueue(first, first.connection, { n: 2, prompt: 'later' })
  const folder = killed(first.folder)
  expect(states(first).cancelled).toBeLessThan(count)
  await first.stop()
  await cancelling

  const service = createScriptedClient()
  const second = await openQueue({ folder, service, secrets, started: false })
  await second.queue.start()
  second.queue.resume()
  await eventually(() => service.sent.length >= 2, { what: 'what was queued later' })
  const tried = () =>
    second.db
      .all('SELECT DISTINCT batch_id AS id FROM attempts JOIN jobs ON jobs.id = job_id')
      .map((row) => row)
  expect(tried()).toEqual([{ id: later }])
  second.bulk.start()
  await eventually(() => isDone(second), { what: 'the end of the cancel' })
  expect(tried()).toEqual([{ id: later }])
  expect(states(second).cancelled).toBe(count)
})

test('what arrives is counted though all that waits was queued before it', async () => {
  const harness = await world()
  enqueue(harness, harness.connection, { n: 1, prompt: 'sent' })
  harness.db.run(
    "UPDATE jobs SET state = 'running', sent_at = 1, task_id = 't' WHERE rowid = (SELECT max(rowid) FROM jobs)",
  )
  expect(await harness.queue.cancelWaiting()).toEqual({ cancelled: count, arriving: 1 })
})

test('a cancel of everything ends with a damaged file, whose rows have new numbers', async () => {
  const secrets = memorySecrets()
  const first = await world({ secrets })
  // What was taken back leaves a gap.
  const { id } = first.connection
  const taken = first.queue.beginBatch({ id: 'taken', connectionId: id, jobs: 900, first: false })
  first.db.transaction(() => taken.add(Array.from({ length: 900 }, () => job('taken'))))
  enqueueBig(first, id, 'second')
  while (!first.queue.removeHalfWritten('taken', 500));
  const cancelling = first.queue.cancelWaiting()
  const later = enqueue(first, first.connection, { n: 5, prompt: 'later' })
  const folder = killed(first.folder)
  await first.stop()
  await cancelling
  salvage(join(folder, 'cyanotype.db'), migrations, Date.now())
  const second = await openQueue({ folder, secrets })
  expect(isDone(second)).toBe(true)
  expect(second.queue.overview(9).paused).toBe(true)
  expect(second.db.all('SELECT DISTINCT state FROM jobs WHERE batch_id = :later', { later })).toEqual([
    { state: 'queued' },
  ])
  expectCounted(second.db)
})

test('a cancel for a connection that is gone keeps its jobs from being sent once it is back', async () => {
  const secrets = memorySecrets()
  const first = await world({ secrets })
  first.db.run(
    `INSERT INTO bulk_commands (kind, params_json, subject, done, total, begun_at)
     VALUES ('cancel', :params, :id, 0, :count, 0)`,
    {
      id: first.connection.id,
      count,
      params: JSON.stringify({ batchId: null, connectionId: first.connection.id, upTo: 1e6, notBatches: [] }),
    },
  )
  const other = await connect(first, 'https://other.test')
  enqueue(first, other, { n: 1, prompt: 'other' })
  const folder = killed(first.folder)
  await first.stop()
  const service = createScriptedClient()
  const second = await openQueue({ folder, service, secrets, started: false })
  await second.queue.start()
  second.queue.resume()
  await eventually(() => service.sent.length > 0, { what: 'a request of the other connection' })
  expect(states(second)).toMatchObject({ queued: count })
})

test.each([
  ['prioritize', (one: Awaited<ReturnType<typeof world>>) => one.queue.prioritize(one.big, 'high')],
  ['place', (one: Awaited<ReturnType<typeof world>>) => one.queue.place('batch', one.big, { to: 'top' })],
] as const)('%s leaves alone what joins the batch after it', async (_, command) => {
  const harness = await world()
  enqueue(harness, harness.connection, { n: 3, prompt: 'before' })
  harness.db.run("UPDATE jobs SET position = position - 1e6 WHERE batch_id <> 'big'")
  const done = command(harness)
  // A retry joins the batch of what it repeats.
  harness.db.run(
    `UPDATE jobs SET state = 'failed', sent_at = 1, ended_at = 1, error_json = :error WHERE rowid = :count`,
    { count, error: JSON.stringify(appError('serviceFailed', { retry: 'paid' })) },
  )
  const [failed] = harness.db.all<{ id: string }>("SELECT id FROM jobs WHERE state = 'failed'")
  expect(await harness.queue.act([failed?.id ?? ''], 'retryAsNew')).toBe(1)
  const place = () => harness.db.get('SELECT priority, position FROM jobs WHERE retry_of IS NOT NULL')
  const before = place()
  await done
  expect(place()).toEqual(before)
})

test('an action ends, whatever jobs of the set it doesn’t fit', async () => {
  const harness = await world()
  failAll(harness)
  const acted = harness.queue.act([], 'stopWaiting', [failedSet(harness.big)])
  await eventually(() => isDone(harness), { what: 'the end of the action' })
  expect(await acted).toBe(0)
})
