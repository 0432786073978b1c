import { join } from 'node:path'
import { mkdir, readdir, rename, rm, stat, statfs } from '../drive'
import { syncFolder } from '../durability'
import { traceOf } from '../errorTrace'
import type { Clock, Logger, Processes } from '../ports'
import { copiesIn, copyFolder, madeAt } from './copyFiles'
import { type CopyUnderWay, startCopy } from './copyProcess'
import type { Database } from './database'
import { timeInName } from './files'

const dayMs = 24 * 60 * 60 * 1000
const checkMs = 60 * 60 * 1000
const firstCheckMs = 60 * 1000
const kept = 3
/** Names of this version's copies and of earlier versions', with the files SQLite may leave next to one. */
const partialName = /^cyanotype.*\.partial/

/** How many bytes a copy leaves free, so that others can still write to that disk. */
const reserveBytes = 256 * 2 ** 20
/** After this many pages SQLite folds the log into the file: its own default. */
const foldPages = 1000
/**
 * How many bytes the log may grow to while a copy is made. It is folded into the file in one go, at about 3 ms per
 * megabyte; if it grows beyond this, the copy is given up for now.
 */
const longestLog = 8 * 2 ** 20
const logCheckMs = 100

export interface DailyCopiesDeps {
  readonly db: Pick<Database, 'get'>
  /** Absolute path of the database; copies go to `backups` next to it. */
  readonly path: string
  readonly processes: Processes
  readonly clock: Clock
  readonly logger: Logger
  /** A copy is damaged, and so may be the database. */
  readonly onUnsound?: () => void
}

export interface DailyCopies {
  /** Stops making copies and discards an unfinished one. Call it before the database is closed. */
  stop(): Promise<void>
}

/**
 * Keeps the last three daily copies of the database, each complete in itself and checked, beside those from before a loss
 * (`keepNewestCopy`). It first looks a minute after the start, then hourly.
 *
 * Only the main file is copied, once the log has been folded into it. Until a separate process has read all of it, new
 * commits stay in the log. So the file has one state from its first byte to its last.
 */
export function keepDailyCopies(deps: DailyCopiesDeps): DailyCopies {
  const { db, path, processes, clock, logger, onUnsound = () => {} } = deps
  const folder = copyFolder(path)
  let underWay: CopyUnderWay | null = null
  let stopped = false
  let work = guarded(removePartials)
  let cancelTimer = clock.after(firstCheckMs, check)

  function check(): void {
    work = guarded(copyWhenDue).then(() => {
      if (!stopped) cancelTimer = clock.after(checkMs, check)
    })
  }

  async function guarded(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      logger.warn('database.copyFailed', traceOf(error))
    }
  }

  async function copyWhenDue(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await removePartials()
    const now = clock.now()
    const newest = (await copies(now)).at(-1)
    if (newest !== undefined && madeAt(newest) <= now && now - madeAt(newest) < dayMs) return
    if (!(await hasRoom())) return logger.warn('database.notCopied', { cause: 'room' })
    if (stopped) return
    // A process of an earlier run that couldn't be ended knows only its own file's name.
    const partial = join(folder, `cyanotype-${timeInName(now)}.partial`)
    try {
      const cause = await copyTo(partial)
      if (cause === 'unsound') onUnsound()
      if (cause !== null) return logger.warn('database.notCopied', { cause })
      await rename(partial, join(folder, `cyanotype-${timeInName(now)}.db`))
      await syncFolder(folder)
    } finally {
      await removePartials()
    }
    for (const name of (await copies(now)).slice(0, -kept)) await rm(join(folder, name), { force: true })
  }

  async function hasRoom(): Promise<boolean> {
    const { size } = await stat(path)
    const { bavail, bsize } = await statfs(folder)
    return bavail * bsize >= size + reserveBytes
  }

  /** Null if the copy was made, otherwise the reason. */
  async function copyTo(partial: string): Promise<string | null> {
    let cancelWatch = () => {}
    try {
      keepInLog()
      underWay = startCopy({ processes, clock, from: path, to: partial })
      cancelWatch = watchLog(underWay)
      await underWay.read
    } finally {
      cancelWatch()
      foldLog()
    }
    try {
      return await underWay.end
    } finally {
      underWay = null
    }
  }

  /** From here on, the main file doesn't change. */
  function keepInLog(): void {
    db.get('PRAGMA wal_autocheckpoint = 0')
    const fold = db.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')
    if (fold?.busy !== 0) throw new Error('the log can not be folded into the file now')
  }

  /** If folding fails now, for example on a full disk, the commits stay in the log and are just as safe there. */
  function foldLog(): void {
    // The database is about to be closed, which does this anyway.
    if (stopped) return
    try {
      db.get(`PRAGMA wal_autocheckpoint = ${foldPages}`)
      db.get('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      logger.warn('database.logNotFolded', traceOf(error))
    }
  }

  /** Gives up a copy once the log is too long. Returns the disposer. */
  function watchLog(copy: CopyUnderWay): () => void {
    let watching = true
    let cancel = clock.after(logCheckMs, look)
    async function look(): Promise<void> {
      const isLong = await stat(`${path}-wal`).then(
        ({ size }) => size > longestLog,
        () => true,
      )
      if (isLong) copy.giveUp('busy')
      else if (watching) cancel = clock.after(logCheckMs, look)
    }
    return () => {
      watching = false
      cancel()
    }
  }

  /** Removes what failures, kills and earlier versions left behind. */
  async function removePartials(): Promise<void> {
    for (const name of await namesIn(folder)) {
      // On Windows, the file of a process that just ended may stay locked for a moment.
      if (partialName.test(name)) await rm(join(folder, name), { force: true, maxRetries: 5 })
    }
  }

  const copies = async (now: number) => copiesIn(await namesIn(folder), now)

  return {
    async stop() {
      stopped = true
      cancelTimer()
      underWay?.giveUp('stopped')
      await work
    },
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
