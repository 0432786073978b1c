import { expect, test } from 'vitest'
import { createConnectionRows } from '../../../electron/core/connections/connectionRows'
import { demoConnection } from '../../../electron/core/connections/demoService'
import type { Database } from '../../../electron/core/db/database'
import { testDatabase } from '../../support/testDatabase'

const id = 'demo'

function setUp() {
  const real = testDatabase()
  const reads: string[] = []
  const db: Database = {
    ...real,
    get: (sql, params) => {
      reads.push(sql)
      return real.get(sql, params)
    },
  }
  const rows = createConnectionRows(db)
  rows.insert(demoConnection(id), 1)
  return { db, rows, reads }
}

test('a connection is read from the database once until something is written', () => {
  const { db, rows, reads } = setUp()
  for (let times = 0; times < 5; times++) expect(rows.find(id)?.paused).toBe(false)
  expect(reads).toHaveLength(1)

  rows.setPaused(id, true)
  expect(rows.find(id)?.paused).toBe(true)
  db.run('UPDATE connections SET key_id = :key WHERE id = :id', { key: null, id })
  expect(rows.find(id)?.paused).toBe(true)
  expect(reads).toHaveLength(3)
})

test('what a transaction wrote is not remembered once it was rolled back', () => {
  const { db, rows } = setUp()
  expect(rows.find(id)?.paused).toBe(false)
  const failed = () =>
    db.transaction(() => {
      rows.setPaused(id, true)
      expect(rows.find(id)?.paused).toBe(true)
      throw new Error('the disk is full')
    })
  expect(failed).toThrow('the disk is full')
  expect(rows.find(id)?.paused).toBe(false)
})

test('a write that also reads is one', () => {
  const { rows } = setUp()
  expect(rows.find('other')).toBeNull()
  rows.insert(demoConnection('other'), 2)
  expect(rows.find('other')?.id).toBe('other')
  const before = rows.find(id)
  rows.countAlike(id, 'keyRefused')
  expect(rows.find(id)).not.toBe(before)
})
