import { access } from 'node:fs/promises'
import { join } from 'node:path'
import type { Database } from '../db/database'
import type { Clock, Places, Preferences } from '../ports'

/** The folder in use and every folder that was: images stay where they were saved. */
export interface LibraryFolders {
  /** Absolute. */
  current(): string
  /** The one in use first. */
  all(): readonly string[]
  /** Makes a folder the one in use. */
  use(path: string): void
  /** Absolute path of a file named inside a library; null when none of the folders holds it. */
  locate(file: string): Promise<string | null>
}

export function createLibraryFolders(deps: {
  readonly db: Database
  readonly preferences: Preferences
  readonly places: Places
  readonly clock: Clock
}): LibraryFolders {
  const { db, preferences, places, clock } = deps
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

  return {
    current,
    all,
    use(path) {
      remember(current())
      preferences.change({ libraryPath: path })
      remember(path)
    },
    async locate(file) {
      for (const folder of all()) {
        const path = join(folder, ...file.split('/'))
        if (await isThere(path)) return path
      }
      return null
    },
  }
}

/** Never asked for in a way that waits: on a network drive that is away that would stop the whole app. */
export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/** What is ours inside a library folder and not an image. */
export const ownFolder = '.cyanotype'
/** Downloads under way and probes: on the library's own file system, so that a rename into place is atomic. */
export const incomingFolder = (library: string): string => join(library, ownFolder, 'incoming')
export const recordsFolder = (library: string): string => join(library, ownFolder, 'records')
