import { expect, test } from 'vitest'
import { migrations } from '../../../electron/core/db/migrations'
import { migrate } from '../../../electron/core/db/opening/migrate'
import { connect } from '../../../electron/core/db/sqlite'
import { expectCounted } from '../queue/countedRows'

const request = '{"model":"m","prompt":"p"}'

test('a database of version 6 is counted: what needs the user, failed, ended and was saved', () => {
  const connection = connect(':memory:')
  migrate(connection, migrations, 6)
  connection.exec(`
    INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
      idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
    VALUES ('c', 'service', 'S', '', '', '[]', '', 0, 1, 1, 1, 1, 1);
    INSERT INTO batches (id, connection_id, name, created_at, sendable_at) VALUES ('b', 'c', 'B', 1, 1);
    INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, billed, error_json,
      sent_at, ended_at, created_at)
    VALUES
      ('failed', 'b', 'c', 1, 'direct', '${request}', 1, 'failed', 'maybe', '{"code":"serviceFailed"}', 1, 1000000, 1),
      ('done', 'b', 'c', 2, 'direct', '${request}', 1, 'done', 'yes', NULL, 1, 2000000, 1),
      ('unsure', 'b', 'c', 3, 'direct', '${request}', 1, 'uncertain', 'maybe', '{"code":"connectionLost"}', 3000000, NULL, 1);
    INSERT INTO items (job_id, position, state, image_id) VALUES ('done', 0, 'saved', 'i')`)
  migrate(connection, migrations)
  const all = <Row>(sql: string) => connection.prepare(sql).all() as Row[]
  expectCounted({ all })
  expect(all('SELECT kind FROM moment_counts')).toHaveLength(4)
  expect(all('SELECT images FROM saved_counts')).toMatchObject([{ images: 1 }])
})
