import { expect, test } from 'vitest'
import { createDamagedRows } from '../../../electron/core/db/damage/damagedRows'
import { restoreHierarchy } from '../../../electron/core/db/damage/lostParents'
import { migrations } from '../../../electron/core/db/migrations'
import { migrate } from '../../../electron/core/db/opening/migrate'
import { connect } from '../../../electron/core/db/sqlite'

/** What is left after damage destroyed every connection, batch and item. */
function leftovers() {
  const connection = connect(':memory:')
  connection.exec('PRAGMA foreign_keys = OFF')
  migrate(connection, migrations)
  const job = (id: string, state: string, mode: string, task: string | null) =>
    connection.exec(`
      INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, task_id, created_at)
      VALUES ('${id}', 'batch', 'service', 1, '${mode}', '{"model":"m","prompt":"p"}', 2, '${state}',
        ${task === null ? 'NULL' : `'${task}'`}, 5);
      INSERT INTO attempts (id, job_id, number, origin, path_prefix, key_id, started_at)
      VALUES ('of ${id}', '${id}', 1, 'https://service.test', '/v1', 'key', 6)`)
  job('done', 'done', 'background', 'task-1')
  job('running', 'running', 'background', 'task-2')
  job('direct', 'saving', 'direct', null)
  connection.exec(`
    INSERT INTO images (id, job_id, position, of, file, format, width, height, ratio, bytes, sha256, prompt, model,
      mode, asked_json, connection_id, connection_name, created_at)
    VALUES ('image', 'done', 0, 2, 'a.png', 'png', 1, 1, 128, 1, '', 'p', 'm', 'background', '{}', 'service', 'S', 7);
    INSERT INTO items (job_id, position, state) VALUES ('lost', 0, 'pending');
    INSERT INTO attempts (id, job_id, number, origin, path_prefix, started_at) VALUES ('of lost', 'lost', 1, '', '', 1)`)
  const row = (batch: string, connectionId: string) =>
    connection.exec(`
      INSERT INTO batch_tables VALUES ('${batch}', '${batch}.csv', '{}', '[]', '{}');
      INSERT INTO batch_rows VALUES ('${batch}', 1, '[]', '${connectionId}', NULL, 'content', 'source')`)
  row('batch', 'service')
  row('gone', 'elsewhere')
  restoreHierarchy(connection, createDamagedRows(connection, 0))
  return (sql: string) => connection.prepare(sql).all()
}

test('rebuilds what jobs depend on, from the ledger', () => {
  const all = leftovers()
  expect(all('SELECT id, base_url, path_prefix, key_id FROM connections')).toEqual([
    { id: 'service', base_url: 'https://service.test', path_prefix: '/v1', key_id: 'key' },
  ])
  expect(all('SELECT id, connection_id, name FROM batches')).toEqual([
    { id: 'batch', connection_id: 'service', name: 'batch.csv' },
  ])
  expect(all('PRAGMA foreign_key_check')).toEqual([])
})

test('keeps the table of a rebuilt batch, and no other', () => {
  const all = leftovers()
  expect(all('SELECT batch_id FROM batch_tables')).toEqual([{ batch_id: 'batch' }])
  expect(all('SELECT batch_id, row FROM batch_rows')).toEqual([{ batch_id: 'batch', row: 1 }])
})

test('gives lost items the state they must have had, or one from which they can be found again', () => {
  const all = leftovers()
  expect(all('SELECT job_id, position, state, image_id FROM items ORDER BY job_id, position')).toEqual([
    { job_id: 'direct', position: 0, state: 'pending', image_id: null },
    { job_id: 'direct', position: 1, state: 'pending', image_id: null },
    { job_id: 'done', position: 0, state: 'saved', image_id: 'image' },
    { job_id: 'done', position: 1, state: 'abandoned', image_id: null },
    { job_id: 'running', position: 0, state: 'pending', image_id: null },
    { job_id: 'running', position: 1, state: 'pending', image_id: null },
  ])
  // Its committed answer is read again.
  expect(all("SELECT state FROM jobs WHERE id = 'direct'")).toEqual([{ state: 'sending' }])
})

test('nothing is sent on a rebuilt connection until the user has looked at it', () => {
  expect(leftovers()('SELECT paused FROM connections')).toEqual([{ paused: 1 }])
})
