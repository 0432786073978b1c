import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { newId } from '../ids'
import type { Clock, Logger } from '../ports'
import { fileDigest } from './fileDigest'
import { dayFolderPattern, itemName, namedItem } from './imageName'
import { readRecord, writeRecord } from './imageRecords'
import type { ImageRows } from './imageRows'
import type { Imaging } from './imaging'
import type { NewImage } from './library'
import { systemCode } from './libraryCheck'
import { incomingFolder, isThere, type LibraryFolders } from './libraryFolders'
import type { LibraryJobs } from './libraryJobs'

/** Files looked up before others get their turn: a day may hold thousands. */
const filesAtOnce = 200

/** Gives files in the library that have no row their row: after a kill, after a damaged database. */
export interface Adoption {
  /** Removes temp files no item waits for. */
  sweepIncoming(): Promise<void>
  /** Looks through every day's folder; returns how many were adopted. */
  scan(options: { readonly signal: AbortSignal }): Promise<number>
  /** By the record of one item, without looking through folders: the image's id, or null when there is no good file. */
  byRecord(jobId: string, index: number): Promise<string | null>
}

export interface AdoptionDeps {
  readonly rows: ImageRows
  readonly jobs: LibraryJobs
  readonly folders: LibraryFolders
  readonly imaging: Pick<Imaging, 'inspect'>
  readonly clock: Clock
  readonly logger: Logger
  /** An item whose file is in its place and whose row is about to be written by someone else. */
  readonly isBeingPlaced: (jobId: string, index: number) => boolean
  readonly onAdopted: (id: string) => void
}

interface Orphan {
  readonly library: string
  /** Inside the library, forward slashes. */
  readonly file: string
  readonly jobId: string
  readonly index: number
}

export function createAdoption(deps: AdoptionDeps): Adoption {
  const { rows, jobs, folders, imaging, clock, logger } = deps
  const underway = new Map<string, Promise<string | null>>()

  function adopt(orphan: Orphan): Promise<string | null> {
    const name = itemName(orphan.jobId, orphan.index)
    const started = underway.get(name) ?? read(orphan).finally(() => underway.delete(name))
    underway.set(name, started)
    return started
  }

  /** Null when nothing tells where the file came from, or it is no image. */
  async function read({ library, file, jobId, index }: Orphan): Promise<string | null> {
    const recorded = await readRecord(library, jobId, index)
    const origin = recorded?.image ?? jobs.origin(jobId, index)
    if (origin === null) return null
    const path = join(library, ...file.split('/'))
    const facts = { ...(await imaging.inspect(path)), ...(await fileDigest(path)) }
    const now = clock.now()
    const image: NewImage = { id: newId(now), createdAt: now, ...origin, ...facts, jobId, index }
    const known = rows.findItem(jobId, index)
    if (known !== null) return known
    rows.insert(image, file)
    if (recorded === null || recorded.file !== file) await writeRecord(library, { file, image })
    deps.onAdopted(image.id)
    return image.id
  }

  async function tryAdopt(orphan: Orphan): Promise<string | null> {
    try {
      return await adopt(orphan)
    } catch (problem) {
      logger.warn('library.notAdopted', { job: orphan.jobId, reason: systemCode(problem) ?? 'undecodable' })
      return null
    }
  }

  const isOrphan = (item: ReturnType<typeof namedItem>) =>
    item !== null &&
    rows.findItem(item.jobId, item.index) === null &&
    !deps.isBeingPlaced(item.jobId, item.index)

  return {
    async sweepIncoming() {
      for (const library of folders.all()) {
        for (const name of await names(incomingFolder(library))) {
          // Beside a partial file stands by what it can be gone on with.
          const part = name.replace(/\.json$/, '')
          const item = namedItem(part)
          const kept = item !== null && part.endsWith('.part') && jobs.awaited(item.jobId, item.index)
          if (!kept) await rm(join(incomingFolder(library), name), { force: true, recursive: true })
        }
      }
    },

    async scan({ signal }) {
      let adopted = 0
      for (const library of folders.all()) {
        for await (const day of dayFolders(library)) {
          const files = await names(join(library, ...day.split('/')))
          for (const [position, name] of files.entries()) {
            if (position % filesAtOnce === 0) await nextTurn()
            if (signal.aborted) return adopted
            const item = namedItem(name)
            if (item === null || !isOrphan(item)) continue
            if ((await tryAdopt({ library, file: `${day}/${name}`, ...item })) !== null) adopted++
          }
        }
      }
      return adopted
    },

    async byRecord(jobId, index) {
      for (const library of folders.all()) {
        const record = await readRecord(library, jobId, index)
        if (record === null || !(await isThere(join(library, ...record.file.split('/'))))) continue
        return tryAdopt({ library, file: record.file, jobId, index })
      }
      return null
    },
  }
}

/** `2026/2026-03-01` and so on, newest first: what was saved last is missed first. */
async function* dayFolders(library: string): AsyncGenerator<string> {
  for (const year of (await names(library)).filter((name) => dayFolderPattern.year.test(name)).reverse())
    for (const day of (await names(join(library, year)))
      .filter((name) => dayFolderPattern.day.test(name))
      .reverse())
      yield `${year}/${day}`
}

/** Sorted; empty for a folder that is not there. */
async function names(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).sort()
  } catch {
    return []
  }
}
