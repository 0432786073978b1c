import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { AppFailure } from '@shared/errors'
import { expect, onTestFinished, test, vi } from 'vitest'

import type { Database } from '../../../electron/core/db/database'
import { migrations } from '../../../electron/core/db/migrations'
import type { Migration } from '../../../electron/core/db/migrations/migration'
import { openDatabase } from '../../../electron/core/db/opening/openDatabase'
import { realClock } from '../../support/fakeClock'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memoryLogger } from '../../support/testPorts'

// Real files, flushed on every commit, on a shared machine.
vi.setConfig({ testTimeout: 20_000 })

const pageBytes = 4096

function open(path: string, options: Partial<Parameters<typeof openDatabase>[0]> = {}) {
  const opened = openDatabase({ path, migrations, clock: realClock, logger: memoryLogger(), ...options })
  onTestFinished(() => opened.db.close())
  return opened
}

function newPath(): string {
  return join(temporaryFolder(), 'cyanotype.db')
}

function failureCode(body: () => unknown): string {
  try {
    body()
  } catch (error) {
    if (error instanceof AppFailure) return error.error.code
    throw error
  }
  throw new Error('it did not fail')
}

/** A connection, a batch and jobs with an item and an attempt each, with ids `job0`, `job1`, … */
function fill(db: Database, jobs: number): void {
  db.transaction(() => {
    db.run(`INSERT INTO connections (id, kind, name, base_url, path_prefix, models_json, page_url, full_background,
      idempotency_key, direct_slots, background_slots, polls_per_second, created_at)
      VALUES ('service', 'service', 'Service', 'https://service.test', '/v1', '[]', '', 0, 1, 4, 20, 10, 1)`)
    db.run(
      `INSERT INTO batches (id, connection_id, name, created_at) VALUES ('batch', 'service', 'Ferns', 1)`,
    )
    for (let i = 0; i < jobs; i++) {
      const params = {
        id: `job${i}`,
        at: i,
        request: JSON.stringify({ model: 'm', prompt: 'fern '.repeat(40) }),
      }
      db.run(
        `INSERT INTO jobs (id, batch_id, connection_id, position, mode, request_json, images, state, task_id, created_at)
         VALUES (:id, 'batch', 'service', :at, 'background', :request, 1, 'running', 'task' || :id, 1)`,
        params,
      )
      db.run("INSERT INTO items (job_id, position, state) VALUES (:id, 0, 'pending')", { id: params.id })
      db.run(
        `INSERT INTO attempts (id, job_id, number, origin, path_prefix, started_at)
         VALUES ('attempt' || :id, :id, 1, 'https://service.test', '/v1', 1)`,
        { id: params.id },
      )
    }
  })
}

function count(db: Database, table: string): number {
  return db.get<{ count: number }>(`SELECT count(*) AS count FROM ${table}`)?.count ?? 0
}

function overwrite(path: string, page: number, pages = 1): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(pages * pageBytes, 0xa5), 0, pages * pageBytes, page * pageBytes)
  closeSync(file)
}

/** Overwrites a page that holds jobs. */
function overwriteJobs(path: string): void {
  overwrite(path, Math.floor(readFileSync(path).indexOf('fern fern') / pageBytes))
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

test('salvages what surrounds overwritten pages and keeps the damaged file', () => {
  const path = newPath()
  const first = open(path)
  fill(first.db, 2000)
  first.db.close()
  const pages = statSync(path).size / pageBytes
  // Past the pages of the schema.
  for (const part of [0.5, 0.6, 0.7]) overwrite(path, Math.floor(pages * part))
  const damaged = readFileSync(path)

  const { db, salvage } = open(path)
  expect(count(db, 'jobs')).toBeGreaterThan(1800)
  expect(count(db, 'jobs')).toBe(count(db, 'items'))
  expect(count(db, 'connections')).toBe(1)
  expect(salvage?.salvagedRows).toBeGreaterThan(5000)
  expect(salvage?.setAside).toMatch(/cyanotype\.db\.damaged-\d{4}-/)
  const kept = readFileSync(salvage?.setAside ?? '')
  expect(kept.subarray(pageBytes).equals(damaged.subarray(pageBytes))).toBe(true)
  expect(db.all('PRAGMA foreign_key_check')).toEqual([])
  expect(db.get('SELECT paused FROM queue_state')).toEqual({ paused: 1 })

  db.close()
  expect(open(path).salvage).toBeNull()
})

test('whatever page is overwritten, the database opens again and what was paid for is consistent', {
  // It opens the database once for each of its pages.
}, () => {
  const path = newPath()
  const first = open(path)
  fill(first.db, 60)
  first.db.close()
  const sound = readFileSync(path)
  let salvages = 0
  for (let page = 0; page < sound.length / pageBytes; page++) {
    writeFileSync(path, sound)
    overwrite(path, page)
    const { db, salvage } = open(path)
    if (salvage !== null && salvage.salvagedRows > 0) {
      expect(db.get('SELECT paused FROM queue_state')).toEqual({ paused: 1 })
      salvages++
    }
    expect(db.all('PRAGMA foreign_key_check')).toEqual([])
    expect(db.all('PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }])
    if (count(db, 'jobs') > 0) expect(count(db, 'connections')).toBe(1)
    expect(count(db, 'items')).toBe(count(db, 'jobs'))
    db.close()
  }
  expect(salvages).toBeGreaterThan(20)
})

test('salvages the rows before the end of a truncated file', () => {
  const path = newPath()
  const first = open(path)
  fill(first.db, 2000)
  first.db.close()
  truncateSync(path, Math.floor((statSync(path).size / pageBytes) * 0.6) * pageBytes)
  const { db, salvage } = open(path)
  expect(salvage?.salvagedRows).toBeGreaterThan(1000)
  expect(count(db, 'jobs')).toBeGreaterThan(500)
})

test('salvages what only the log holds after a kill', async () => {
  const path = newPath()
  const first = open(path)
  fill(first.db, 500)
  first.db.close()
  overwriteJobs(path)
  const writer = spawn(process.execPath, [
    '-e',
    `const db = new (require('libsql'))(process.argv[1])
     db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; INSERT INTO keys VALUES ('last', 'service')")
     console.log('written')
     setInterval(() => db.open, 1000)`,
    path,
  ])
  await once(writer.stdout, 'data')
  const ended = once(writer, 'exit')
  writer.kill('SIGKILL')
  await ended
  const { db, salvage } = open(path)
  expect(salvage).not.toBeNull()
  expect(db.all('SELECT id FROM keys')).toEqual([{ id: 'last' }])
})

test.each([
  ['text', Buffer.from('this was never a database '.repeat(500))],
  ['noise', Buffer.alloc(3 * pageBytes, 0x5a)],
  ['a few bytes', Buffer.from('hi')],
])('a file that isn’t a database (%s) is set aside', (_, content) => {
  const path = newPath()
  writeFileSync(path, content)
  const { db, salvage } = open(path)
  expect(salvage?.salvagedRows).toBe(0)
  expect(readFileSync(salvage?.setAside ?? '').equals(content)).toBe(true)
  expect(count(db, 'jobs')).toBe(0)
})

test('an empty file becomes a new database', () => {
  const path = newPath()
  writeFileSync(path, '')
  const { db, salvage } = open(path)
  expect(salvage).toBeNull()
  expect(count(db, 'jobs')).toBe(0)
})

test('finishes a salvage that a kill stopped between the renames', () => {
  const path = newPath()
  const first = open(path)
  fill(first.db, 5)
  first.db.close()
  writeFileSync(`${path}.salvaged`, readFileSync(path))
  writeFileSync(`${path}-wal`, 'log of the damaged one')
  const folder = join(path, '..')
  writeFileSync(`${path}.damaged-2026-01-01T00-00-00-000`, 'damaged')
  rmSync(path)
  expect(count(open(path).db, 'jobs')).toBe(5)
  expect(
    readdirSync(folder).filter((name) => name.endsWith('-wal') && name.includes('damaged')),
  ).toHaveLength(1)
})
