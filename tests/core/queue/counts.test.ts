import { describe, expect, test } from 'vitest'
import { countAnew } from '../../../electron/core/db/counts'
import { createDamagedRows } from '../../../electron/core/db/damage/damagedRows'
import { restoreHierarchy } from '../../../electron/core/db/damage/lostParents'
import { migrations } from '../../../electron/core/db/migrations'
import { migrate } from '../../../electron/core/db/opening/migrate'
import { type Connection, connect as connectFile } from '../../../electron/core/db/sqlite'
import { eventually } from '../../support/eventually'
import { createScriptedClient, task, taskReading } from '../../support/scriptedClient'
import { expectCounted } from './countedRows'
import { connect, enqueue, openQueue } from './queueHarness'

const rowsOf = (connection: Connection) => ({
  all: <Row>(sql: string) => connection.prepare(sql).all() as Row[],
})

/** A failed job and its retry, one that was accepted, and one that was never sent. */
const rows = `
  INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
    idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
  VALUES ('c', 'service', 'S', '', '', '[]', '', 0, 1, 1, 1, 1, 1);
  INSERT INTO batches (id, connection_id, name, created_at, sendable_at) VALUES ('b', 'c', 'B', 1, 1);
  INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, billed, retry_of, created_at)
  VALUES
    ('failed', 'b', 'c', 1, 'direct', '{"model":"m","prompt":"p"}', 1, 'failed', 'maybe', NULL, 1),
    ('again', 'b', 'c', 2, 'direct', '{"model":"m","prompt":"p"}', 1, 'done', 'yes', 'failed', 1),
    ('waits', 'b', 'c', 3, 'background', '{"model":"n","prompt":"p"}', 1, 'queued', 'no', NULL, 1),
    ('damaged', 'b', 'c', 4, 'background', '{"mod', 1, 'queued', 'no', NULL, 1);
  INSERT INTO attempts (id, job_id, number, origin, path_prefix, started_at, price, outcome)
  VALUES ('1', 'failed', 1, '', '', 5, 2.5, 'failed'), ('2', 'again', 1, '', '', 900005, NULL, 'accepted');`

const withoutDamaged = "DELETE FROM jobs WHERE id = 'damaged'"

describe('the counts of jobs and requests', () => {
  test('are created for the jobs of a database that had no counts', () => {
    const connection = connectFile(':memory:')
    migrate(connection, migrations, 2)
    connection.exec(rows)
    migrate(connection, migrations)
    connection.exec(withoutDamaged)
    expectCounted(rowsOf(connection))
    expect(connection.prepare('SELECT id FROM jobs WHERE retried').all()).toMatchObject([{ id: 'failed' }])
  })

  test('are rebuilt when a salvage finds other numbers', () => {
    const connection = connectFile(':memory:')
    migrate(connection, migrations)
    connection.exec(`PRAGMA foreign_keys = OFF; ${rows}
      INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, billed, created_at)
      VALUES ('number', 'b', 'c', 5, 'background', '{"model":3,"prompt":"p"}', 1, 'queued', 'no', 1),
        ('text', 'b', 'c', 6, 'background', '{"model":"3","prompt":"p"}', 1, 'queued', 'no', 1);
      UPDATE job_counts SET jobs = 7; DELETE FROM request_counts; UPDATE jobs SET retried = 1;
      DELETE FROM batches`)
    restoreHierarchy(connection, createDamagedRows(connection, 0))
    connection.exec(`${countAnew} ${withoutDamaged}`)
    expectCounted(rowsOf(connection))
  })

  test('follow what is withdrawn: jobs that are dropped, a batch that is gone', async () => {
    const harness = await openQueue()
    harness.queue.pause()
    const connection = await connect(harness, 'https://service.test')
    const batchId = enqueue(harness, connection, { n: 5 })
    enqueue(harness, connection, { n: 2, model: 'other' })
    const { db } = harness
    db.run('DELETE FROM items WHERE job_id IN (SELECT id FROM jobs WHERE batch_id = :batchId)', { batchId })
    db.run('DELETE FROM jobs WHERE batch_id = :batchId', { batchId })
    expectCounted(db)
    db.run('DELETE FROM batches WHERE id = :batchId', { batchId })
    expect(db.all('SELECT * FROM job_counts WHERE batch_id = :batchId', { batchId })).toEqual([])
    expectCounted(db)
  })

  test('count an image once, though its entry is given its name late', async () => {
    const service = createScriptedClient()
    const url = (name: string) => ({ kind: 'url', url: `https://service.test/${name}.png` }) as const
    const entry = (index: number, name: string | null) =>
      ({
        index,
        phase: 'done',
        source: url(`${index}`),
        revisedPrompt: null,
        error: null,
        entry: name,
      }) as const
    let names: readonly (string | null)[] = [null, null]
    service.onPoll = (taskId) =>
      task(taskReading('running', { taskId, items: names.map((name, at) => entry(at, name)) }))
    const harness = await openQueue({ service })
    const { queue, db } = harness
    const connection = await connect(harness, 'https://service.test')
    enqueue(harness, connection, { n: 2 })
    await eventually(() => queue.readyItems(9).length >= 2, { what: 'images to download' })
    const [first] = queue.readyItems(9)
    const jobId = first?.jobId ?? ''
    queue.itemSaved(jobId, 0, 'image')
    expectCounted(db)
    queue.itemRepeated(jobId, 1, 'image')
    expectCounted(db)
    names = ['a', 'b']
    await eventually(() => db.get("SELECT 1 FROM items WHERE entry = 'a'") !== undefined, { what: 'a name' })
    expectCounted(db)
  })
})
