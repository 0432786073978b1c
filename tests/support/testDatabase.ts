import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '../../electron/core/db/database'
import { migrations } from '../../electron/core/db/migrations'
import { openDatabase } from '../../electron/core/db/opening/openDatabase'
import type { Clock } from '../../electron/core/ports'
import { realClock } from './fakeClock'
import { watchedTasks } from './longTasks'
import { temporaryFolder } from './temporaryFolder'
import { memoryLogger } from './testPorts'

/** The real database in its own file, closed at the end of the test. */
export function testDatabase(
  path = join(temporaryFolder(), 'cyanotype.db'),
  clock: Clock = realClock,
): Database {
  const { db } = openDatabase({ path, migrations, clock, logger: memoryLogger(), tasks: watchedTasks })
  onTestFinished(() => db.close())
  return db
}

/** Makes one empty database after the other, quickly: each is a copy of one that was migrated. */
export function databaseCopies(): () => Database {
  const template = join(temporaryFolder(), 'template.db')
  openDatabase({ path: template, migrations, clock: realClock, logger: memoryLogger() }).db.close()
  let made = 0
  return () => {
    const path = `${template}.${++made}`
    copyFileSync(template, path)
    return testDatabase(path)
  }
}
