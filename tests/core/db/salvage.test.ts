import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { cases } from '../../../scripts/testRun/cases'
import { count, fill, newPath, open, overwrite, pageBytes } from './openingHarness'

/** Overwrites a page that holds jobs. */
function overwriteJobs(path: string): void {
  overwrite(path, Math.floor(readFileSync(path).indexOf('fern fern') / pageBytes))
}

test('salvages what surrounds overwritten pages and keeps the damaged file', () => {
  const path = newPath()
  const first = open(path)
  const jobs = 500
  fill(first.db, jobs)
  const { last = 0 } =
    first.db.get<{ last: number }>("SELECT max(pageno) AS last FROM dbstat WHERE name = 'sqlite_schema'") ??
    {}
  first.db.close()
  const rest = statSync(path).size / pageBytes - last
  for (const part of [0.3, 0.5, 0.7]) overwrite(path, last + Math.floor(rest * part))
  const damaged = readFileSync(path)

  const { db, salvage } = open(path)
  expect(count(db, 'jobs')).toBeGreaterThan(0.9 * jobs)
  expect(count(db, 'jobs')).toBe(count(db, 'items'))
  expect(count(db, 'connections')).toBe(1)
  expect(salvage?.salvagedRows).toBeGreaterThan(2.5 * jobs)
  expect(salvage?.setAside).toMatch(/cyanotype\.db\.damaged-\d{4}-/)
  const kept = readFileSync(salvage?.setAside ?? '')
  expect(kept.subarray(pageBytes).equals(damaged.subarray(pageBytes))).toBe(true)
  expect(db.all('PRAGMA foreign_key_check')).toEqual([])
  expect(db.get('SELECT paused FROM queue_state')).toEqual({ paused: 1 })

  db.close()
  expect(open(path).salvage).toBeNull()
})

test('whatever page is overwritten, the database opens again and what was paid for is consistent', () => {
  const path = newPath()
  open(path).db.close()
  const empty = readFileSync(path)
  const first = open(path)
  fill(first.db, 60)
  first.db.close()
  const sound = readFileSync(path)
  const pages = Array.from({ length: sound.length / pageBytes }, (_, page) => page)
  const bytesOf = (file: Buffer, page: number) => file.subarray(page * pageBytes, (page + 1) * pageBytes)
  const isFilled = (page: number) => !bytesOf(sound, page).equals(bytesOf(empty, page))
  // All that hold rows, and of those of empty tables and indexes some that are spread over the file.
  const others = pages.filter((page) => !isFilled(page))
  const step = cases(others.length / 8, 1)
  const tried = [
    ...pages.filter(isFilled),
    ...others.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step)),
  ]
  let salvages = 0
  for (const page of tried) {
    writeFileSync(path, sound)
    overwrite(path, page)
    const { db, salvage } = open(path)
    const told = `page ${page}`
    if (salvage !== null && salvage.salvagedRows > 0) {
      expect(db.get('SELECT paused FROM queue_state'), told).toEqual({ paused: 1 })
      salvages++
    }
    expect(db.all('PRAGMA foreign_key_check'), told).toEqual([])
    expect(db.all('PRAGMA quick_check'), told).toEqual([{ quick_check: 'ok' }])
    if (count(db, 'jobs') > 0) expect(count(db, 'connections'), told).toBe(1)
    expect(count(db, 'items'), told).toBe(count(db, 'jobs'))
    db.close()
  }
  expect(salvages).toBeGreaterThan(tried.length / 8)
})

test('salvages the rows before the end of a truncated file', () => {
  const path = newPath()
  const first = open(path)
  // In a smaller file, too much of what is left belongs to the schema.
  const jobs = 2000
  fill(first.db, jobs)
  first.db.close()
  truncateSync(path, Math.floor((statSync(path).size / pageBytes) * 0.6) * pageBytes)
  const { db, salvage } = open(path)
  expect(salvage?.salvagedRows).toBeGreaterThan(0.5 * jobs)
  expect(count(db, 'jobs')).toBeGreaterThan(0.25 * jobs)
})

test('salvages what only the log holds after a kill', async () => {
  const path = newPath()
  const first = open(path)
  fill(first.db, 100)
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
