import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { AppFailure, appError } from '@shared/errors'
import { isLeft } from '@shared/model/leftFile'
import type { Database } from '../db/database'
import { lstat, opendir, realpath } from '../drive'
import { wholeTime } from '../fileTime'
import { newId, timeOfId } from '../ids'
import type { Clock, Logger } from '../ports'
import type { StartRecord } from '../startRecord'
import { systemCode } from '../systemCode'
import { fileDigest } from './fileDigest'
import { type FolderGates, silence } from './folderGates'
import { dayFolder, dayFolderPattern, itemName, namedItem } from './imageName'
import type { ImagePlacing } from './imagePlacing'
import { type ImageRecord, readRecord, writeRecord } from './imageRecords'
import type { ImageRows } from './imageRows'
import { hopeless, type Imaging } from './imaging'
import { isOfLeftImage } from './leftFiles'
import type { NewImage } from './library'
import { closeOwn, isAbsence, isOwnFile, type LibraryFolders, makeOwn, recordsFolder } from './libraryFolders'
import type { LibraryJobs } from './libraryJobs'
import { libraryAway } from './libraryTrial'
import { marksFrom, unmarked } from './recordedMarks'

/** How many files to check before others get their turn: a day may have thousands. */
const filesAtOnce = 200

const dayMs = 86_400_000

/** What the system says of a file that is gone, or will never be readable. */
const lost: ReadonlySet<string | null> = new Set([
  ...['ENOENT', 'ENOTDIR', 'EIO', 'EACCES', 'EPERM', 'EISDIR', 'ELOOP'],
])

/** The file is bad, or gone; any other error means that this can't be decided now. */
function isBad(problem: unknown): boolean {
  if (!(problem instanceof AppFailure)) return isAbsence(problem) || systemCode(problem) === 'EIO'
  const { code, detail } = problem.error
  return code === 'imageLost' ? lost.has(detail?.cause ?? 'ENOENT') : hopeless.has(code)
}

type Item = NonNullable<ReturnType<typeof namedItem>>

/** Creates rows for library files that have none: after a kill, or after the database was damaged. */
export interface Adoption {
  /** Looks through every day of a folder; returns whether it reached the end: then the folder exists and responded. */
  scan(library: string, options: { readonly signal: AbortSignal }): Promise<boolean>
  /**
   * By the record of one item, without looking through folders: the image's id, or null if no folder that answers has a
   * good file. Throws if there is a file that can't be judged now; with `isSure` also AppFailure `librarySilent` or
   * `libraryAway` if the folder in use doesn't answer, or its library isn't there.
   */
  byRecord(jobId: string, index: number, options: { readonly isSure: boolean }): Promise<string | null>
  /**
   * By its name alone, for an item whose image can't be had from its service any more: nothing shows that the file is
   * ours. Null if there is none. Throws as `byRecord` does.
   */
  byName(jobId: string, index: number): Promise<string | null>
  /** The adoption of an item's file that is under way now; null if there is none. */
  underway(jobId: string, index: number): Promise<string | null> | null
}

export interface AdoptionDeps {
  readonly db: Pick<Database, 'get'>
  readonly rows: ImageRows
  readonly jobs: LibraryJobs
  readonly folders: LibraryFolders
  readonly gates: Pick<FolderGates, 'ask'>
  readonly placing: Pick<ImagePlacing, 'secure'>
  readonly imaging: Pick<Imaging, 'inspect'>
  readonly clock: Clock
  readonly logger: Logger
  readonly starts: Pick<StartRecord, 'isLeftOut' | 'during'>
  /** An item whose file is in place and whose row is about to be written elsewhere. */
  readonly isBeingPlaced: (jobId: string, index: number) => boolean
  readonly onAdopted: (id: string) => void
}

/** `isLast`: a file that nothing shows to be ours counts too. */
interface AdoptionOptions {
  readonly isLast: boolean
}

interface Orphan {
  readonly library: string
  /** Inside the library, forward slashes. */
  readonly file: string
  readonly jobId: string
  readonly index: number
}

/** A folder with our days in it is a library, even if it isn't known. Others don't look into it. */
async function markLibrary(
  library: string,
  { all, isKnown }: Pick<LibraryFolders, 'all' | 'isKnown'>,
): Promise<void> {
  try {
    // A move may have emptied and left it since its turn began.
    if (!all().includes(library)) return
    if (!isKnown(library)) await makeOwn(recordsFolder(library))
    await closeOwn(library)
  } catch {
    // The library may be on a read-only drive, or on one without permissions.
  }
}

/** Read a few at a time: all at once, 100,000 names would keep everything else waiting. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  const names: string[] = []
  for await (const { name } of await opendir(folder, { bufferSize: filesAtOnce })) names.push(name)
  return names
}

/**
 * The file in the library that an item's record names; null if there is none, or if its name says it belongs to another
 * item.
 */
async function recordedFile(library: string, jobId: string, index: number): Promise<string | null> {
  const { file = '' } = (await readRecord(library, jobId, index)) ?? {}
  const item = isLeft(file) ? null : namedItem(file)
  return item?.jobId === jobId && item.index === index ? file : null
}

export function createAdoption(deps: AdoptionDeps): Adoption {
  const { db, rows, jobs, folders, gates, placing, imaging, clock, logger, starts } = deps
  const underway = new Map<string, Promise<string | null>>()

  function adopt(orphan: Orphan, options: AdoptionOptions): Promise<string | null> {
    const name = itemName(orphan.jobId, orphan.index)
    const started = underway.get(name) ?? read(orphan, options).finally(() => underway.delete(name))
    underway.set(name, started)
    return started
  }

  /** The first record that one of the libraries has of an item; null if none has. */
  async function recordIn(
    libraries: ReadonlySet<string>,
    { jobId, index }: Orphan,
  ): Promise<ImageRecord | typeof silence | null> {
    for (const one of libraries) {
      const found = await gates.ask(one, () => readRecord(one, jobId, index))
      if (found !== null) return found
    }
    return null
  }

  /**
   * Null if nothing shows where the file came from, or it doesn't belong to this library, or was left as that of an image.
   * Also if it has other bytes than its record says: it is a copy, or was changed, and a rebuild gives the image its row. An
   * item whose image was saved has a record until it's discarded: without one, the file is a copy of what was discarded.
   * Of an item that is awaited the record was written before its file got its name: anything else there may be from
   * anyone, and is taken only if the image can't be had.
   */
  async function read(orphan: Orphan, { isLast }: AdoptionOptions): Promise<string | null> {
    const { library, file, jobId, index } = orphan
    if ((await gates.ask(library, () => isOwnFile(library, file))) !== true) return null
    const isAwaited = jobs.awaited(jobId, index)
    // Of an image that was saved elsewhere this may be a copy.
    const libraries = new Set([library, ...(isAwaited ? [] : folders.all())])
    const recorded = await recordIn(libraries, orphan)
    if (recorded === silence || (recorded === null && !isLast)) return null
    const origin = recorded?.image ?? (isAwaited ? jobs.origin(jobId, index) : null)
    if (origin === null) return null
    const path = folders.path(library, file)
    const real = await gates.ask(library, () => realpath(path))
    if (real === silence || isOfLeftImage(db, real)) return null
    const facts = { ...(await imaging.inspect(path)), ...(await fileDigest(path)) }
    const isOther = recorded !== null && recorded.image.sha256 !== facts.sha256
    if (isOther && !(isAwaited && isLast)) return null
    await placing.secure(library, file)
    // Without a record, only this shows whether the file is from an earlier request of its job.
    const written = await gates.ask(library, () => lstat(path))
    if (written === silence) return null
    const now = clock.now()
    const createdAt = Math.min(now, wholeTime(written.mtimeMs))
    const fresh = { id: newId(now), createdAt }
    let image: NewImage = { ...fresh, ...origin, ...facts, jobId, index }
    const known = rows.findItem(jobId, index)
    if (known !== null) return known
    // The record was copied, or written by someone else.
    if (rows.has(image.id)) image = { ...image, id: fresh.id }
    const marks =
      recorded === null ? { ...unmarked, batch: jobs.batch(jobId) } : marksFrom(now, recorded.marks)
    rows.insert(image, file, marks)
    if (recorded === null || isOther || recorded.file !== file)
      await gates.ask(library, () => writeRecord(library, { file, image, marks }))
    deps.onAdopted(image.id)
    return image.id
  }

  /** Null if the file is bad. */
  async function tryAdopt(
    orphan: Orphan,
    options: AdoptionOptions = { isLast: false },
  ): Promise<string | null> {
    try {
      return await adopt(orphan, options)
    } catch (problem) {
      const reason = problem instanceof AppFailure ? problem.error.code : (systemCode(problem) ?? 'bug')
      logger.warn('library.notAdopted', { job: orphan.jobId, reason })
      if (!isBad(problem)) throw problem
      return null
    }
  }

  const isOrphan = (item: Item) =>
    rows.findItem(item.jobId, item.index) === null &&
    !deps.isBeingPlaced(item.jobId, item.index) &&
    !starts.isLeftOut('file', itemName(item.jobId, item.index))

  /** Asked a few hundred at a time: nearly all have their row. */
  async function* orphansAmong(
    files: readonly string[],
    signal: AbortSignal,
  ): AsyncGenerator<Item & { readonly name: string }> {
    for (let at = 0; at < files.length; at += filesAtOnce) {
      await nextTurn()
      if (signal.aborted) return
      const named = files.slice(at, at + filesAtOnce).flatMap((name) => {
        const item = namedItem(name)
        return item === null ? [] : [{ name, ...item }]
      })
      for (const item of rows.withoutRow(named)) if (isOrphan(item)) yield item
    }
  }

  /** A library was begun there and isn't there: an unplugged drive may leave its folder behind, empty. */
  const isAway = async (library: string) =>
    folders.isKnown(library) && (await folders.lookForOwn(library)) === 'absent'

  /** In no order; empty for a missing folder, null for one that isn't responding. */
  async function names(library: string, folder: string): Promise<readonly string[] | null> {
    const found = await gates.ask(library, () => namesIn(folder).catch(() => []))
    return found === silence ? null : found
  }

  /**
   * `2026/2026-03-01` and so on, newest first, because recent images are missed first; null once the folder is silent.
   * `from`: the first that counts.
   */
  async function* dayFolders(library: string, from = ''): AsyncGenerator<string | null> {
    const years = await names(library, library)
    if (years === null) return yield null
    for (const year of years
      .filter((name) => dayFolderPattern.year.test(name))
      .toSorted()
      .reverse()) {
      const days = await names(library, join(library, year))
      if (days === null) return yield null
      for (const day of days
        .filter((name) => dayFolderPattern.day.test(name))
        .toSorted()
        .reverse())
        if (`${year}/${day}` >= from) yield `${year}/${day}`
    }
  }

  const silent = (folder: string) =>
    new AppFailure(appError('librarySilent', { params: { folder }, retry: 'free' }))

  /** The files in one library that are named for an item. */
  async function filesNamed(library: string, jobId: string, index: number): Promise<readonly string[]> {
    const found: string[] = []
    // A day earlier: the computer may have been in another time zone.
    for await (const day of dayFolders(library, dayFolder(timeOfId(jobId) - dayMs))) {
      const files = day === null ? null : await names(library, folders.path(library, day))
      if (files === null && library === folders.current()) throw silent(library)
      if (files === null) break
      const own = files.filter((name) => {
        const item = namedItem(name)
        return item?.jobId === jobId && item.index === index
      })
      found.push(...own.map((name) => `${day}/${name}`))
    }
    return found
  }

  return {
    async scan(library, { signal }) {
      if (await isAway(library)) return false
      let adopted = 0
      let days = 0
      for await (const day of dayFolders(library)) {
        const files = day === null ? null : await names(library, folders.path(library, day))
        if (files === null) return false
        if (days++ === 0) await gates.ask(library, () => markLibrary(library, folders))
        for await (const { name, ...item } of orphansAmong(files, signal)) {
          if (signal.aborted) return false
          const orphan = { library, file: `${day}/${name}`, ...item }
          // Its download may have put a file in place while the start record was written.
          const id = await starts
            .during('file', itemName(item.jobId, item.index), async () =>
              isOrphan(item) ? tryAdopt(orphan) : null,
            )
            .catch(() => null)
          if (id !== null) adopted++
        }
        if (signal.aborted) return false
      }
      if (adopted > 0) logger.info('library.adopted', { images: adopted })
      // It may have been unplugged meanwhile.
      return (await folders.lookForOwn(library)) === 'there'
    },

    underway: (jobId, index) => underway.get(itemName(jobId, index)) ?? null,

    async byRecord(jobId, index, { isSure }) {
      for (const library of folders.all()) {
        const file = await gates
          .ask(library, () => recordedFile(library, jobId, index))
          .catch((problem: unknown) => {
            // Nothing waits for a folder that is no longer in use.
            if (library === folders.current()) throw problem
            return null
          })
        const found = file === silence || file === null ? file : await folders.look(library, file)
        const isNeeded = isSure && library === folders.current()
        if (isNeeded && (found === silence || found === 'unknown')) throw silent(library)
        if (isNeeded && found !== 'there' && (await isAway(library)))
          throw new AppFailure(libraryAway(library))
        if (file === silence || file === null || found !== 'there') continue
        const adopted = await tryAdopt({ library, file, jobId, index })
        if (adopted !== null) return adopted
      }
      return null
    },

    async byName(jobId, index) {
      for (const library of folders.all()) {
        if (await isAway(library)) continue
        for (const file of await filesNamed(library, jobId, index)) {
          // A look through the folders may be at it now, which would settle for nothing less than a record.
          await underway.get(itemName(jobId, index))?.catch(() => null)
          const adopted = await tryAdopt({ library, file, jobId, index }, { isLast: true })
          if (adopted !== null) return adopted
        }
      }
      return null
    },
  }
}
