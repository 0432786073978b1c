import { AppFailure, appError } from '@shared/errors'
import type { Clock, Logger } from '../ports'
import { storageProblem } from '../storageProblem'
import { createDatabase } from './createDatabase'
import type { Database } from './database'
import { migrate } from './migrate'
import type { Migration } from './migration'
import { finishSalvage, type SalvageReport, salvage } from './salvage'
import { assertSound, type Connection, connect, disconnect, isBusy, isConstraint, isDamage } from './sqlite'

export interface DatabaseOptions {
  /** Absolute path of the file, `<profile>/cyanotype.db`. */
  readonly path: string
  readonly migrations: readonly Migration[]
  readonly clock: Clock
  readonly logger: Logger
}

export interface OpenedDatabase {
  readonly db: Database
  /** Set when the file was damaged: the person is told. If any row was saved, the queue is paused. */
  readonly salvage: SalvageReport | null
}

/**
 * Opens the one database of a profile, or makes it. Throws AppFailure `databaseLocked` when another process has it
 * (after a second), `databaseNewer` when a newer Cyanotype wrote it and `storageUnwritable` when the disk takes nothing.
 */
export function openDatabase(options: DatabaseOptions): OpenedDatabase {
  try {
    return open(options)
  } catch (problem) {
    const error = storageProblem(problem)
    throw error === null ? problem : new AppFailure(error, { cause: problem })
  }
}

function open({ path, migrations, clock, logger }: DatabaseOptions): OpenedDatabase {
  finishSalvage(path, clock.now())
  let report: SalvageReport | null = null
  let connection = connectSound(path)
  if (connection === null) {
    report = salvage(path, migrations, clock.now())
    logger.error('database.salvaged', { rows: report.salvagedRows })
    connection = connect(path)
  }
  try {
    migrate(connection, migrations)
  } catch (error) {
    disconnect(connection)
    throw error
  }
  return { db: createDatabase(connection), salvage: report }
}

/** Null when the file is damaged; then it is closed again. */
function connectSound(path: string): Connection | null {
  let connection: Connection | null = null
  try {
    connection = connect(path)
    assertSound(connection)
    return connection
  } catch (error) {
    connection?.close()
    if (isBusy(error)) throw new AppFailure(appError('databaseLocked', { retry: 'free' }), { cause: error })
    if (isDamage(error) || isConstraint(error)) return null
    throw error
  }
}
