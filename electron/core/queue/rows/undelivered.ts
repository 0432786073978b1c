import type { Database, SqlParams } from '../../db/database'
import { usualImageBytes } from '../../db/usualImage'
import { statSync } from '../../drive'
import type { Clock } from '../../ports'
import { spooledPath } from '../../service/spool'
import type { Commits } from './commits'

/** Of `items`, in SQL: the service named an image that isn't on disk yet. Matches the index `items_undelivered`. */
export const isUndelivered = `(items.state = 'ready'
  OR (items.state = 'pending' AND (items.url IS NOT NULL OR items.spool_file IS NOT NULL)))`

/** How long the usual size of images is remembered, in milliseconds. */
const usualForMs = 60_000

/** Images that are paid for but not on disk. */
export interface UndeliveredCount {
  readonly images: number
  /** The size of those in the spool, plus the usual image size for each of the others. */
  readonly bytes: number
}

/**
 * Counts them by connection. The scheduler asks at each commit, and there may be a hundred thousand. So all are read
 * once, and after that only those of changed jobs.
 */
export interface Undelivered {
  of(connectionId: string): UndeliveredCount
}

interface Row {
  readonly jobId: string
  readonly connectionId: string
  readonly spoolFile: string | null
}

/** `unsized`: those with only a known address; `bytes`: of the others. */
interface Part {
  readonly connectionId: string
  images: number
  unsized: number
  bytes: number
}

export function createUndelivered(deps: {
  readonly db: Database
  readonly clock: Pick<Clock, 'monotonic'>
  readonly commits: Pick<Commits, 'subscribe'>
  /** Absolute. */
  readonly spoolFolder: string
}): Undelivered {
  const { db, clock, commits, spoolFolder } = deps
  const byJob = new Map<string, Part>()
  const byConnection = new Map<string, Part>()
  let isRead = false
  let usual = { bytes: 0, until: Number.NEGATIVE_INFINITY }

  const rows = (where: string, params: SqlParams = {}): readonly Row[] =>
    db.all<Row>(
      `SELECT items.job_id AS jobId, jobs.connection_id AS connectionId,
         -- Beside an address, it is what came from there instead of the image.
         iif(items.url IS NULL, items.spool_file, NULL) AS spoolFile
       FROM items JOIN jobs ON jobs.id = items.job_id WHERE ${isUndelivered} AND ${where}`,
      params,
    )

  function add(part: Part, other: Omit<Part, 'connectionId'>, sign: 1 | -1): void {
    part.images += sign * other.images
    part.unsized += sign * other.unsized
    part.bytes += sign * other.bytes
  }

  function count({ jobId, connectionId, spoolFile }: Row): void {
    const bytes = spoolFile === null ? null : sizeOf(spooledPath(spoolFolder, spoolFile))
    const image = { images: 1, unsized: bytes === null ? 1 : 0, bytes: bytes ?? 0 }
    add(partOf(byJob, jobId, connectionId), image, 1)
    add(partOf(byConnection, connectionId, connectionId), image, 1)
  }

  function forget(jobId: string): void {
    const part = byJob.get(jobId)
    if (part === undefined) return
    byJob.delete(jobId)
    add(partOf(byConnection, part.connectionId, part.connectionId), part, -1)
  }

  commits.subscribe(({ itemsOf }) => {
    if (!isRead || itemsOf.size === 0) return
    for (const jobId of itemsOf) forget(jobId)
    const jobIds = JSON.stringify([...itemsOf])
    for (const row of rows('items.job_id IN (SELECT value FROM json_each(:jobIds))', { jobIds })) count(row)
  })

  function usualBytes(): number {
    const now = clock.monotonic()
    if (now >= usual.until) usual = { bytes: usualImageBytes(db), until: now + usualForMs }
    return usual.bytes
  }

  return {
    of(connectionId) {
      if (!isRead) for (const row of rows('TRUE')) count(row)
      isRead = true
      const { images = 0, unsized = 0, bytes = 0 } = byConnection.get(connectionId) ?? {}
      return { images, bytes: unsized === 0 ? bytes : bytes + unsized * usualBytes() }
    },
  }
}

function partOf(parts: Map<string, Part>, key: string, connectionId: string): Part {
  const known = parts.get(key)
  if (known !== undefined) return known
  const made = { connectionId, images: 0, unsized: 0, bytes: 0 }
  parts.set(key, made)
  return made
}

/** Null if it can't be determined: the file is gone, and only the service may still have the image. */
function sizeOf(path: string): number | null {
  try {
    return statSync(path).size
  } catch {
    return null
  }
}
