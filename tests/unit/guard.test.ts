import { getSystemErrorName } from 'node:util'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { createGuard, guardedPorts } from '../../electron/core/guard'
import { childProcesses } from '../support/childProcesses'
import { createFakeClock } from '../support/fakeClock'
import { temporaryFolder } from '../support/temporaryFolder'
import { testDatabase } from '../support/testDatabase'
import { memoryLogger, testPorts } from '../support/testPorts'

const second = 1000
const minute = 60 * second

/** A guard over a real database that can be made to accept no writes, as a full disk does. */
function setUp() {
  const db = testDatabase()
  const clock = createFakeClock()
  const logger = memoryLogger()
  const told: (AppError['code'] | null)[] = []
  const bugs: unknown[] = []
  const write = () => db.run('UPDATE queue_state SET paused = paused')
  let probes = 0
  const guard = createGuard({
    clock,
    logger,
    probe() {
      probes++
      write()
    },
    onStorage: (error) => told.push(error?.code ?? null),
    onBug: (problem) => bugs.push(problem),
  })
  const pass = async (ms: number, step = second) => {
    for (let passed = 0; passed < ms; passed += step) {
      clock.advance(step)
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
  }
  /** Writes, and counts how often a write began and how often it succeeded. */
  const counted = () => {
    const count = { begun: 0, done: 0 }
    const work = () => {
      count.begun++
      write()
      count.done++
    }
    return { count, work }
  }
  return {
    db,
    clock,
    logger,
    told,
    bugs,
    guard,
    pass,
    counted,
    fill: (isFull: boolean) => void db.get(`PRAGMA query_only = ${isFull ? 'ON' : 'OFF'}`),
    probes: () => probes,
  }
}

describe('work the disk refuses', () => {
  test('is repeated until it succeeds; the user is told once, and once that all is well', async () => {
    const { guard, pass, counted, fill, told, bugs } = setUp()
    const { count, work } = counted()
    fill(true)
    await guard.run(work)
    expect(count).toEqual({ begun: 1, done: 0 })
    expect(told).toEqual(['storageUnwritable'])
    await pass(5 * minute)
    fill(false)
    await pass(minute)
    expect(count.done).toBe(1)
    expect(told).toEqual(['storageUnwritable', null])
    await pass(5 * minute)
    expect(count.done).toBe(1)
    expect(bugs).toEqual([])
  })

  test('waits for a successful trial write, attempted less and less often, down to once a minute', async () => {
    const { guard, pass, counted, fill, probes } = setUp()
    const { count, work } = counted()
    fill(true)
    await guard.run(work)
    await pass(63 * second)
    expect(probes()).toBe(6)
    await pass(60 * minute, 10 * second)
    expect(probes()).toBeLessThanOrEqual(67)
    expect(probes()).toBeGreaterThanOrEqual(60)
    expect(count.begun).toBe(1)
  })

  test.each(['a timer', 'a microtask', 'a promise', 'an event'])(
    'is repeated when started by %s',
    async (by) => {
      const { guard, clock, pass, counted, fill, told } = setUp()
      const { count, work } = counted()
      const ports = testPorts(temporaryFolder(), { processes: await childProcesses() })
      const guarded = guardedPorts(ports, guard)
      fill(true)
      if (by === 'a timer') guarded.clock.after(second, work)
      else if (by === 'a microtask') guard.soon(work)
      else if (by === 'a promise') void guard.run(async () => work())
      else {
        guarded.power.onResume(work)
        ports.resume()
      }
      clock.advance(second)
      await pass(second)
      expect(count).toEqual({ begun: 1, done: 0 })
      expect(told).toEqual(['storageUnwritable'])
      fill(false)
      await pass(minute)
      expect(count.done).toBe(1)
      expect(told).toEqual(['storageUnwritable', null])
    },
  )

  test('by a timer that is cancelled meanwhile is not repeated, and recovery is still reported', async () => {
    const { guard, clock, pass, counted, fill, told } = setUp()
    const { count, work } = counted()
    const cancel = guard.clock.after(second, work)
    fill(true)
    clock.advance(second)
    cancel()
    fill(false)
    await pass(minute)
    expect(count).toEqual({ begun: 1, done: 0 })
    expect(told).toEqual(['storageUnwritable', null])
  })

  test('that succeeded in another way meanwhile is not repeated', async () => {
    const { guard, pass, counted, fill } = setUp()
    const { count, work } = counted()
    fill(true)
    await guard.run(work)
    fill(false)
    await guard.run(work)
    await pass(minute)
    expect(count).toEqual({ begun: 2, done: 1 })
  })

  test('delays no other work to be repeated, and is not waited for forever', async () => {
    const { guard, pass, counted, fill, told } = setUp()
    const { count, work } = counted()
    let tries = 0
    fill(true)
    await guard.run(() => {
      if (++tries > 1) return new Promise<void>(() => {})
      return work()
    })
    await guard.run(work)
    fill(false)
    await pass(minute)
    expect(count.done).toBe(1)
    expect(told).toEqual(['storageUnwritable', null])
  })

  test('with retries of its own is reported by its code and not repeated', async () => {
    const { guard, db, pass, fill, told, logger } = setUp()
    fill(true)
    try {
      db.run('UPDATE queue_state SET paused = paused')
    } catch (problem) {
      expect(guard.failed('queue.pollFailed', problem, { job: 'one' })).toMatchObject({
        code: 'storageUnwritable',
        detail: { cause: expect.stringMatching(/^SQLITE_/) },
      })
    }
    expect(logger.lines).toMatchObject([
      { level: 'error', event: 'queue.pollFailed', fields: { job: 'one' } },
    ])
    expect(told).toEqual(['storageUnwritable'])
    fill(false)
    await pass(minute)
    expect(told).toEqual(['storageUnwritable', null])
  })

  test('is neither run nor reported once the app is quitting', async () => {
    const { guard, pass, counted, fill, told, bugs } = setUp()
    const { count, work } = counted()
    fill(true)
    await guard.run(work)
    guard.stop()
    fill(false)
    await guard.run(() => {
      throw new TypeError('too late')
    })
    await pass(5 * minute)
    expect(count.begun).toBe(1)
    expect(told).toEqual(['storageUnwritable'])
    expect(bugs).toEqual([])
  })
})

describe('work that fails for another reason', () => {
  test('is repeated if a file caused it, without a word about the disk', async () => {
    const { guard, pass, told } = setUp()
    let tries = 0
    await guard.run(() => {
      if (++tries < 3) throw Object.assign(new Error('busy'), { code: 'EBUSY' })
    })
    await pass(minute)
    expect(tries).toBe(3)
    expect(told).toEqual([])
  })

  test.each([
    ...['ENOTCONN', 'EHOSTDOWN', 'ETIMEDOUT', 'UNKNOWN', 'EINVAL', 'EFAULT', 'EXDEV', 'ENAMETOOLONG'],
    // Over its quota, and damaged.
    ...[-122, -117].map(getSystemErrorName),
  ])('ends nothing if the profile is on a drive that answers with %s', async (code) => {
    const clock = createFakeClock()
    const bugs: unknown[] = []
    const told: unknown[] = []
    let isAway = true
    const guard = createGuard({
      clock,
      logger: memoryLogger(),
      probe() {
        if (isAway) throw Object.assign(new Error(code), { code, syscall: 'open', path: '/profile/probe' })
      },
      onStorage: (error) => told.push(error?.code ?? null),
      onBug: (problem) => bugs.push(problem),
    })
    const db = testDatabase()
    db.get('PRAGMA query_only = ON')
    await guard.run(() => db.run('UPDATE queue_state SET paused = paused'))
    const pass = async () => {
      clock.advance(minute)
      for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve))
    }
    await pass()
    expect(bugs).toEqual([])
    isAway = false
    db.get('PRAGMA query_only = OFF')
    await pass()
    await pass()
    expect(told).toEqual(['storageUnwritable', null])
  })

  test('ends nothing if a slow drive answers once everything is closed', async () => {
    const clock = createFakeClock()
    const bugs: unknown[] = []
    let refuse = (_problem: unknown): void => {}
    const probing = new Promise<void>((_, reject) => {
      refuse = reject
    })
    const guard = createGuard({
      clock,
      logger: memoryLogger(),
      probe: () => probing,
      onStorage: () => {},
      onBug: (problem) => bugs.push(problem),
    })
    const db = testDatabase()
    db.get('PRAGMA query_only = ON')
    await guard.run(() => db.run('UPDATE queue_state SET paused = paused'))
    clock.advance(minute)
    guard.stop()
    refuse(new TypeError('The database connection is not open'))
    await new Promise((resolve) => setImmediate(resolve))
    expect(bugs).toEqual([])
  })

  test('is logged when it was to be expected', async () => {
    const { guard, logger, bugs } = setUp()
    await guard.run(async () => {
      throw new AppFailure(appError('tableClosed'))
    })
    expect(logger.lines).toMatchObject([{ level: 'warn', fields: { code: 'tableClosed' } }])
    expect(bugs).toEqual([])
  })

  test.each(['at once', 'by its promise'])(
    'is handled as a bug, and never thrown to the caller: %s',
    async (how) => {
      const { guard, bugs, told, pass } = setUp()
      const bug = new TypeError('undefined is not a function')
      let runs = 0
      await guard.run(() => {
        runs++
        if (how === 'at once') throw bug
        return Promise.reject(bug)
      })
      await pass(minute)
      expect(bugs).toEqual([bug])
      expect(runs).toBe(1)
      expect(told).toEqual([])
    },
  )

  test('is also a bug when our SQL is wrong', async () => {
    const { guard, db, bugs, told } = setUp()
    await guard.run(() => db.run('UPDATE nothing SET paused = 1'))
    expect(bugs).toHaveLength(1)
    expect(told).toEqual([])
  })

  test('ends the process unless configured otherwise', async () => {
    const clock = createFakeClock()
    const guard = createGuard({ clock, logger: memoryLogger(), probe: () => {}, onStorage: () => {} })
    const uncaught = new Promise((resolve) => {
      const others = process.listeners('uncaughtException')
      process.removeAllListeners('uncaughtException')
      process.once('uncaughtException', (problem) => {
        for (const other of others) process.on('uncaughtException', other)
        resolve(problem)
      })
    })
    const bug = new TypeError('undefined is not a function')
    guard.clock.after(second, () => {
      throw bug
    })
    clock.advance(second)
    expect(await uncaught).toBe(bug)
  })
})
