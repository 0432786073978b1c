import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Database } from '../../electron/core/db/database'
import { migrations } from '../../electron/core/db/migrations'
import { createDatabase } from '../../electron/core/db/opening/createDatabase'
import { openDatabase } from '../../electron/core/db/opening/openDatabase'
import { connect } from '../../electron/core/db/sqlite'
import type { Clock, Logger } from '../../electron/core/ports'
import { realClock } from './fakeClock'
import { watchedTasks } from './longTasks'
import { temporaryFolder } from './temporaryFolder'
import { memoryLogger } from './testPorts'

const newPath = (): string => join(temporaryFolder(), 'cyanotype.db')

/** The real database in its own file, closed at the end of the test. */
export function testDatabase(path = newPath(), clock: Clock = realClock): Database {
  const db = fileDatabase(path, { clock })
  onTestFinished(() => db.close())
  return db
}

/**
 * The real database in a file, closed by the caller. A new one is a copy of one that was migrated: it needn't be
 * checked as one that is opened, which takes ten times as long.
 */
export function fileDatabase(
  path: string,
  { clock = realClock, logger = memoryLogger() }: { readonly clock?: Clock; readonly logger?: Logger } = {},
): Database {
  return existsSync(path) ? opened(path, clock, logger) : copied(path)
}

function opened(path: string, clock: Clock, logger: Logger): Database {
  return openDatabase({ path, migrations, clock, logger, tasks: watchedTasks }).db
}

/** The file of an empty database. */
let empty: Buffer | null = null

function copied(path: string): Database {
  if (empty === null) {
    const template = newPath()
    opened(template, realClock, memoryLogger()).close()
    empty = readFileSync(template)
  }
  writeFileSync(path, empty)
  return createDatabase(connect(path), watchedTasks)
}
