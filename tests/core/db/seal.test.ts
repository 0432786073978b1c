import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { copyFile as copyDatabase, isSound } from '../../../electron/backup/copy'
import { migrations } from '../../../electron/core/db/migrations'
import { openDatabase } from '../../../electron/core/db/opening/openDatabase'
import { sealDatabase } from '../../../electron/core/db/opening/seal'
import { openProfile } from '../../../electron/core/profile'
import { childProcesses } from '../../support/childProcesses'
import { damage, tableColumns } from '../../support/damagedDatabase'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { fillConnection } from '../../support/filledDatabase'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memoryLogger } from '../../support/testPorts'

const clock = createFakeClock()
const version = '1.0.0'
const pageBytes = 4096
const twoDays = 2 * 24 * 60 * 60 * 1000

function open(path: string, options: Partial<Parameters<typeof openDatabase>[0]> = {}) {
  const opened = openDatabase({ path, migrations, version, clock, logger: memoryLogger(), ...options })
  onTestFinished(() => opened.db.close())
  return opened.db
}

/** A database that was closed in good order. */
function closed(): string {
  const path = join(temporaryFolder(), 'cyanotype.db')
  const db = open(path)
  fillConnection(db, { name: 'one', baseUrl: 'https://one.test', now: clock.now() })
  db.close()
  return path
}

/** Someone else writes a word into a row that the app doesn't know. */
function spoil(path: string): void {
  const column = tableColumns(path).find((one) => one.table === 'jobs' && one.column === 'mode')
  if (column === undefined) throw new Error('there is no such column')
  damage(path, 'jobs', [{ ...column, value: "'sideways'", where: 'TRUE' }])
}

const kept = (path: string, options?: Parameters<typeof open>[1]) =>
  open(path, options).all('SELECT 1 FROM damaged_rows').length

test('a database that was closed in good order isn’t read whole at the next start', () => {
  const path = closed()
  spoil(path)
  // Damage that nobody wrote, as far as the file tells.
  sealDatabase(path, { version, checkedAt: clock.now() })
  expect(kept(path)).toBe(0)
})

test('it is read whole if anybody wrote to it, even if its time was set back', () => {
  const path = closed()
  const { atime, mtime } = statSync(path)
  spoil(path)
  utimesSync(path, atime, mtime)
  expect(kept(path)).toBeGreaterThan(0)
})

test.each([
  ['by another version of the app', { version: '1.0.1' }],
  ['after two days', { clock: createFakeClock(clock.now() + twoDays) }],
  ['after the clock was set back', { clock: createFakeClock(clock.now() - 1) }],
])('it is read whole %s', (_, options) => {
  const path = closed()
  spoil(path)
  sealDatabase(path, { version, checkedAt: clock.now() })
  expect(kept(path, options)).toBeGreaterThan(0)
})

test('a seal lasts for one start: an app that is killed leaves none', () => {
  const path = closed()
  expect(existsSync(`${path}-sealed`)).toBe(true)
  open(path)
  expect(existsSync(`${path}-sealed`)).toBe(false)
})

/** The first page of the jobs is damaged, though nobody wrote to the file, as far as it tells. */
function rot(path: string): void {
  const reading = open(path)
  const page =
    reading.get<{ rootpage: number }>("SELECT rootpage FROM sqlite_schema WHERE name = 'jobs'")?.rootpage ?? 0
  reading.close()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(pageBytes, 0xee), 0, pageBytes, (page - 1) * pageBytes)
  closeSync(file)
  sealDatabase(path, { version, checkedAt: clock.now() })
}

/** When the seal says that everything was read, milliseconds since the epoch; null: never. */
const readWholeAt = (path: string): unknown => JSON.parse(readFileSync(`${path}-sealed`, 'utf8')).checkedAt

test('after a statement that met damage, the next start reads everything', () => {
  const path = closed()
  rot(path)
  const db = open(path)
  expect(() => db.all('SELECT * FROM jobs')).toThrow('malformed')
  db.close()
  expect(readWholeAt(path)).toBeNull()
})

test('after a daily copy was found damaged, the next start reads everything', async () => {
  const path = closed()
  rot(path)
  const processes = await childProcesses()
  onTestFinished(() => processes.stop())
  const logger = memoryLogger()
  const { db, copies } = openProfile({ profile: dirname(path), version, processes, clock, logger })
  clock.advance(60_000)
  await eventually(() => logger.lines.some(({ fields }) => fields.cause === 'unsound'))
  await copies.stop()
  db.close()
  expect(readWholeAt(path)).toBeNull()
})

test('after a statement that couldn’t read a value, the next start reads everything', () => {
  const path = closed()
  const column = tableColumns(path).find((one) => one.table === 'connections' && one.column === 'models_json')
  if (column === undefined) throw new Error('there is no such column')
  damage(path, 'connections', [{ ...column, value: "'{'", where: 'TRUE' }])
  sealDatabase(path, { version, checkedAt: clock.now() })
  const db = open(path)
  expect(() => db.all("SELECT models_json ->> '$[0]' FROM connections")).toThrow('malformed JSON')
  db.close()
  expect(kept(path)).toBeGreaterThan(0)
})

/** Whether the next start takes it for what the last run left, and is told. */
function isOurs(path: string): boolean {
  const opened = openDatabase({ path, migrations, version, clock, logger: memoryLogger() })
  opened.makeOurs()
  opened.db.close()
  return opened.isOurs
}

test('it is known to be what the last run left, also if that was killed', () => {
  const path = closed()
  expect(isOurs(path)).toBe(true)
  expect(isOurs(path)).toBe(true)
  open(path)
  const killed = temporaryFolder()
  cpSync(dirname(path), killed, { recursive: true })
  expect(isOurs(join(killed, 'cyanotype.db'))).toBe(true)
})

test('it isn’t if it was put back from a copy, over it or in its place, or belongs to a copied profile', () => {
  const path = closed()
  const copy = `${path}-copy`
  copyFileSync(path, copy)
  expect(isOurs(path)).toBe(true)
  copyFileSync(copy, path)
  expect(isOurs(path)).toBe(false)
  expect(isOurs(path)).toBe(true)
  rmSync(path)
  copyFileSync(copy, path)
  expect(isOurs(path)).toBe(false)
  const copied = temporaryFolder()
  cpSync(dirname(path), copied, { recursive: true })
  expect(isOurs(join(copied, 'cyanotype.db'))).toBe(false)
})

test('it isn’t if it was put in the place of one that a killed run left', () => {
  const path = closed()
  const copy = `${path}-copy`
  copyFileSync(path, copy)
  open(path)
  const killed = temporaryFolder()
  cpSync(dirname(path), killed, { recursive: true })
  const inPlace = join(killed, 'cyanotype.db')
  for (const end of ['', '-wal', '-shm']) rmSync(`${inPlace}${end}`, { force: true })
  copyFileSync(copy, inPlace)
  expect(isOurs(inPlace)).toBe(false)
  expect(isOurs(inPlace)).toBe(true)
})

test('it isn’t if it is a daily copy of the run that was killed, put beside the log of that', async () => {
  const path = closed()
  const db = open(path)
  db.get('PRAGMA wal_checkpoint(TRUNCATE)')
  const copy = `${path}-copy`
  await copyDatabase(path, copy)
  expect(isSound(copy)).toBe(true)
  fillConnection(db, { name: 'two', baseUrl: 'https://two.test', now: clock.now() })
  const killed = temporaryFolder()
  cpSync(dirname(path), killed, { recursive: true })
  const inPlace = join(killed, 'cyanotype.db')
  expect(statSync(`${inPlace}-wal`).size).toBeGreaterThan(0)
  copyFileSync(copy, inPlace)
  expect(isOurs(inPlace)).toBe(false)
})

test('it is also if its rights were changed, or if there was trouble with the disk', () => {
  const path = closed()
  chmodSync(path, 0o640)
  expect(isOurs(path)).toBe(true)
  const opened = openDatabase({ path, migrations, version, clock, logger: memoryLogger() })
  opened.doubt()
  opened.db.close()
  expect(isOurs(path)).toBe(true)
})

test('it is also after a start that failed', () => {
  const path = closed()
  const options = { path, version, clock, logger: memoryLogger() }
  const bad = { version: migrations.length + 1, name: 'bad', sql: 'SELECT 1 FROM nothing_there' }
  expect(() => openDatabase({ ...options, migrations: [...migrations, bad] })).toThrow('nothing_there')
  expect(isOurs(path)).toBe(true)
})

test('it is also if so much of it was damaged that what can be read took its place', () => {
  const path = closed()
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, 4 * pageBytes)
  closeSync(file)
  // The disk did that: nobody wrote to the file.
  sealDatabase(path, { version, checkedAt: null })
  const opened = openDatabase({ path, migrations, version, clock, logger: memoryLogger() })
  opened.db.close()
  expect(opened).toMatchObject({ salvage: { setAside: expect.any(String) }, isOurs: true })
  expect(isOurs(path)).toBe(true)
})

describe('where the disk takes no seal', () => {
  /** A database that was closed there, and a copy of it from before that run. */
  function unsealed(): { readonly path: string; readonly copy: string } {
    const path = closed()
    const copy = `${path}-copy`
    copyFileSync(path, copy)
    const db = open(path)
    mkdirSync(`${path}-sealed`)
    db.close()
    return { path, copy }
  }

  test('it is what the last run left', () => {
    const { path } = unsealed()
    expect(isOurs(path)).toBe(true)
    expect(isOurs(path)).toBe(true)
  })

  test('it isn’t if it was put back from a copy, over it or in its place', () => {
    const { path, copy } = unsealed()
    copyFileSync(copy, path)
    expect(isOurs(path)).toBe(false)
    expect(isOurs(path)).toBe(true)
    rmSync(path)
    copyFileSync(copy, path)
    expect(isOurs(path)).toBe(false)
  })

  test('it isn’t if that copy was made while the last run had it open', () => {
    const path = closed()
    const copy = `${path}-copy`
    const db = open(path)
    mkdirSync(`${path}-sealed`)
    copyFileSync(path, copy)
    db.close()
    copyFileSync(copy, path)
    expect(isOurs(path)).toBe(false)
  })
})
