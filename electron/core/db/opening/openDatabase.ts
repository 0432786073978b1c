import { AppFailure, appError } from '@shared/errors'
import { existsSync, statSync } from '../../drive'
import { traceOf } from '../../errorTrace'
import type { Clock, Logger } from '../../ports'
import { storageProblem } from '../../storageProblem'
import type { TaskWatch } from '../../taskWatch'
import { keepNewestCopy } from '../copyFiles'
import { repairRows } from '../damage/rowRepair'
import type { Database } from '../database'
import { makeClosed } from '../files'
import type { Migration } from '../migrations/migration'
import {
  areRowsSound,
  assertSound,
  type Connection,
  connect,
  disconnect,
  isBusy,
  isConstraint,
  isDamage,
  isSchemaError,
  userVersion,
} from '../sqlite'
import { createDatabase } from './createDatabase'
import { hasOurSchema, migrate } from './migrate'
import { readRunMarks } from './runMarks'
import { finishSalvage, type SalvageReport, salvage } from './salvage'
import { breakSeal, forgetPutBack, isAsWeLeftIt, notePutBack, sealDatabase } from './seal'

export interface DatabaseOptions {
  /** Absolute path of the file, `<profile>/cyanotype.db`. */
  readonly path: string
  readonly migrations: readonly Migration[]
  /** Of the app. Only with it a database that was closed in good order isn't read whole again. */
  readonly version?: string | undefined
  readonly clock: Clock
  readonly logger: Logger
  /** Measures each statement. Default: nothing does. */
  readonly tasks?: Pick<TaskWatch, 'measure'> | undefined
}

export interface OpenedDatabase {
  readonly db: Database
  /** Set if the file was damaged: the user is informed. If any row was saved, the queue is paused. */
  readonly salvage: SalvageReport | null
  /** See `isAsWeLeftIt`: if not, what waits in it may have been sent since. */
  readonly isOurs: boolean
  /** Nothing in a file that isn't ours has to be asked about any more. Until then, each start finds that it isn't. */
  makeOurs(): void
  /** Something shows that the file is damaged: the next start reads it whole. */
  doubt(): void
}

/**
 * Opens the one database of a profile, or creates it. Throws AppFailure `databaseLocked` if another process has it
 * (after a second), `databaseNewer` if a newer Cyanotype wrote it, and `storageUnwritable` if the disk can't be written
 * to.
 */
export function openDatabase(options: DatabaseOptions): OpenedDatabase {
  try {
    return open(options)
  } catch (problem) {
    const error = storageProblem(problem)
    throw error === null ? problem : new AppFailure(error, { cause: problem })
  }
}

function open(options: DatabaseOptions): OpenedDatabase {
  const { path, migrations, clock, logger } = options
  const now = clock.now()
  finishSalvage(path, now)
  keepCopy(options, () => isBlank(path) && keepNewestCopy(path, now))
  const isOurs = options.version === undefined || isAsWeLeftIt(path)
  if (isOurs) forgetPutBack(path)
  else notePutBack(path)
  const opened = openSound(options, now)
  if (opened !== null) return { ...opened, salvage: null, isOurs }
  keepCopy(options, () => keepNewestCopy(path, now))
  const report = salvage(path, migrations, now)
  logger.error('database.salvaged', { rows: report.salvagedRows })
  const salvaged = openSound(options, now)
  if (salvaged === null) throw new Error('a salvaged database is damaged')
  return { ...salvaged, salvage: report, isOurs }
}

/** Whether a database begins anew here, for the first time or because somebody removed or emptied it. */
const isBlank = (path: string): boolean => !existsSync(path) || statSync(path).size === 0

/** Without it, the app starts all the same. */
function keepCopy({ logger }: DatabaseOptions, keep: () => unknown): void {
  try {
    keep()
  } catch (problem) {
    logger.warn('database.copyNotKept', traceOf(problem))
  }
}

/** Null if the damage goes beyond the file's rows; then it is closed again. */
function openSound(options: DatabaseOptions, now: number): Omit<OpenedDatabase, 'salvage' | 'isOurs'> | null {
  const { path, migrations, version, logger, tasks } = options
  const sealedAt = version === undefined ? null : breakSeal(path, { version, now })
  const marks = version === undefined ? null : readRunMarks(path)
  const connected = connectSound(path, { isTrusted: sealedAt !== null })
  if (connected === null) return null
  const { connection } = connected
  let isMigrated = false
  try {
    const isNew = userVersion(connection) === 0
    migrate(connection, migrations)
    isMigrated = true
    if (sealedAt === null && !isNew) {
      if (!hasOurSchema(connection, migrations)) {
        disconnect(connection)
        return null
      }
      const damaged = repairRows(connection, { now, rulesHold: connected.areRowsSound })
      if (damaged > 0) logger.error('database.damagedRows', { rows: damaged })
    }
    if (!connected.areRowsSound) assertSound(connection)
    marks?.renew((sql) => connection.exec(sql))
    let isDoubted = false
    const closeFile = (hadTrouble: boolean) => {
      marks?.close((sql) => connection.exec(sql))
      disconnect(connection)
      if (version === undefined) return
      // After trouble it is read whole, but is still what we left.
      sealDatabase(path, { version, checkedAt: hadTrouble || isDoubted ? null : (sealedAt ?? now) })
    }
    return {
      db: createDatabase(connection, tasks, closeFile),
      makeOurs: () => forgetPutBack(path),
      doubt() {
        isDoubted = true
      },
    }
  } catch (error) {
    disconnect(connection)
    if (isBeyondRows(error) && (isMigrated || !isSchemaError(error))) return null
    throw error
  }
}

/** Null if the structure of the file is damaged; then it is closed again. One that `isTrusted` isn't read for that. */
function connectSound(
  path: string,
  { isTrusted }: { readonly isTrusted: boolean },
): { readonly connection: Connection; readonly areRowsSound: boolean } | null {
  let connection: Connection | null = null
  try {
    makeClosed(path)
    connection = connect(path)
    return { connection, areRowsSound: isTrusted || areRowsSound(connection) }
  } catch (error) {
    connection?.close()
    if (isBusy(error)) throw new AppFailure(appError('databaseLocked', { retry: 'free' }), { cause: error })
    if (isBeyondRows(error)) return null
    throw error
  }
}

const isBeyondRows = (error: unknown): boolean =>
  isDamage(error) || isConstraint(error) || isSchemaError(error)
