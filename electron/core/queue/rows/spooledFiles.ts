import { createHash } from 'node:crypto'
import { win32 } from 'node:path'
import type { Database } from '../../db/database'
import { rm } from '../../drive'
import { states } from '../../jobMachine'
import type { TaskReading } from '../../service/answers/reading'
import type { Exchange } from '../../service/exchange'
import type { NeededFiles } from '../../service/serviceClient'
import { ownerOf } from '../../service/spool'
import { addressOf } from './entryIdentity'
import type { FoundImage, FoundImages } from './foundImages'
import type { ItemStore, StoredItem } from './itemStore'
import { wasSentAgain } from './jobFields'
import { exchangeOf } from './ledger'

/** Which files of the spool the queue's rows still need. */
export interface SpooledFiles {
  /**
   * All of them, and of the files with these `names` those that this database knows nothing about. For a request whose
   * outcome is unknown, that includes whatever its answer left.
   */
  needed(names: readonly string[]): NeededFiles
  /**
   * Removes those of these files that no item of the job needs; a file that can't be removed goes at the next start.
   */
  release(jobId: string, paths: readonly string[]): Promise<void>
  /** Removes what the answers of a job left besides its images, if it has all of them and asks for nothing. */
  releaseAnswers(jobId: string): Promise<void>
}

/** Begins the names of what came for an item and is no image. */
export const keptPrefix = (jobId: string, index: number): string => `${jobId}-${index + 1}-kept`

/**
 * The name of the file that a found address is fetched to, however it is signed. Another address has another name: one that
 * was found before this database was put back may have been paid for, and no row knows its file.
 */
export function foundName({ jobId, position, url }: Pick<FoundImage, 'jobId' | 'position' | 'url'>): string {
  const address = createHash('sha256')
    .update(addressOf(url ?? ''))
    .digest('hex')
    .slice(0, 16)
  return `${jobId}-${position + 1}-${address}-found.bin`
}

/**
 * Jobs, in SQL, that have every image that was asked for, and ask for nothing: what else their answers hold isn't needed.
 */
const satisfies = `state = 'done' AND attention_json IS NULL AND
  (SELECT count(*) FROM items WHERE items.job_id = jobs.id AND items.state = 'saved')
    >= coalesce(request_json ->> '$.n', 1)`
/** Of a row with a `job_id`: by its key, since all of them together are nearly every job. */
const isSatisfied = `EXISTS (SELECT 1 FROM jobs WHERE jobs.id = job_id AND ${satisfies})`
/** The same of a picture that was found: not if it may be what a former answer was paid for. */
const isSpare = `EXISTS (SELECT 1 FROM jobs WHERE jobs.id = job_id AND ${satisfies} AND NOT ${wasSentAgain})`

export function createSpooledFiles({
  db,
  items,
  found,
  spoolFolder,
}: {
  readonly db: Database
  readonly items: ItemStore
  readonly found: Pick<FoundImages, 'of' | 'forget'>
  /** Absolute. */
  readonly spoolFolder: string
}): SpooledFiles {
  /** Those of these names that are of an item which may still need them, and those that no row knows. */
  function named(names: readonly string[]) {
    const owners = { owners: JSON.stringify([...new Set(names.map(ownerOf))]) }
    const isOwner = 'IN (SELECT value FROM json_each(:owners))'
    const attempts = db.all<{ id: string }>(`SELECT id FROM attempts WHERE id ${isOwner}`, owners)
    const ofItems = db.all<{ jobId: string; index: number; isOpen: number }>(
      `SELECT job_id AS jobId, position AS "index", state NOT IN ('saved', 'abandoned') AS isOpen
       FROM items WHERE job_id ${isOwner}`,
      owners,
    )
    const mentioned = db.all<{ path: string }>(
      `SELECT spool_file AS path FROM items WHERE spool_file IS NOT NULL
       UNION ALL SELECT spool_file FROM found_images WHERE spool_file IS NOT NULL`,
    )
    // By name: the profile may have been moved since.
    const files = mentioned.map(({ path }) => win32.basename(path))
    // A kill may have left the notes about a download that was written down.
    const known = new Set([...attempts.map(({ id }) => id), ...files, ...files.map((name) => `${name}.json`)])
    const isOpen = new Map(ofItems.map((item) => [keptPrefix(item.jobId, item.index), item.isOpen === 1]))
    const itemOf = (name: string) => isOpen.get(/^.+?-kept/.exec(name)?.[0] ?? name)
    return {
      open: names.filter(itemOf),
      unknown: names.filter(
        (name) => !known.has(ownerOf(name)) && !known.has(name) && itemOf(name) === undefined,
      ),
    }
  }

  async function remove(jobId: string, paths: readonly string[]): Promise<void> {
    const needed = new Set([
      ...items.of(jobId).map(neededBy),
      ...found.of(jobId).map(({ spoolFile }) => spoolFile),
    ])
    for (const path of paths) if (!needed.has(path)) await rm(path, { force: true }).catch(() => undefined)
  }

  return {
    needed(names) {
      const { open, unknown } = named(names)
      const images = db.all<{ path: string }>(
        `SELECT spool_file AS path FROM items
         WHERE spool_file IS NOT NULL AND state NOT IN ('saved', 'abandoned')`,
      )
      const unfinished = db.all<{ id: string; jobId: string }>(
        `SELECT attempts.id, job_id AS jobId FROM attempts JOIN jobs ON jobs.id = job_id
         WHERE jobs.state IN ${states.unanswered}`,
      )
      const jobIds = JSON.stringify([...new Set(unfinished.map(({ jobId }) => jobId))])
      // The items hold the images of an answer that was applied, once they came; what any other is worth isn't known.
      const answers = db.all<{ body: string | null; lifted: string }>(
        `SELECT exchange_json ->> '$.answer.body.path' AS body, coalesce(exchange_json ->> '$.answer.lifted', '{}') AS lifted
         FROM attempts WHERE exchange_json LIKE '{"kind":"answered"%'
           AND (outcome IS NOT 'accepted' OR job_id IN (SELECT value FROM json_each(:jobIds))
             OR NOT ${isSatisfied})`,
        { jobIds },
      )
      const beside = db.all<{ path: string }>(
        `SELECT spool_file AS path FROM found_images WHERE spool_file IS NOT NULL AND NOT ${isSpare}`,
      )
      // A kill may have left them: the user took them, and they are in the library.
      const saved = db.all<{ path: string }>(
        `SELECT found_images.spool_file AS path FROM found_images
         JOIN items ON items.job_id = found_images.job_id AND items.position = found_images.item
         WHERE found_images.state = 'taken' AND items.state = 'saved' AND found_images.spool_file IS NOT NULL`,
      )
      const isSaved = new Set(saved.map(({ path }) => win32.basename(path)))
      // Their downloads go on.
      const fetching = db.all<Pick<FoundImage, 'jobId' | 'position' | 'url'>>(
        "SELECT job_id AS jobId, position, url FROM found_images WHERE state = 'named'",
      )
      // A damaged row may hold all that is left of an image.
      const damaged = db.all<{ row: string }>(
        "SELECT row_json AS row FROM damaged_rows WHERE table_name IN ('attempts', 'items')",
      )
      return {
        paths: [
          ...open,
          ...images.map(({ path }) => path),
          ...beside.map(({ path }) => path).filter((path) => !isSaved.has(win32.basename(path))),
          ...fetching.flatMap((one) => {
            const name = foundName(one)
            return [name, `${name}.json`]
          }),
          ...damaged.flatMap(({ row }) => row.match(/(?<![\w-])[\w-]+\.(?:bin|txt)/g) ?? []),
          ...answers.flatMap(({ body, lifted }) => [
            ...(body === null ? [] : [body]),
            ...Object.values(JSON.parse(lifted)).filter(
              (path): path is string => typeof path === 'string' && !isSaved.has(win32.basename(path)),
            ),
          ]),
        ],
        attemptIds: unfinished.map(({ id }) => id),
        unknown,
      }
    },
    async release(jobId, paths) {
      // This is nearly every poll: nothing came, so nothing is looked up.
      if (paths.length > 0) await remove(jobId, paths)
    },
    async releaseAnswers(jobId) {
      const job = db.get<{ sentAgain: number }>(
        `SELECT ${wasSentAgain} AS sentAgain FROM jobs WHERE id = :jobId AND ${satisfies}`,
        { jobId },
      )
      if (job === undefined) return
      const answers = db.all<{ exchange: string }>(
        `SELECT hex(exchange_json) AS exchange FROM attempts WHERE job_id = :jobId AND outcome = 'accepted'
           AND exchange_json LIKE '{"kind":"answered"%'`,
        { jobId },
      )
      const isKept = job.sentAgain === 1
      const beside = isKept ? [] : found.of(jobId).flatMap(({ spoolFile }) => spoolFile ?? [])
      if (!isKept) found.forget(jobId)
      const left = answers.flatMap(({ exchange }) => filesOf(exchangeOf(exchange, spoolFolder)))
      await remove(jobId, [...left, ...beside])
    },
  }
}

function neededBy({ state, spoolFile }: StoredItem): string | null {
  return state === 'saved' || state === 'abandoned' ? null : spoolFile
}

/** The files of a reading that are in the spool. */
export function filesRead({ items, found }: TaskReading): readonly string[] {
  return [...items.map(({ source }) => source), ...found].flatMap((source) =>
    source?.kind === 'file' ? [source.path] : [],
  )
}

/** What an answer left in the spool. */
export function filesOf(exchange: Exchange | null): readonly string[] {
  if (exchange?.kind !== 'answered') return []
  const { body, lifted } = exchange.answer
  return [...(body.kind === 'file' ? [body.path] : []), ...Object.values(lifted)]
}
