import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { AppFailure, appError } from '@shared/errors'
import type { Database } from '../db/database'
import { chmod, lstat, mkdir, rename } from '../drive'
import type { Clock, Places, Preferences } from '../ports'
import { systemCode } from '../systemCode'
import { type FolderGates, silence } from './folderGates'

/** The folder in use and every folder that was: images stay where they were saved. */
export interface LibraryFolders {
  /** Absolute. */
  current(): string
  /** The one in use first. */
  all(): readonly string[]
  /** Makes a folder the one in use. */
  use(path: string): void
  /** Absolute path of a file named inside a library. */
  path(folder: string, file: string): string
  /** Whether a folder holds a file of its own, by its path inside the library. */
  look(folder: string, file: string): Promise<Look>
  /** Whether a folder is there as a library, with what is ours in it. */
  lookForOwn(folder: string): Promise<Look>
  /**
   * Absolute path of a file named inside a library; null when none of the folders holds it. Throws AppFailure
   * `librarySilent` or `formerLibrarySilent` when one that may hold it does not answer.
   */
  locate(file: string): Promise<string | null>
}

/** `unknown`: the folder does not answer, or with something that says neither. */
export type Look = 'there' | 'absent' | 'unknown'

export function createLibraryFolders(deps: {
  readonly db: Database
  readonly preferences: Preferences
  readonly places: Places
  readonly clock: Clock
  readonly gates: Pick<FolderGates, 'ask'>
}): LibraryFolders {
  const { db, preferences, places, clock, gates } = deps
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

  async function ask(folder: string, isThere: () => Promise<boolean>): Promise<Look> {
    const found = await gates.ask(folder, () => told(isThere))
    return found === silence ? 'unknown' : found
  }
  const look = (folder: string, file: string) => ask(folder, () => isOwnFile(folder, file))

  return {
    current,
    all,
    path,
    look,
    lookForOwn: (folder) => ask(folder, () => isOwnFolder(folder, ownFolder)),
    use(path) {
      remember(current())
      preferences.change({ libraryPath: path })
      remember(path)
    },
    async locate(file) {
      let unknown: string | null = null
      for (const folder of all()) {
        const found = await look(folder, file)
        if (found === 'there') return path(folder, file)
        if (found === 'unknown') unknown ??= folder
      }
      if (unknown === null) return null
      const code = unknown === current() ? 'librarySilent' : 'formerLibrarySilent'
      throw new AppFailure(appError(code, { params: { folder: unknown }, retry: 'free' }))
    },
  }
}

async function told(isThere: () => Promise<boolean>): Promise<Look> {
  try {
    return (await isThere()) ? 'there' : 'absent'
  } catch (problem) {
    return isAbsence(problem) ? 'absent' : 'unknown'
  }
}

/** Bytes: more than any answer brings. */
const longestImage = 512 * 1024 * 1024

/**
 * Whether a path inside a library is a file of its own: neither it nor a folder on the way is a link to elsewhere. Nor is
 * one ours that is larger than any image: to read it might take hours, or all memory. Throws when that can't be told.
 */
export async function isOwnFile(library: string, file: string): Promise<boolean> {
  const names = file.split('/')
  if (!(await isOwnFolder(library, ...names.slice(0, -1)))) return false
  const found = await lstat(join(library, ...names))
  return found.isFile() && found.size <= longestImage
}

/** The same of a folder. The library itself may be a link: the person chose it. */
async function isOwnFolder(library: string, ...names: readonly string[]): Promise<boolean> {
  for (const at of names.keys())
    if (!(await lstat(join(library, ...names.slice(0, at + 1)))).isDirectory()) return false
  return true
}

/** What a file operation failed with says that there is no such file. */
export function isAbsence(problem: unknown): boolean {
  const code = systemCode(problem)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** What is ours inside a library folder and not an image. */
const ownFolder = '.cyanotype'
const incoming = 'incoming'
const records = 'records'
/** Downloads under way and probes: on the library's own file system, so that a rename into place is atomic. */
export const incomingFolder = (library: string): string => join(library, ownFolder, incoming)
export const recordsFolder = (library: string): string => join(library, ownFolder, records)

/** Whether downloads are gathered in this library and not by way of a link elsewhere. Throws when that can't be told. */
export const hasOwnIncoming = (library: string): Promise<boolean> => isOwnFolder(library, ownFolder, incoming)
/** The same of records. */
export const hasOwnRecords = (library: string): Promise<boolean> => isOwnFolder(library, ownFolder, records)

/** Makes one of these folders. What is in them tells of prompts: others of this computer do not read it. */
export async function makeOwn(folder: string): Promise<void> {
  const own = dirname(folder)
  await mkdir(dirname(own), { recursive: true })
  for (const path of [own, folder]) await makeUnlinked(path, 0o700)
}

/**
 * Makes a folder in one of the library's, unless it is there. What else is in its place, a link elsewhere for example,
 * may be from whoever shares the library: it is set aside, and nothing behind it is touched. Returns whether it was made.
 */
export async function makeUnlinked(folder: string, mode?: number): Promise<boolean> {
  const found = await lstat(folder).catch((problem: unknown) => {
    if (isAbsence(problem)) return null
    throw problem
  })
  if (found?.isDirectory() === true) return false
  if (found !== null) await rename(folder, `${folder}-${randomBytes(8).toString('hex')}`)
  return (await mkdir(folder, { recursive: true, mode })) !== undefined
}

/** The same for a library that an earlier version filled. */
export async function closeOwn(library: string): Promise<void> {
  if (await isOwnFolder(library, ownFolder)) await chmod(join(library, ownFolder), 0o700)
}
