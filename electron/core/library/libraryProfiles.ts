import { createHash } from 'node:crypto'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { lstat, opendir, rm, rmdir, writeFile } from '../drive'
import { makeUnlinked, profilesFolder } from './libraryFolders'

/**
 * Which profiles save their images in a library: each has an empty file in its own folder. A library that one of them
 * empties stays a library for the others.
 */
export interface LibraryProfiles {
  /** This profile saves images there. A library that doesn't take the file doesn't take images either. */
  enter(library: string): Promise<void>
  /** It has nothing there any more. */
  leave(library: string): Promise<void>
  /** Whether other profiles do, as far as that can be read: some may be gone. */
  hasOthers(library: string): Promise<boolean>
}

/** `profile`: the profile folder, absolute. */
export function createLibraryProfiles(profile: string): LibraryProfiles {
  // Of a library on a network drive, other computers may have a profile at the same path.
  const id = createHash('sha256').update(`${hostname()}\0${profile}`).digest('hex').slice(0, 16)
  const fileIn = (library: string) => join(profilesFolder(library), id)

  return {
    async enter(library) {
      const isThere = await lstat(fileIn(library)).then(
        () => true,
        () => false,
      )
      if (isThere) return
      try {
        await makeUnlinked(profilesFolder(library), 0o700)
        await writeFile(fileIn(library), '', { flag: 'wx' })
      } catch {
        // The next check of the library tries again.
      }
    },

    async leave(library) {
      await rm(fileIn(library), { force: true })
      await rmdir(profilesFolder(library))
    },

    async hasOthers(library) {
      try {
        for await (const { name } of await opendir(profilesFolder(library))) if (name !== id) return true
      } catch {
        // Nobody has entered there yet, or it is away.
      }
      return false
    },
  }
}
