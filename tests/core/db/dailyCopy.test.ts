import type { ChildProcess } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, type TestContext, test } from 'vitest'
import { keepDailyCopies } from '../../../electron/core/db/dailyCopy'
import type { Database } from '../../../electron/core/db/database'
import { migrations } from '../../../electron/core/db/migrations'
import { openDatabase } from '../../../electron/core/db/opening/openDatabase'
import { childProcesses } from '../../support/childProcesses'
import { eventually } from '../../support/eventually'
import { createFakeClock } from '../../support/fakeClock'
import { startCore } from '../../support/runningCore'
import { mountSmallDisk, type SmallDisk } from '../../support/smallDisk'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memoryLogger } from '../../support/testPorts'

const megabyte = 2 ** 20
const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** A database with daily copies, made by the real process. */
async function keeper(
  folder = temporaryFolder(),
  given: {
    /** Size of the database beyond what every one has. */
    readonly megabytes?: number
    /** Called as soon as a copying process is started, before it runs. */
    readonly onStart?: (child: ChildProcess) => void
    /** What the system answers when asked to kill it. */
    readonly kill?: () => never
  } = {},
) {
  const path = join(folder, 'cyanotype.db')
  const clock = createFakeClock()
  const logger = memoryLogger()
  const processes = await childProcesses()
  const { db } = openDatabase({ path, migrations, clock, logger })
  db.run('CREATE TABLE bulk (bytes)')
  for (let i = 0; i < (given.megabytes ?? 0); i++) db.run('INSERT INTO bulk VALUES (zeroblob(1048576))')
  db.get('PRAGMA wal_checkpoint(TRUNCATE)')
  const copies = keepDailyCopies({
    db,
    path,
    clock,
    logger,
    processes: {
      start(entry, args) {
        const channel = processes.start(entry, args)
        for (const child of processes.running(entry).slice(-1)) given.onStart?.(child)
        return given.kill === undefined ? channel : { ...channel, kill: given.kill }
      },
    },
  })
  onTestFinished(async () => {
    await copies.stop()
    db.close()
    await processes.stop()
  })
  const backups = join(folder, 'backups')
  const names = () => (existsSync(backups) ? readdirSync(backups).sort() : [])
  return {
    db,
    clock,
    logger,
    copies,
    processes,
    backups,
    names,
    /** Lets this time pass and waits until everything due has run: only the next check is then pending. */
    async passes(ms: number): Promise<void> {
      clock.advance(ms)
      while (clock.waiting() !== 1 || processes.running('backup').length > 0) await nextTurn()
    },
    /** The process, once it is started. */
    copying: () => eventually(() => processes.running('backup')[0], { what: 'a copying process' }),
    /** Why the last copy was not made, once that is known. */
    refused: (cause: string) =>
      eventually(() => logger.lines.some(({ fields }) => fields.cause === cause), {
        what: `a copy that is refused: ${cause}`,
      }),
    /** Resolves once there are that many copies and nothing else. */
    copied: (count: number) =>
      eventually(() => names().length === count && names().every((name) => name.endsWith('.db')), {
        what: `${count} copies`,
      }),
    logBytes: () => statSync(`${path}-wal`).size,
  }
}

/** A copy, opened as any database is. */
function openCopy(path: string): Database {
  const { db, salvage } = openDatabase({
    path,
    migrations,
    clock: createFakeClock(),
    logger: memoryLogger(),
  })
  onTestFinished(() => db.close())
  expect(salvage).toBeNull()
  return db
}

function expectFolding({ db, logBytes }: Awaited<ReturnType<typeof keeper>>): void {
  expect(db.get('PRAGMA wal_autocheckpoint')).toEqual({ wal_autocheckpoint: 1000 })
  expect(logBytes()).toBe(0)
}

function smallDisk(folder: string, megabytes: number, skip: TestContext['skip']): SmallDisk {
  const disk = mountSmallDisk(folder, megabytes)
  if ('refused' in disk) {
    console.log(`No disk to fill: ${disk.refused}`)
    return skip(disk.refused)
  }
  onTestFinished(disk.unmount)
  return disk
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

test('copies the database daily and keeps three', async () => {
  const { db, clock, names, passes, backups, copies } = await keeper()
  db.run("INSERT INTO keys (id, connection_id) VALUES ('key', 'service')")
  await passes(minuteMs)
  const [first] = names()
  expect(first).toMatch(/^cyanotype-2026-03-01T12-01-00-000\.db$/)
  for (let hour = 0; hour < 23; hour++) await passes(hourMs)
  expect(names()).toEqual([first])
  for (let hour = 23; hour < 73; hour++) await passes(hourMs)
  expect(names()).toEqual([
    'cyanotype-2026-03-02T12-01-00-000.db',
    'cyanotype-2026-03-03T12-01-00-000.db',
    'cyanotype-2026-03-04T12-01-00-000.db',
  ])
  const newest = join(backups, names().at(-1) ?? '')
  const copy = openCopy(newest)
  expect(copy.all('SELECT id FROM keys')).toEqual([{ id: 'key' }])
  // What waits in it may have been sent since.
  expect(copy.all('SELECT paused FROM queue_state')).toEqual([{ paused: 1 }])
  expect(db.all('SELECT paused FROM queue_state')).toEqual([{ paused: 0 }])
  await copies.stop()
  expect(clock.waiting()).toBe(0)
})

test('copies made while the clock was ahead give way to those made since', async () => {
  const { clock, names, passes } = await keeper()
  const start = clock.now()
  clock.set(365 * 24 * hourMs)
  await passes(minuteMs)
  for (let day = 0; day < 2; day++) for (let hour = 0; hour < 24; hour++) await passes(hourMs)
  expect(names()).toHaveLength(3)
  clock.set(start - clock.now())
  for (let hour = 0; hour < 49; hour++) await passes(hourMs)
  expect(names()).toEqual([
    'cyanotype-2026-03-01T13-00-00-000.db',
    'cyanotype-2026-03-02T13-00-00-000.db',
    'cyanotype-2026-03-03T13-00-00-000.db',
  ])
})

test('the process that runs the app writes no part of a copy', async ({ skip }) => {
  if (process.platform !== 'linux') return skip('only Linux counts what a thread writes')
  const { names, passes, backups, processes, db } = await keeper(temporaryFolder(), { megabytes: 64 })
  const before = bytesWritten()
  await passes(minuteMs)
  expect(bytesWritten() - before).toBeLessThan(megabyte)
  expect(processes.started('backup')).toBe(1)
  const [name = ''] = names()
  expect(statSync(join(backups, name)).size).toBeGreaterThan(64 * megabyte)
  expect(db.get('PRAGMA quick_check')).toEqual({ quick_check: 'ok' })
})

test('a copy is one consistent state of the database, whatever is written while it is made', async () => {
  const children: ChildProcess[] = []
  const kept = await keeper(temporaryFolder(), { onStart: (child) => children.push(child) })
  const { db, clock, names, copied, backups, processes } = kept
  // One page per row, at both ends of the file.
  const rows = (table: string, count: number) =>
    db.transaction(() => {
      db.run(`CREATE TABLE ${table} (state INTEGER NOT NULL, padding TEXT NOT NULL)`)
      for (let i = 0; i < count; i++)
        db.run(`INSERT INTO ${table} VALUES (0, :padding)`, { padding: 'x'.repeat(3000) })
    })
  rows('first', 600)
  for (let i = 0; i < 64; i++) db.run('INSERT INTO bulk VALUES (zeroblob(1048576))')
  rows('last', 600)

  const size = () => {
    const name = names().findLast((one) => !one.endsWith('.db')) ?? ''
    return name === '' ? 0 : (statSync(join(backups, name), { throwIfNoEntry: false })?.size ?? 0)
  }
  // While nothing is folded into the file, the copy is being made. It may be whole before this process looks: then
  // the next day's is tried.
  const isCopying = () =>
    db.get<{ wal_autocheckpoint: number }>('PRAGMA wal_autocheckpoint')?.wal_autocheckpoint === 0
  clock.advance(minuteMs)
  while (size() < 16 * megabyte || !isCopying()) {
    if (clock.waiting() === 1 && processes.running('backup').length === 0) clock.advance(25 * hourMs)
    await nextTurn()
  }
  const [child] = children.slice(-1)
  if (child === undefined) throw new Error('nothing copies')
  pauseProcess(child)
  db.transaction(() => {
    db.run('UPDATE first SET state = 1')
    db.run('UPDATE last SET state = 1')
  })
  // More than SQLite lets the log grow on its own.
  expect(kept.logBytes()).toBeGreaterThan(4.5 * megabyte)
  child.kill('SIGCONT')
  await copied(Math.min(children.length, 3))

  const copy = openCopy(join(backups, names().at(-1) ?? ''))
  expect(copy.all('SELECT DISTINCT state FROM first UNION ALL SELECT DISTINCT state FROM last')).toEqual([
    { state: 0 },
    { state: 0 },
  ])
  expect(db.all('SELECT DISTINCT state FROM first UNION ALL SELECT DISTINCT state FROM last')).toEqual([
    { state: 1 },
    { state: 1 },
  ])
  expectFolding(kept)
})

test('a disk without room for a copy keeps the copies it has', async ({ skip }) => {
  const folder = temporaryFolder()
  const disk = smallDisk(folder, 128, skip)
  const { clock, refused, names } = await keeper(folder, { megabytes: 40 })
  await disk.fill(12e6)
  const free = freeBytes(folder)
  clock.advance(minuteMs)
  await refused('room')
  expect(names()).toEqual([])
  expect(freeBytes(folder)).toBe(free)
})

test('a disk that fills up while a copy is made gets its room back at once', async ({ skip }) => {
  const folder = temporaryFolder()
  const disk = smallDisk(folder, 512, skip)
  const kept = await keeper(folder, {
    megabytes: 40,
    onStart: pauseProcess,
  })
  kept.clock.advance(minuteMs)
  const child = await kept.copying()
  await disk.fill(12e6)
  const free = freeBytes(folder)
  child.kill('SIGCONT')
  await kept.refused('ENOSPC')
  // The name of a file goes before its room is free.
  await eventually(() => freeBytes(folder) >= free, { what: 'the room of the unfinished copy' })
  expect(kept.names()).toEqual([])
  expectFolding(kept)
})

test('a process that hangs is killed, and the log is folded into the file again', async () => {
  const kept = await keeper(temporaryFolder(), { onStart: pauseProcess })
  kept.clock.advance(minuteMs)
  await kept.copying()
  kept.db.run("INSERT INTO keys (id, connection_id) VALUES ('key', 'service')")
  expect(kept.db.get('PRAGMA wal_autocheckpoint')).toEqual({ wal_autocheckpoint: 0 })
  kept.clock.advance(3 * minuteMs)
  await kept.refused('late')
  await eventually(() => kept.processes.running('backup').length === 0)
  expect(kept.names()).toEqual([])
  expectFolding(kept)
})

test('a log that grows too long aborts the copy', async () => {
  const kept = await keeper(temporaryFolder(), { onStart: pauseProcess })
  kept.clock.advance(minuteMs)
  await kept.copying()
  for (let i = 0; i < 9; i++) kept.db.run('INSERT INTO bulk VALUES (zeroblob(1048576))')
  await eventually(() => {
    kept.clock.advance(100)
    return kept.logger.lines.some(({ fields }) => fields.cause === 'busy')
  })
  expect(kept.names()).toEqual([])
  expectFolding(kept)
})

test('a process that is killed leaves nothing behind', async () => {
  const kept = await keeper(temporaryFolder(), { onStart: (child) => child.kill('SIGKILL') })
  kept.clock.advance(minuteMs)
  await kept.refused('ended')
  await eventually(() => kept.names().length === 0)
  expectFolding(kept)
})

test('a process that the system won’t let us kill blocks neither later copies nor the app’s exit', async () => {
  const kept = await keeper(temporaryFolder(), {
    onStart: pauseProcess,
    kill() {
      throw Object.assign(new Error('EPERM: not permitted'), { code: 'EPERM' })
    },
  })
  kept.clock.advance(minuteMs)
  await kept.copying()
  kept.clock.advance(3 * minuteMs)
  await eventually(() => kept.logger.lines.some(({ event }) => event === 'database.copyFailed'), {
    what: 'a copy that failed',
  })
  await eventually(() => kept.clock.waiting() === 1, { what: 'the plan of the next copy alone' })
  expectFolding(kept)
  await kept.copies.stop()
  expect(kept.clock.waiting()).toBe(0)
})

test('the app’s exit leaves nothing of an unfinished copy', async () => {
  const kept = await keeper(temporaryFolder(), { onStart: pauseProcess })
  kept.clock.advance(minuteMs)
  await kept.copying()
  kept.db.run("INSERT INTO keys (id, connection_id) VALUES ('key', 'service')")
  await kept.copies.stop()
  kept.db.close()
  expect(kept.names()).toEqual([])
  expect(kept.processes.running('backup')).toEqual([])
  expect(kept.clock.waiting()).toBe(0)
})

test('the next start removes what a kill left of a copy', async () => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'backups'))
  const sound = 'cyanotype-2026-02-28T12-00-00-000.db'
  for (const name of [
    'cyanotype.partial',
    'cyanotype.partial-journal',
    'cyanotype-2026-03-01T11-00-00-000.partial',
    sound,
  ])
    writeFileSync(join(folder, 'backups', name), name)
  const { names } = await keeper(folder)
  await eventually(() => names().length === 1)
  // Its database is gone.
  expect(names()).toEqual([sound.replace('.db', '.before-loss.db')])
})

test('the core copies its database', async () => {
  const folder = temporaryFolder()
  const clock = createFakeClock()
  const { ports } = await startCore(folder, { prepare: (given) => void Object.assign(given, { clock }) })
  clock.advance(minuteMs)
  const backups = join(ports.places.profile, 'backups')
  const [name = ''] = await eventually(() => {
    const names = existsSync(backups) ? readdirSync(backups) : []
    return names.some((one) => one.endsWith('.db')) ? names : null
  })
  expect(openCopy(join(backups, name)).get('PRAGMA quick_check')).toEqual({ quick_check: 'ok' })
})

/** Written by the threads of this process, not by its children. */
function bytesWritten(): number {
  return readdirSync('/proc/self/task').reduce((sum, thread) => {
    const io = readFileSync(`/proc/self/task/${thread}/io`, 'utf8')
    return sum + Number(/^wchar: (\d+)$/m.exec(io)?.[1])
  }, 0)
}

function pauseProcess(child: ChildProcess): void {
  child.kill('SIGSTOP')
}
