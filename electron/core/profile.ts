import { join } from 'node:path'
import { type DailyCopies, keepDailyCopies } from './db/dailyCopy'
import { createKeptRows, type KeptRows } from './db/damage/keptRows'
import type { Database } from './db/database'
import { migrations } from './db/migrations'
import { type OpenedDatabase, openDatabase } from './db/opening/openDatabase'
import { mkdirSync, rm, writeFile } from './drive'
import type { Clock, Logger, Processes } from './ports'
import { createStartRecord, type StartRecord } from './startRecord'
import type { TaskWatch } from './taskWatch'

/** What the profile folder holds besides files of single rooms: the database, its copies, and the notes of the start. */
interface OpenedProfile extends OpenedDatabase {
  readonly starts: StartRecord
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
  readonly tasks?: Pick<TaskWatch, 'measure'> | undefined
}): OpenedProfile {
  const { profile, version, isEnding, processes, clock, logger, tasks } = deps
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  const path = join(profile, 'cyanotype.db')
  const opened = openDatabase({ path, migrations, version, clock, logger, tasks })
  const starts = createStartRecord({
    profile,
    version,
    clock,
    logger,
    ...(isEnding === undefined ? {} : { isEnding }),
  })
  const { db } = opened
  const copies = keepDailyCopies({ db, path, processes, clock, logger, onUnsound: opened.doubt })
  return { ...opened, starts, copies, kept: createKeptRows(db) }
}

/** A smaller commit may still fit into the log on a full disk. */
const probeBytes = 256 * 1024

/** Writes a file and a row where our own data is. Throws the system's or SQLite's error if that isn't possible. */
export async function probeStorage(db: Database, profile: string): Promise<void> {
  const path = join(profile, 'probe')
  try {
    await writeFile(path, Buffer.alloc(probeBytes), { flush: true })
  } finally {
    await rm(path, { force: true })
  }
  db.run('UPDATE queue_state SET confirmed_at = confirmed_at')
}
