import { describe, expect, test } from 'vitest'
import { migrations } from '../../electron/core/db/migrations'
import { openDatabase } from '../../electron/core/db/opening/openDatabase'
import { createTaskWatch, type Task } from '../../electron/core/taskWatch'
import { realClock } from '../support/fakeClock'
import { temporaryFolder } from '../support/temporaryFolder'
import { memoryLogger } from '../support/testPorts'

/** A watch on a time that passes only when a test says so. */
function setUp() {
  let time = 0
  const logger = memoryLogger()
  const told: Task[] = []
  const watch = createTaskWatch({ now: () => time, logger, onTask: (task) => told.push(task) })
  const pass = (ms: number) => {
    time += ms
  }
  return { watch, logger, told, pass, times: () => watch.counts().map(({ name, times }) => [name, times]) }
}

describe('a task', () => {
  test('is counted once it takes more than 50 ms, by its name', () => {
    const { watch, pass, times, told } = setUp()
    watch.measure('route', 'jobs.act', () => pass(50))
    expect(times()).toEqual([])
    watch.measure('route', 'jobs.act', () => pass(51))
    watch.measure('route', 'jobs.act', () => pass(300))
    watch.measure('route', 'jobs.act', () => pass(60))
    watch.measure('route', 'gallery.page', () => pass(70))
    expect(times()).toEqual([
      ['route jobs.act', 3],
      ['route gallery.page', 1],
    ])
    expect(watch.counts()[0]?.ms).toBe(300)
    expect(told.map(({ ms }) => ms)).toEqual([50, 51, 300, 60, 70])
  })

  test('returns what it returns, throws what it throws, and is measured either way', () => {
    const { watch, pass, times } = setUp()
    expect(watch.measure('timer', 'look', () => 7)).toBe(7)
    const failing = () =>
      watch.measure('timer', 'look', () => {
        pass(60)
        throw new Error('no')
      })
    expect(failing).toThrow('no')
    watch.measure('timer', 'look', () => pass(10))
    expect(times()).toEqual([['timer look', 1]])
  })

  test('inside another is part of it; the SQL that took longest together is the reason', () => {
    const { watch, pass, told } = setUp()
    const statement = (sql: string, ms: number) => watch.measure('statement', sql, () => pass(ms))
    watch.measure('route', 'jobs.act', () => {
      statement('SELECT 1', 25)
      watch.measure('transaction', 'act', () => {
        for (let i = 0; i < 5; i++) statement('UPDATE jobs', 10)
      })
    })
    expect(watch.counts()).toEqual([
      {
        name: 'route jobs.act',
        ms: 75,
        times: 1,
        reason: { name: 'UPDATE jobs', ms: 50, times: 5 },
      },
    ])
    expect(told).toHaveLength(1)
    watch.measure('route', 'jobs.edit', () => pass(90))
    expect(watch.counts()[0]).toMatchObject({ name: 'route jobs.edit', reason: null })
  })

  test('is known by its function, or by how that begins', () => {
    const { watch, pass, times } = setUp()
    function pump() {}
    watch.measure('timer', pump, () => pass(60))
    watch.measure(
      'work',
      (
        () => () =>
          pump()
      )(),
      () => pass(60),
    )
    watch.measure('statement', `SELECT   1\n  FROM jobs WHERE ${'x'.repeat(500)}`, () => pass(60))
    expect(times().map(([name]) => name)).toEqual([
      'timer pump',
      'work () => pump()',
      expect.stringMatching(/^statement SELECT 1 FROM jobs WHERE x{70,80}$/),
    ])
  })
})

describe('the loop', () => {
  test('that was late for more than its pieces explain was blocked by something unnamed', () => {
    const { watch, pass, times } = setUp()
    watch.measure('timer', 'pump', () => pass(40))
    watch.measure('route', 'queue.overview', () => pass(45))
    watch.cameRound(200)
    expect(watch.counts()).toEqual([
      { name: 'unnamed', ms: 115, times: 1, reason: { name: 'queue.overview', ms: 45, times: 1 } },
    ])
    watch.cameRound(50)
    expect(times()).toEqual([['unnamed', 1]])
    // What ran in an earlier turn explains nothing of this one.
    watch.cameRound(60)
    expect(times()).toEqual([['unnamed', 2]])
  })

  test('was blocked by many short pieces together', () => {
    const { watch, pass } = setUp()
    watch.measure('route', 'queue.overview', () => pass(30))
    for (let i = 0; i < 64; i++)
      watch.measure(
        'transaction',
        () => {},
        () => pass(2),
      )
    watch.cameRound(160)
    expect(watch.counts()).toEqual([
      { name: 'together', ms: 160, times: 1, reason: { name: 'transaction', ms: 128, times: 64 } },
    ])
  })

  test('that one long piece blocked has its name already', () => {
    const { watch, pass, times } = setUp()
    watch.measure('route', 'queue.overview', () => pass(90))
    watch.cameRound(95)
    expect(times()).toEqual([['route queue.overview', 1]])
    watch.measure('route', 'queue.batches', () => pass(40))
    watch.cameRound(60)
    expect(times()).toContainEqual(['together', 1])
  })

  test('that came round after a minute was asleep with the computer', () => {
    const { watch, times } = setUp()
    watch.cameRound(3_600_000)
    expect(times()).toEqual([])
  })
})

describe('the log', () => {
  test('gets a few lines a minute of one name, and one line a name at the end', () => {
    const { watch, logger, pass } = setUp()
    for (let second = 0; second < 60; second++) {
      watch.measure('route', 'jobs.act', () => pass(100))
      pass(900)
    }
    watch.measure('route', 'jobs.edit', () => pass(60))
    const lines = logger.lines.map(({ event, fields }) => [event, fields.task])
    expect(lines).toEqual([
      ...Array.from({ length: 3 }, () => ['task.long', 'route jobs.act']),
      ['task.long', 'route jobs.edit'],
    ])
    watch.logCounts()
    expect(logger.lines.slice(4).map(({ event, fields }) => [event, fields.task, fields.times])).toEqual([
      ['task.longCount', 'route jobs.act', 60],
      ['task.longCount', 'route jobs.edit', 1],
    ])
  })

  test('of many names stays short', () => {
    const { watch, pass, times } = setUp()
    for (let i = 0; i < 500; i++) watch.measure('route', `r${i}`, () => pass(60))
    expect(times()).toHaveLength(201)
    expect(times()).toContainEqual(['other', 300])
  })
})

describe('in the database', () => {
  /** Between any two looks at the clock 20 ms pass: so long takes each statement. */
  function setUpDatabase() {
    const told: Task[] = []
    let time = 0
    const tasks = createTaskWatch({
      now: () => {
        time += 20
        return time
      },
      logger: memoryLogger(),
      onTask: (task) => told.push(task),
    })
    const path = `${temporaryFolder()}/cyanotype.db`
    const { db } = openDatabase({ path, migrations, clock: realClock, logger: memoryLogger(), tasks })
    return { db, told, tasks }
  }
  const counting =
    'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < :to) SELECT sum(i) FROM n'

  test('a long statement is known by its SQL, without its parameters', () => {
    const { db, told } = setUpDatabase()
    db.get(counting, { to: 1_234 })
    db.close()
    const names = told.map(({ name }) => name)
    expect(names).toContainEqual(expect.stringContaining('statement WITH RECURSIVE n(i) AS (SELECT 1'))
    expect(JSON.stringify(told.map(({ name, reason }) => [name, reason?.name]))).not.toContain('1234')
  })

  test('a transaction is known by who runs it, with the statement that took the time', () => {
    const { db, told } = setUpDatabase()
    function countFar() {
      db.transaction(() => {
        for (let to = 1; to < 9; to++) db.get(counting, { to })
      })
    }
    countFar()
    db.close()
    const task = told.find(({ name }) => name === 'transaction countFar')
    expect(task?.reason?.name).toContain('WITH RECURSIVE n(i)')
  })
})
