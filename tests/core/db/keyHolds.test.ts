import { expect, test } from 'vitest'
import { migrations } from '../../../electron/core/db/migrations'
import { migrate } from '../../../electron/core/db/opening/migrate'
import { connect } from '../../../electron/core/db/sqlite'

test('holds that an earlier version stored for want of a key end, and no others do', () => {
  const db = connect(':memory:')
  migrate(db, migrations, 35)
  const holdOf = (code: string) => JSON.stringify({ error: { code, params: {} }, since: 1, polls: true })
  const holds = {
    missing: holdOf('keyMissing'),
    locked: holdOf('keychainLocked'),
    refused: holdOf('keyRefused'),
    damaged: '{',
    none: null,
  }
  for (const [id, hold] of Object.entries(holds))
    db.prepare(
      `INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
         idempotency_key, direct_slots, background_slots, polls_per_second, hold_json, created_at)
       VALUES (?, 'service', '', 'https://a', '', '[]', '', 0, 1, 4, 20, 10, ?, 0)`,
    ).run(id, hold)
  migrate(db, migrations)
  const left = db.prepare('SELECT id FROM connections WHERE hold_json IS NOT NULL ORDER BY id').all()
  expect(left).toEqual([{ id: 'damaged' }, { id: 'refused' }])
})
