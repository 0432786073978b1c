import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AppFailure } from '@shared/errors'
import { expect, onTestFinished, test } from 'vitest'
import { migrations } from '../../../electron/core/db/migrations'
import type { Migration } from '../../../electron/core/db/migrations/migration'
import { count, fill, newPath, open } from './openingHarness'

function failureCode(body: () => unknown): string {
  try {
    body()
  } catch (error) {
    if (error instanceof AppFailure) return error.error.code
    throw error
  }
  throw new Error('it did not fail')
}

/** The current version of the schema. */
const latest = migrations.length

test('commits durably, on its own, with foreign keys on', () => {
  const { db, salvage } = open(newPath())
  expect(salvage).toBeNull()
  expect(db.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
  // What needn't wait for the disk leaves nothing behind that wouldn't.
  const during = db.transaction(() => db.get('PRAGMA synchronous'), { isRemade: true })
  expect(during).toEqual({ synchronous: 1 })
  expect(() =>
    db.transaction(
      () => {
        throw new Error('refused')
      },
      { isRemade: true },
    ),
  ).toThrow('refused')
  expect(db.get('PRAGMA synchronous')).toEqual({ synchronous: 2 })
  expect(db.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' })
  expect(db.get('PRAGMA locking_mode')).toEqual({ locking_mode: 'exclusive' })
  expect(db.get('PRAGMA fullfsync')).toEqual({ fullfsync: 1 })
  expect(() => db.run("INSERT INTO drafts (connection_id, draft_json) VALUES ('none', '{}')")).toThrow(
    'FOREIGN KEY',
  )
})

test('rolls back a failed transaction, with everything that joined it', () => {
  const { db } = open(newPath())
  const insert = () => db.run("INSERT INTO keys (id, connection_id) VALUES ('key', 'service')")
  expect(() =>
    db.transaction(() => {
      db.transaction(insert)
      throw new Error('no')
    }),
  ).toThrow('no')
  expect(count(db, 'keys')).toBe(0)
  expect(db.transaction(insert)).toBe(1)
  expect(count(db, 'keys')).toBe(1)
})

test('keeps what was committed across a close and leaves one file', () => {
  const path = newPath()
  const first = open(path)
  fill(first.db, 3)
  first.db.close()
  expect(readdirSync(join(path, '..'))).toEqual(['cyanotype.db'])
  expect(count(open(path).db, 'jobs')).toBe(3)
})

test('runs the missing steps once', () => {
  const path = newPath()
  open(path).db.close()
  const next: Migration = { version: latest + 1, name: 'notes', sql: 'CREATE TABLE notes (text TEXT) STRICT' }
  const migrated = open(path, { migrations: [...migrations, next] })
  expect(count(migrated.db, 'notes')).toBe(0)
  migrated.db.close()
  expect(open(path, { migrations: [...migrations, next] }).db.get('PRAGMA user_version')).toEqual({
    user_version: latest + 1,
  })
})

test('a step that fails leaves the version before it', () => {
  const path = newPath()
  const broken: Migration = {
    version: latest + 1,
    name: 'broken',
    sql: 'CREATE TABLE notes (text TEXT); nonsense',
  }
  expect(() => open(path, { migrations: [...migrations, broken] })).toThrow('nonsense')
  const { db } = open(path)
  expect(db.get('PRAGMA user_version')).toEqual({ user_version: latest })
  expect(db.all("SELECT name FROM sqlite_schema WHERE name = 'notes'")).toEqual([])
})

test('refuses steps with a gap', () => {
  const gap: Migration = { version: latest + 2, name: 'gap', sql: '' }
  expect(() => open(newPath(), { migrations: [...migrations, gap] })).toThrow('gap')
})

test('refuses the database of a newer version and leaves it unchanged', () => {
  const path = newPath()
  const next: Migration = { version: latest + 1, name: 'notes', sql: 'CREATE TABLE notes (text TEXT) STRICT' }
  const newer = open(path, { migrations: [...migrations, next] })
  fill(newer.db, 2)
  newer.db.close()
  expect(failureCode(() => open(path))).toBe('databaseNewer')
  const again = open(path, { migrations: [...migrations, next] })
  expect(again.salvage).toBeNull()
  expect(count(again.db, 'jobs')).toBe(2)
})

test('refuses a database that another process has open', async () => {
  const path = newPath()
  const holder = spawn(process.execPath, [
    '-e',
    `const db = new (require('libsql'))(process.argv[1])
     db.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; CREATE TABLE t (x)')
     console.log('open')
     setInterval(() => db.open, 1000)`,
    path,
  ])
  onTestFinished(() => void holder.kill('SIGKILL'))
  await once(holder.stdout, 'data')
  expect(failureCode(() => open(path))).toBe('databaseLocked')
  const ended = once(holder, 'exit')
  holder.kill('SIGKILL')
  await ended
  expect(open(path).salvage).toBeNull()
})
