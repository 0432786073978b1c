import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { keepDailyCopies } from '../../../electron/core/db/dailyCopy'
import type { OpenedDatabase } from '../../../electron/core/db/opening/openDatabase'
import { childProcesses } from '../../support/childProcesses'
import { createFakeClock } from '../../support/fakeClock'
import { memoryLogger } from '../../support/testPorts'
import { count, fill, newPath, open } from './openingHarness'

const hourMs = 3_600_000

/** A database with its daily copies, over several runs of the app. */
async function setUp() {
  const path = newPath()
  const backups = join(path, '..', 'backups')
  const clock = createFakeClock()
  const logger = memoryLogger()
  const processes = await childProcesses()
  onTestFinished(() => processes.stop())
  return {
    path,
    clock,
    names: () => readdirSync(backups).sort(),
    jobsIn: (name: string) => count(open(join(backups, name), { clock }).db, 'jobs'),
    async runs(days: number, use: (opened: OpenedDatabase) => void = () => {}) {
      const opened = open(path, { clock })
      use(opened)
      const copies = keepDailyCopies({ db: opened.db, path, clock, logger, processes })
      for (let hour = 0; hour <= days * 24; hour++) {
        clock.advance(hour === 0 ? hourMs / 60 : hourMs)
        while (clock.waiting() !== 1 || processes.running('backup').length > 0) await nextTurn()
      }
      await copies.stop()
      opened.db.close()
    },
  }
}

test.each([
  ['zeroes', (path: string) => writeFileSync(path, Buffer.alloc(readFileSync(path).length))],
  ['an empty file', (path: string) => truncateSync(path)],
  ['gone', (path: string) => rmSync(path)],
])('once the database is %s, its last copy is kept beside those that are made since', async (_, lose) => {
  const { path, clock, names, jobsIn, runs } = await setUp()
  await runs(3, ({ db }) => fill(db, 20))
  const last = names().at(-1) ?? ''
  // The second time before anything of the new one was copied.
  for (let times = 0; times < 2; times++) {
    lose(path)
    open(path, { clock }).db.close()
  }
  const kept = last.replace('.db', '.before-loss.db')
  expect(names().filter((name) => name.includes('before-loss'))).toEqual([kept])
  await runs(4)
  expect(names()).toHaveLength(4)
  expect(names()).toContain(kept)
  expect(jobsIn(kept)).toBe(20)
})
