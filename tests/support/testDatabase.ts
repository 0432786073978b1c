import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '../../electron/core/db/database'
import { migrations } from '../../electron/core/db/migrations'
import { createDatabase } from '../../electron/core/db/opening/createDatabase'
import { openDatabase } from '../../electron/core/db/opening/openDatabase'
import { connect } from '../../electron/core/db/sqlite'
import type { Clock } from '../../electron/core/ports'
import { realClock } from './fakeClock'
import { watchedTasks } from './longTasks'
import { temporaryFolder } from './temporaryFolder'
import { memoryLogger } from './testPorts'

const newPath = (): string => join(temporaryFolder(), 'cyanotype.db')

/**
 * The real database in its own file, closed at the end of the test. A new one is a copy of one that was migrated: it
 * needn't be checked as one that is opened, which takes ten times as long.
 */
export function testDatabase(path = newPath(), clock: Clock = realClock): Database {
  const db = existsSync(path) ? opened(path, clock) : copied(path)
  onTestFinished(() => db.close())
  return db
}

function opened(path: string, clock: Clock): Database {
  return openDatabase({ path, migrations, clock, logger: memoryLogger(), tasks: watchedTasks }).db
}

/** The file of an empty database. */
let empty: Buffer | null = null

function copied(path: string): Database {
  if (empty === null) {
    const template = newPath()
    opened(template, realClock).close()
    empty = readFileSync(template)
  }
  writeFileSync(path, empty)
  return createDatabase(connect(path), watchedTasks)
}
