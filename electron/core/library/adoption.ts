import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppFailure, appError } from '@shared/errors'
import { newId } from '../ids'
import type { Clock, Logger } from '../ports'
import type { StartWatch } from '../startWatch'
import { systemCode } from '../systemCode'
import { fileDigest } from './fileDigest'
import { type FolderGates, silence } from './folderGates'
import { dayFolderPattern, itemName, namedItem } from './imageName'
import type { ImagePlacing } from './imagePlacing'
import { readRecord, writeRecord } from './imageRecords'
import type { ImageRows } from './imageRows'
import { hopeless, type Imaging } from './imaging'
import type { NewImage } from './library'
import {
  closeOwn,
  hasOwnIncoming,
  incomingFolder,
  isAbsence,
  isOwnFile,
  type LibraryFolders,
  makeOwn,
  recordsFolder,
} from './libraryFolders'
import type { LibraryJobs } from './libraryJobs'

/** Files looked up before others get their turn: a day may hold thousands. */
const filesAtOnce = 200

/** The file is no good, or gone; anything else says that this can't be told now. */
function isBad(problem: unknown): boolean {
  if (problem instanceof AppFailure)
    return hopeless.has(problem.error.code) || problem.error.code === 'imageLost'
  return isAbsence(problem) || systemCode(problem) === 'EIO'
}

/** Gives files in the library that have no row their row: after a kill, after a damaged database. */
export interface Adoption {
  /** Removes temp files of a folder that no item waits for; may run while others come. */
  sweepIncoming(library: string): Promise<void>
  /** Looks through every day of a folder; returns whether it got to the end: the folder is there and answered. */
  scan(library: string, options: { readonly signal: AbortSignal }): Promise<boolean>
  /**
   * By the record of one item, without looking through folders: the image's id, or null when there is no good file in
   * any folder that answers. Throws when there is a file of which that can't be told now; `isSure` also AppFailure
   * `librarySilent` when the folder in use does not answer.
   */
  byRecord(jobId: string, index: number, options: { readonly isSure: boolean }): Promise<string | null>
}

export interface AdoptionDeps {
  readonly rows: ImageRows
  readonly jobs: LibraryJobs
  readonly folders: LibraryFolders
  readonly gates: Pick<FolderGates, 'ask'>
  readonly placing: Pick<ImagePlacing, 'secure'>
  readonly imaging: Pick<Imaging, 'inspect'>
  readonly clock: Clock
  readonly logger: Logger
  readonly starts: Pick<StartWatch, 'isLeftOut' | 'during'>
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

/** What holds our days is a library, though someone removed all else that is ours; others do not look into it. */
async function markLibrary(library: string): Promise<void> {
  try {
    await makeOwn(recordsFolder(library))
    await closeOwn(library)
  } catch {
    // A library on a drive that takes no writes, or knows no rights.
  }
}

/** We make no folders there: whatever is in one is somebody else's, even when all else is mistaken. */
async function removeStray(library: string, path: string): Promise<void> {
  if (await hasOwnIncoming(library)) await rm(path, { force: true })
}

/** The file an item's record names; null when there is none, or it is another item's by its own name. */
async function recordedFile(library: string, jobId: string, index: number): Promise<string | null> {
  const { file = '' } = (await readRecord(library, jobId, index)) ?? {}
  const item = namedItem(file)
  return item?.jobId === jobId && item.index === index ? file : null
}

export function createAdoption(deps: AdoptionDeps): Adoption {
  const { rows, jobs, folders, gates, placing, imaging, clock, logger, starts } = deps
  const underway = new Map<string, Promise<string | null>>()

  function adopt(orphan: Orphan): Promise<string | null> {
    const name = itemName(orphan.jobId, orphan.index)
    const started = underway.get(name) ?? read(orphan).finally(() => underway.delete(name))
    underway.set(name, started)
    return started
  }

  /** Null when nothing tells where the file came from, or it is none of this library. */
  async function read({ library, file, jobId, index }: Orphan): Promise<string | null> {
    if ((await gates.ask(library, () => isOwnFile(library, file))) !== true) return null
    const recorded = await gates.ask(library, () => readRecord(library, jobId, index))
    if (recorded === silence) return null
    const origin = recorded?.image ?? jobs.origin(jobId, index)
    if (origin === null) return null
    const path = folders.path(library, file)
    const facts = { ...(await imaging.inspect(path)), ...(await fileDigest(path)) }
    await placing.secure(library, file)
    const now = clock.now()
    const fresh = { id: newId(now), createdAt: now }
    let image: NewImage = { ...fresh, ...origin, ...facts, jobId, index }
    const known = rows.findItem(jobId, index)
    if (known !== null) return known
    // A record that was copied, or written by somebody else.
    if (rows.has(image.id)) image = { ...image, id: fresh.id }
    rows.insert(image, file)
    if (recorded === null || recorded.file !== file)
      await gates.ask(library, () => writeRecord(library, { file, image }))
    deps.onAdopted(image.id)
    return image.id
  }

  /** Null when the file is no good. */
  async function tryAdopt(orphan: Orphan): Promise<string | null> {
    try {
      return await adopt(orphan)
    } catch (problem) {
      const reason = problem instanceof AppFailure ? problem.error.code : (systemCode(problem) ?? 'bug')
      logger.warn('library.notAdopted', { job: orphan.jobId, reason })
      if (!isBad(problem)) throw problem
      return null
    }
  }

  const isOrphan = (item: ReturnType<typeof namedItem>) =>
    item !== null &&
    rows.findItem(item.jobId, item.index) === null &&
    !deps.isBeingPlaced(item.jobId, item.index) &&
    !starts.isLeftOut('file', itemName(item.jobId, item.index))

  /** Sorted; none for a folder that is not there, null for one that is silent. */
  async function names(library: string, folder: string): Promise<readonly string[] | null> {
    const found = await gates.ask(library, () => readdir(folder).catch(() => []))
    return found === silence ? null : found.sort()
  }

  /** `2026/2026-03-01` and so on, newest first: what was saved last is missed first; null once the folder is silent. */
  async function* dayFolders(library: string): AsyncGenerator<string | null> {
    const years = await names(library, library)
    if (years === null) return yield null
    for (const year of years.filter((name) => dayFolderPattern.year.test(name)).reverse()) {
      const days = await names(library, join(library, year))
      if (days === null) return yield null
      for (const day of days.filter((name) => dayFolderPattern.day.test(name)).reverse())
        yield `${year}/${day}`
    }
  }

  return {
    async sweepIncoming(library) {
      const isOwn = await gates.ask(library, () => hasOwnIncoming(library).catch(() => false))
      if (isOwn !== true) return
      for (const name of (await names(library, incomingFolder(library))) ?? []) {
        // Beside a partial file lies what is needed to resume it.
        const part = name.replace(/\.json(\.([0-9a-f]+\.)?new)?$/, '')
        const item = namedItem(part)
        const kept = item !== null && part.endsWith('.part') && jobs.awaited(item.jobId, item.index)
        const path = join(incomingFolder(library), name)
        if (!kept) await gates.ask(library, () => removeStray(library, path).catch(() => undefined))
      }
    },

    async scan(library, { signal }) {
      let adopted = 0
      let days = 0
      for await (const day of dayFolders(library)) {
        const files = day === null ? null : await names(library, folders.path(library, day))
        if (files === null) return false
        days += 1
        for (const [position, name] of files.entries()) {
          if (position % filesAtOnce === 0) await nextTurn()
          if (signal.aborted) return false
          const item = namedItem(name)
          if (item === null || !isOrphan(item)) continue
          const orphan = { library, file: `${day}/${name}`, ...item }
          const id = await starts
            .during('file', itemName(item.jobId, item.index), () => tryAdopt(orphan))
            .catch(() => null)
          if (id !== null) adopted++
        }
      }
      if (adopted > 0) logger.info('library.adopted', { images: adopted })
      if (days > 0) await gates.ask(library, () => markLibrary(library))
      // A drive that is unplugged may leave its folder behind, without anything in it.
      return (await folders.lookForOwn(library)) === 'there'
    },

    async byRecord(jobId, index, { isSure }) {
      for (const library of folders.all()) {
        const file = await gates
          .ask(library, () => recordedFile(library, jobId, index))
          .catch((problem: unknown) => {
            // Nothing waits for a folder that was left.
            if (library === folders.current()) throw problem
            return null
          })
        const found = file === silence || file === null ? file : await folders.look(library, file)
        if (isSure && (found === silence || found === 'unknown') && library === folders.current())
          throw new AppFailure(appError('librarySilent', { params: { folder: library }, retry: 'free' }))
        if (file === silence || file === null || found !== 'there') continue
        const adopted = await tryAdopt({ library, file, jobId, index })
        if (adopted !== null) return adopted
      }
      return null
    },
  }
}
