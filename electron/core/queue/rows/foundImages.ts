import { win32 } from 'node:path'
import type { Database } from '../../db/database'
import { foundMaximum, type ImageSource } from '../../service/answers/reading'
import { spooledPath } from '../../service/spool'
import type { Commits } from './commits'
import { downloadPolicy } from './downloadPolicy'
import { addressOf } from './entryIdentity'
import type { StoredItem } from './itemStore'
import type { StoredJob } from './jobFields'

/**
 * `named`: its address is still to be fetched. `offered`: its file is here, and the user may say what it is. `taken`: it
 * became an item. `refused`: the user said no. `dropped`: its address gave no image.
 */
type FoundState = 'named' | 'offered' | 'taken' | 'refused' | 'dropped'

/** What may be an image of a job, though nothing in the answer calls it one. */
export interface FoundImage {
  readonly jobId: string
  /** 0-based, in the order in which they were found. */
  readonly position: number
  /** Where it is fetched; null if its bytes came in the answer. */
  readonly url: string | null
  /** Absolute path of its bytes in the spool. */
  readonly spoolFile: string | null
  readonly state: FoundState
  /** The user is asked about it: the answer had nothing else. Otherwise it is only kept. */
  readonly asked: boolean
  /** The item that it became. */
  readonly item: number | null
  readonly tries: number
  /** Milliseconds since the epoch. */
  readonly notBefore: number | null
}

/** How often an address is tried anew after it gave no image: a later answer may sign it anew. */
const mostFreshTries = 12

interface Row {
  readonly job_id: string
  readonly position: number
  readonly url: string | null
  readonly spool_file: string | null
  readonly state: FoundState
  readonly asked: number
  readonly item: number | null
  readonly tries: number
  readonly not_before: number | null
}

/** The SQL of what was found. The caller brings the job up to date. */
export interface FoundImages {
  /** In order. */
  of(jobId: string): readonly FoundImage[]
  find(jobId: string, position: number): FoundImage | null
  /** Takes up what an answer has besides the `items` of the job. `asked`: it has nothing else. */
  record(
    job: StoredJob,
    sources: readonly ImageSource[],
    options: { readonly items: readonly StoredItem[]; readonly asked: boolean },
  ): void
  put(image: FoundImage): void
  /** The user isn't asked any more; everything stays kept. */
  quiet(jobId: string): void
  /** Addresses that gave no image are tried again. */
  retry(jobId: string): void
  /** Forgets all but those that became an item. */
  forget(jobId: string): void
  /** Whether the user is to be asked about any of them now. */
  asks(jobId: string): boolean
  /** Addresses to fetch now, oldest job first, without those of the jobs and positions in `besides`. */
  toFetch(now: number): readonly FoundImage[]
  /** When the next postponed one falls due, milliseconds since the epoch; null if none is. */
  nextDue(now: number): number | null
}

export function createFoundImages({
  db,
  commits,
  spoolFolder,
}: {
  readonly db: Database
  readonly commits: Commits
  /** Absolute. */
  readonly spoolFolder: string
}): FoundImages {
  const read = (row: Row): FoundImage => ({
    jobId: row.job_id,
    position: row.position,
    url: row.url,
    spoolFile: row.spool_file === null ? null : spooledPath(spoolFolder, row.spool_file),
    state: row.state,
    asked: row.asked === 1,
    item: row.item,
    tries: row.tries,
    notBefore: row.not_before,
  })

  const of = (jobId: string): readonly FoundImage[] =>
    db.all<Row>('SELECT * FROM found_images WHERE job_id = :jobId ORDER BY position', { jobId }).map(read)

  function put({ asked, ...image }: FoundImage): void {
    db.run(
      `INSERT INTO found_images (job_id, position, url, spool_file, state, asked, item, tries, not_before)
       VALUES (:jobId, :position, :url, :spoolFile, :state, :asked, :item, :tries, :notBefore)
       ON CONFLICT (job_id, position) DO UPDATE SET url = excluded.url, spool_file = excluded.spool_file,
         state = excluded.state, asked = excluded.asked, item = excluded.item, tries = excluded.tries,
         not_before = excluded.not_before`,
      { ...image, asked: Number(asked) },
    )
    commits.itemsChanged(image.jobId)
    if (image.state === 'named') commits.itemReady()
  }

  /** What an answer says again: a fresh address is tried, and what was only kept may be asked about now. */
  function again(known: FoundImage, source: ImageSource, asked: boolean): FoundImage {
    const isFresh = source.kind === 'url' && source.url !== known.url
    const url = isFresh ? source.url : known.url
    const mayTry = isFresh && known.state === 'dropped' && known.tries < mostFreshTries
    const state = mayTry ? 'named' : known.state
    const isNew = asked && !known.asked && known.state === 'offered'
    return { ...known, url, state, asked: known.asked || isNew, ...(mayTry ? { notBefore: null } : {}) }
  }

  return {
    of,
    find(jobId, position) {
      const row = db.get<Row>('SELECT * FROM found_images WHERE job_id = :jobId AND position = :position', {
        jobId,
        position,
      })
      return row === undefined ? null : read(row)
    },
    record(job, sources, { items, asked }) {
      if (sources.length === 0) return
      const known = new Map(of(job.id).map((image) => [keyOf(image), image]))
      const ofItems = new Set(items.map(({ url, spoolFile }) => keyOf({ url, spoolFile })))
      let position = Math.max(-1, ...[...known.values()].map((image) => image.position)) + 1
      let addresses = [...known.values()].filter(({ url }) => url !== null).length
      for (const source of sources) {
        const url = source.kind === 'url' ? source.url : null
        const spoolFile = source.kind === 'file' ? source.path : null
        const key = keyOf({ url, spoolFile })
        const same = known.get(key)
        if (same !== undefined) {
          const next = again(same, source, asked)
          if (JSON.stringify(next) !== JSON.stringify(same)) put(next)
          continue
        }
        if (ofItems.has(key) || known.size >= foundMaximum) continue
        if (url !== null && ++addresses > mostAddresses(job)) continue
        const state = url === null ? 'offered' : 'named'
        const made = { item: null, tries: 0, notBefore: null }
        const image: FoundImage = {
          jobId: job.id,
          position: position++,
          url,
          spoolFile,
          state,
          asked,
          ...made,
        }
        known.set(key, image)
        put(image)
      }
    },
    put,
    quiet(jobId) {
      const quieted = db.run('UPDATE found_images SET asked = 0 WHERE job_id = :jobId AND asked', { jobId })
      if (quieted > 0) commits.itemsChanged(jobId)
    },
    retry(jobId) {
      for (const image of of(jobId))
        if (image.state === 'dropped') put({ ...image, state: 'named', tries: 0, notBefore: null })
    },
    forget(jobId) {
      db.run("DELETE FROM found_images WHERE job_id = :jobId AND state <> 'taken'", { jobId })
    },
    asks: (jobId) =>
      db.get("SELECT 1 FROM found_images WHERE job_id = :jobId AND asked AND state = 'offered'", {
        jobId,
      }) !== undefined,
    toFetch: (now) =>
      db
        .all<Row>(
          `SELECT * FROM found_images WHERE state = 'named'
             AND (not_before IS NULL OR not_before NOT BETWEEN :now + 1 AND :now + :longest)
           ORDER BY job_id, position LIMIT 100`,
          { now, longest: downloadPolicy.longestMs },
        )
        .map(read),
    nextDue: (now) =>
      db.get<{ due: number | null }>(
        "SELECT min(not_before) AS due FROM found_images WHERE state = 'named' AND not_before > :now",
        { now },
      )?.due ?? null,
  }
}

/** Twice as many as were asked for. In the background the service chooses the number. */
function mostAddresses({ mode, request }: StoredJob): number {
  return Math.min(foundMaximum, 2 * (request.n ?? (mode === 'direct' ? 1 : foundMaximum)))
}

/** The same for an address that is signed anew, and for a file whose profile was moved. */
function keyOf({ url, spoolFile }: Pick<FoundImage, 'url' | 'spoolFile'>): string {
  if (url !== null) return addressOf(url)
  return spoolFile === null ? '' : win32.basename(spoolFile)
}
