import type { Database } from '../../db/database'
import { rm } from '../../drive'
import { states } from '../../jobMachine'
import type { Exchange } from '../../service/exchange'
import type { TaskReading } from '../../service/reading'
import type { NeededFiles } from '../../service/serviceClient'
import type { ItemStore, StoredItem } from './itemStore'

/** Which files of the spool the queue's rows still need. */
export interface SpooledFiles {
  /** All of them. For a request whose outcome is unknown, that includes whatever its answer left. */
  needed(): NeededFiles
  /**
   * Removes those of these files that no item of the job needs; a file that can't be removed goes at the next start.
   */
  release(jobId: string, paths: readonly string[]): Promise<void>
}

export function createSpooledFiles({
  db,
  items,
}: {
  readonly db: Database
  readonly items: ItemStore
}): SpooledFiles {
  return {
    needed() {
      const images = db.all<{ path: string }>(
        `SELECT spool_file AS path FROM items
         WHERE spool_file IS NOT NULL AND state NOT IN ('saved', 'abandoned')`,
      )
      const unfinished = db.all<{ id: string; jobId: string }>(
        `SELECT attempts.id, job_id AS jobId FROM attempts JOIN jobs ON jobs.id = job_id
         WHERE jobs.state IN ${states.unanswered}`,
      )
      const jobIds = JSON.stringify([...new Set(unfinished.map(({ jobId }) => jobId))])
      // The items hold the images of an answer that was applied; what any other answer is worth isn't known.
      const answers = db.all<{ body: string | null; lifted: string }>(
        `SELECT exchange_json ->> '$.answer.body.path' AS body, coalesce(exchange_json ->> '$.answer.lifted', '{}') AS lifted
         FROM attempts WHERE exchange_json LIKE '{"kind":"answered"%'
           AND (outcome IS NOT 'accepted' OR job_id IN (SELECT value FROM json_each(:jobIds)))`,
        { jobIds },
      )
      // A damaged row may hold all that is left of an image.
      const damaged = db.all<{ row: string }>(
        "SELECT row_json AS row FROM damaged_rows WHERE table_name IN ('attempts', 'items')",
      )
      return {
        paths: [
          ...images.map(({ path }) => path),
          ...damaged.flatMap(({ row }) => row.match(/(?<![\w-])[\w-]+\.(?:bin|txt)/g) ?? []),
          ...answers.flatMap(({ body, lifted }) => [
            ...(body === null ? [] : [body]),
            ...Object.values(JSON.parse(lifted)).filter((path) => typeof path === 'string'),
          ]),
        ],
        attemptIds: unfinished.map(({ id }) => id),
      }
    },
    async release(jobId, paths) {
      // This is nearly every poll: nothing came, so nothing is looked up.
      if (paths.length === 0) return
      const needed = new Set(items.of(jobId).map(neededBy))
      for (const path of paths) if (!needed.has(path)) await rm(path, { force: true }).catch(() => undefined)
    },
  }
}

function neededBy({ state, spoolFile }: StoredItem): string | null {
  return state === 'saved' || state === 'abandoned' ? null : spoolFile
}

/** The image files of a reading that are in the spool. */
export function filesRead({ items }: TaskReading): readonly string[] {
  return items.flatMap(({ source }) => (source?.kind === 'file' ? [source.path] : []))
}

/** What an answer left in the spool. */
export function filesOf(exchange: Exchange): readonly string[] {
  if (exchange.kind !== 'answered') return []
  const { body, lifted } = exchange.answer
  return [...(body.kind === 'file' ? [body.path] : []), ...Object.values(lifted)]
}
