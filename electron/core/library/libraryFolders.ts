import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import { isLeft } from '@shared/model/leftFile'
import { isLeftClaim } from '../claimedName'
import type { Database } from '../db/database'
import { chmod, lstat, mkdir, rename, type Stats } from '../drive'
import { wholeTime } from '../fileTime'
import type { Clock, Places, Preferences } from '../ports'
import { systemCode } from '../systemCode'
import { type FolderGates, silence } from './folderGates'
import { itemName } from './imageName'
import { type FoundFacts, isAsKnown, type KnownFacts } from './knownFile'
import { canBeHere } from './leftFiles'

/** Where an image is: inside a library, or where it was left; and what is known of its file. */
interface PlacedFile extends KnownFacts {
  readonly jobId: string
  readonly index: number
  readonly file: string
}

/** The folder in use and every former one: images stay where they were saved. */
export interface LibraryFolders {
  /** Absolute. */
  current(): string
  /** The one in use first. */
  all(): readonly string[]
  /** Makes a folder the one in use. It is known from then on. */
  use(path: string): void
  /** Whether a library was begun there: if it isn't there any more, it is away. */
  isKnown(path: string): boolean
  /** From now on it is known. What it is recognized by must be durable. */
  remember(path: string): void
  /** From now on it isn't known: none of our images is there any more. */
  forget(path: string): void
  /** Absolute path of a file named inside a library. */
  path(folder: string, file: string): string
  /** Whether a folder holds this file as its own, given its path inside the library. */
  look(folder: string, file: string): Promise<Look>
  /** Whether a folder is there as a library, with our own things in it. */
  lookForOwn(folder: string): Promise<Look>
  /**
   * The library that has an image's file, or seems to; null for none, and for one that was left where it was. A file of
   * other bytes in a library without a record of the image may be a copy, such as of an export: it is taken only if no
   * library has a better one. Throws AppFailure as `locate` does.
   */
  holder(image: PlacedFile): Promise<string | null>
  /**
   * Absolute path of an image's file; null if it isn't in its place. Throws AppFailure `librarySilent`,
   * `formerLibrarySilent` or `sourceSilent` if a folder that may hold it doesn't answer.
   */
  locate(image: PlacedFile): Promise<string | null>
}

/** `unknown`: the folder doesn't answer, or its answer says neither. */
type Look = 'there' | 'absent' | 'unknown'

export function createLibraryFolders(deps: {
  readonly db: Database
  readonly preferences: Preferences
  readonly places: Places
  readonly clock: Clock
  readonly gates: Pick<FolderGates, 'ask'>
  /** The folder in which a file is looked for first; null for the one in use. */
  readonly sourceOf: (file: string) => string | null
}): LibraryFolders {
  const { db, preferences, places, clock, gates, sourceOf } = deps
  const path = (folder: string, file: string) => join(folder, ...file.split('/'))
  const current = () => preferences.read().libraryPath ?? places.defaultLibrary

  function remember(path: string): void {
    db.run(
      `INSERT INTO library_folders (path, used_at) VALUES (:path, :now)
       ON CONFLICT (path) DO UPDATE SET used_at = excluded.used_at`,
      { path, now: clock.now() },
    )
  }

  const all = () => {
    const used = db.all<{ path: string }>('SELECT path FROM library_folders ORDER BY used_at DESC')
    return [...new Set([current(), ...used.map(({ path }) => path)])]
  }

  async function seen<T>(folder: string, find: () => Promise<T | null>): Promise<T | Exclude<Look, 'there'>> {
    const found = await gates.ask(folder, () => told(find))
    return found === silence ? 'unknown' : found
  }
  async function ask(folder: string, isThere: () => Promise<boolean>): Promise<Look> {
    return seen(folder, async () => ((await isThere()) ? 'there' : null))
  }
  const look = (folder: string, file: string) => ask(folder, () => isOwnFile(folder, file))

  /** One that is missing is there again once a check has found its bytes: until then, anything may be in its place. */
  async function locateLeft({ file, outside }: PlacedFile): Promise<string | null> {
    if (outside === 'missing' || !canBeHere(file)) return null
    const folder = dirname(file)
    const found = await seen(folder, () => plainFacts(file))
    if (found === 'unknown')
      throw new AppFailure(appError('sourceSilent', { params: { folder }, retry: 'free' }))
    return found === 'absent' ? null : file
  }

  async function holder(image: PlacedFile): Promise<string | null> {
    const { file, bytes } = image
    if (isLeft(file)) return null
    let unknown: string | null = null
    let sized: string | null = null
    let other: string | null = null
    const source = sourceOf(file)
    for (const folder of new Set([...(source === null ? [] : [source]), ...all()])) {
      const found = await seen(folder, () => ownFacts(folder, file))
      if (found === 'unknown') unknown ??= folder
      else if (found === 'absent') continue
      else if (isAsKnown(image, found)) return folder
      else if ((await look(folder, recordInside(image))) === 'there') return folder
      else if (found.size === bytes) sized ??= folder
      else other ??= folder
    }
    const best = sized ?? other
    if (best !== null || unknown === null) return best
    const code = unknown === current() ? 'librarySilent' : 'formerLibrarySilent'
    throw new AppFailure(appError(code, { params: { folder: unknown }, retry: 'free' }))
  }

  return {
    current,
    all,
    holder,
    path,
    look,
    lookForOwn: (folder) => ask(folder, () => isOwnFolder(folder, ownFolder)),
    isKnown: (path) => db.get('SELECT 1 FROM library_folders WHERE path = :path', { path }) !== undefined,
    remember,
    forget(path) {
      db.run('DELETE FROM library_folders WHERE path = :path', { path })
    },
    use(path) {
      remember(current())
      preferences.change({ libraryPath: path })
      remember(path)
    },
    async locate(image) {
      if (isLeft(image.file)) return locateLeft(image)
      const folder = await holder(image)
      return folder === null ? null : path(folder, image.file)
    },
  }
}

async function told<T>(find: () => Promise<T | null>): Promise<T | Exclude<Look, 'there'>> {
  try {
    return (await find()) ?? 'absent'
  } catch (problem) {
    return isAbsence(problem) ? 'absent' : 'unknown'
  }
}

/** Bytes: larger than any image in an answer. */
export const longestImage = 512 * 1024 * 1024

/**
 * Whether a path inside a library is a file of its own: neither it nor a folder on the way is a link to elsewhere. A
 * file larger than any image isn't ours either: reading it might take hours, or all memory. Nor is one that was left
 * where it was. Throws if this can't be determined.
 */
export async function isOwnFile(library: string, file: string): Promise<boolean> {
  return (await ownFacts(library, file)) !== null
}

/** What its folder says of such a file; null for anything else. */
async function ownFacts(library: string, file: string): Promise<FoundFacts | null> {
  if (isLeft(file)) return null
  const names = file.split('/')
  if (!(await isOwnFolder(library, ...names.slice(0, -1)))) return null
  return plainFacts(join(library, ...names))
}

async function plainFacts(path: string): Promise<FoundFacts | null> {
  const found = await lstat(path)
  if (!(await mayBeImage(path, found))) return null
  return { size: found.size, time: wholeTime(found.mtimeMs) }
}

/** A file that a kill left in the place of an image, which was about to be put there, is none. Throws what the drive says. */
export const mayBeImage = async (path: string, found: Stats): Promise<boolean> =>
  found.isFile() && found.size <= longestImage && !(await isLeftClaim(path, found.size))

/** The same for a folder. The library itself may be a link: the user chose it. */
async function isOwnFolder(library: string, ...names: readonly string[]): Promise<boolean> {
  for (const at of names.keys())
    if (!(await lstat(join(library, ...names.slice(0, at + 1)))).isDirectory()) return false
  return true
}

/** Whether a folder is a library, of anyone, or in one of this user's. */
export const isInLibrary = async (folder: string): Promise<boolean> =>
  (await isLibrary(folder)) || (await isBelowLibrary(folder))

/**
 * Whether a folder is in a library of this user's: anyone may make what looks like one where all users can write, such as
 * above their homes. Windows doesn't say whose it is.
 */
export async function isBelowLibrary(folder: string): Promise<boolean> {
  const users = [0, process.getuid?.() ?? 0]
  for (let at = folder; dirname(at) !== at; ) {
    at = dirname(at)
    if (await isLibrary(at, ({ uid }) => users.includes(uid))) return true
  }
  return false
}

/** Whether a folder is a library, of anyone. */
export const isLibrary = (folder: string, isOwn: (mark: Stats) => boolean = () => true): Promise<boolean> =>
  lstat(join(folder, ownFolder)).then(
    (found) => found.isDirectory() && isOwn(found),
    () => false,
  )

/** Whether the error of a file operation means that there is no such file. */
export function isAbsence(problem: unknown): boolean {
  const code = systemCode(problem)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Holds what is ours inside a library folder apart from images. */
export const ownFolder = '.cyanotype'
const incoming = 'incoming'
const records = 'records'
const moving = 'moving'
const profiles = 'profiles'
/** Downloads under way and probes: on the library's own file system, so that a rename into place is atomic. */
export const incomingFolder = (library: string): string => join(library, ownFolder, incoming)
export const recordsFolder = (library: string): string => join(library, ownFolder, records)
/** The same as a path inside the library. */
export const recordsInside = `${ownFolder}/${records}`
/** Which profiles save their images here. */
export const profilesFolder = (library: string): string => join(library, ownFolder, profiles)
/** The record of an image, as a path inside the library. */
export const recordInside = ({ jobId, index }: Pick<PlacedFile, 'jobId' | 'index'>): string =>
  `${recordsInside}/${itemName(jobId, index)}.json`
/** Copies of another library's images until they are verified. */
export const movingFolder = (library: string): string => join(library, ownFolder, moving)

/**
 * Whether downloads are gathered in this library itself, not through a link elsewhere. Throws if this can't be
 * determined.
 */
export const hasOwnIncoming = (library: string): Promise<boolean> => isOwnFolder(library, ownFolder, incoming)
/** The same for records. */
export const hasOwnRecords = (library: string): Promise<boolean> => isOwnFolder(library, ownFolder, records)

/**
 * Makes one of these folders, and the library around it. Its contents reveal prompts, so other users of this computer
 * can't read it.
 */
export async function makeOwn(folder: string): Promise<void> {
  const own = dirname(folder)
  await mkdir(dirname(own), { recursive: true })
  for (const path of [own, folder]) await makeUnlinked(path, 0o700)
}

/** The same in a library that has begun. Rejects if nothing of ours is there: it isn't begun anew on the way. */
export async function mendOwn(folder: string): Promise<void> {
  const own = dirname(folder)
  if (!(await lstat(own)).isDirectory()) await makeOwn(incomingFolder(dirname(own)))
  await makeUnlinked(folder, 0o700)
}

/**
 * Makes a folder in one of the library's, unless it exists. Anything else in its place, for example a link elsewhere,
 * may come from someone who shares the library. It is set aside, and nothing behind it is touched. Returns whether the
 * folder was made. Rejects if its own folder isn't there.
 */
export async function makeUnlinked(folder: string, mode?: number): Promise<boolean> {
  const found = await lstat(folder).catch((problem: unknown) => {
    if (isAbsence(problem)) return null
    throw problem
  })
  if (found?.isDirectory() === true) return false
  if (found !== null) await rename(folder, `${folder}-${randomBytes(8).toString('hex')}`)
  try {
    await mkdir(folder, { mode })
    return true
  } catch (problem) {
    // Another image was faster.
    if (systemCode(problem) === 'EEXIST') return false
    throw problem
  }
}

/** The same for a library that an earlier version filled. */
export async function closeOwn(library: string): Promise<void> {
  if (await isOwnFolder(library, ownFolder)) await chmod(join(library, ownFolder), 0o700)
}
