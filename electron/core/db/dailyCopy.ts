import { closeSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { traceOf } from '../errorTrace'
import type { Clock, Logger } from '../ports'
import { timeInName } from './files'
import type { Connection } from './sqlite'

const dayMs = 24 * 60 * 60 * 1000
const checkMs = 60 * 60 * 1000
const firstCheckMs = 60 * 1000
const kept = 3
const copyName = /^cyanotype-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})\.db$/

interface DailyCopyDeps {
  readonly connection: Connection
  /** Where the copies go; made when it is missing. */
  readonly folder: string
  readonly clock: Clock
  readonly logger: Logger
}

/**
 * Keeps the last three daily copies of the database, each a sound file of its own (`VACUUM INTO`).
 * First looked at a minute after the start, then hourly. Returns the disposer.
 */
export function keepDailyCopies({ connection, folder, clock, logger }: DailyCopyDeps): () => void {
  let cancel = clock.after(firstCheckMs, check)

  function check(): void {
    try {
      copyWhenDue()
    } catch (error) {
      logger.warn('database.copyFailed', traceOf(error))
    }
    cancel = clock.after(checkMs, check)
  }

  function copyWhenDue(): void {
    mkdirSync(folder, { recursive: true })
    const now = clock.now()
    const age = now - newestCopy(folder)
    // A copy from the future was made before the clock was set back: it says nothing.
    if (age >= 0 && age < dayMs) return
    const partial = join(folder, 'cyanotype.partial')
    rmSync(partial, { force: true })
    connection.prepare<{ partial: string }>('VACUUM INTO :partial').run({ partial })
    const file = openSync(partial, 'r+')
    try {
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(partial, join(folder, `cyanotype-${timeInName(now)}.db`))
    for (const name of copies(folder).slice(0, -kept)) rmSync(join(folder, name), { force: true })
  }

  return () => cancel()
}

/** Names of the copies, oldest first. */
function copies(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter((name) => copyName.test(name))
    .sort()
}

/** When the newest copy was made, milliseconds since the epoch; minus infinity when there is none. */
function newestCopy(folder: string): number {
  const parts = copies(folder).at(-1)?.match(copyName)
  if (parts === null || parts === undefined) return Number.NEGATIVE_INFINITY
  const [, day, hours, minutes, seconds, milliseconds] = parts
  return Date.parse(`${day}T${hours}:${minutes}:${seconds}.${milliseconds}Z`)
}
