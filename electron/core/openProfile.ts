import { join } from 'node:path'
import { type DailyCopies, keepDailyCopies } from './db/dailyCopy'
import { createKeptRows, type KeptRows } from './db/damage/keptRows'
import { migrations } from './db/migrations'
import { type OpenedDatabase, openDatabase } from './db/openDatabase'
import { mkdirSync } from './drive'
import type { Clock, Logger, Processes } from './ports'
import { createStartWatch, type StartWatch } from './startWatch'

/** What the profile folder holds besides files of single rooms: the database, its copies, and the notes of the start. */
export interface OpenedProfile extends OpenedDatabase {
  readonly starts: StartWatch
  readonly copies: DailyCopies
  /** The rows of the database that were damaged. */
  readonly kept: KeptRows
}

/**
 * Opens the profile, which no other process can use from then on. Throws AppFailure as `openDatabase` does, and then
 * nothing of it is in use.
 */
export function openProfile(deps: {
  /** Absolute; created if it is missing. */
  readonly profile: string
  /** Of the app. */
  readonly version: string
  /** Whether the app is about to end because of a bug. Default: never. */
  readonly isEnding?: (() => boolean) | undefined
  readonly processes: Processes
  readonly clock: Clock
  readonly logger: Logger
}): OpenedProfile {
  const { profile, version, isEnding, processes, clock, logger } = deps
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  const path = join(profile, 'cyanotype.db')
  const opened = openDatabase({ path, migrations, clock, logger })
  const starts = createStartWatch({
    profile,
    version,
    clock,
    logger,
    ...(isEnding === undefined ? {} : { isEnding }),
  })
  const { db } = opened
  const copies = keepDailyCopies({ db, path, processes, clock, logger })
  return { ...opened, starts, copies, kept: createKeptRows(db) }
}
