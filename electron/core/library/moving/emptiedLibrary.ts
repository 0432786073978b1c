import { dirname, join } from 'node:path'
import { discardClaim } from '../../claimedName'
import { lstat, readdir, rm, rmdir } from '../../drive'
import { silence } from '../folderGates'
import { dayFolderPattern, namedItem } from '../imageName'
import { incomingFolder, movingFolder, recordsFolder } from '../libraryFolders'
import type { LibraryGround } from '../libraryGround'

/**
 * Removes what an emptied library has of ours: its own folders, and folders of days without a file. What another profile
 * keeps in the same library stays, with the folder it is in.
 */
export interface EmptiedLibrary {
  /** Removes empty folders of days. Returns how many files there are besides, and how many of them are named as images. */
  clearDays(library: string): Promise<{ readonly others: number; readonly images: number }>
  /** Removes copies of our images that were never finished. */
  clearCopies(library: string): Promise<void>
  /** Removes the library's own folders: nothing of ours in them is needed any more. */
  clearOwn(library: string): Promise<void>
}

export function createEmptiedLibrary({
  gates: { ask },
  gallery,
  incoming,
  profiles,
  isOwn,
}: Pick<LibraryGround, 'gates' | 'gallery' | 'incoming' | 'profiles' | 'isOwn'>): EmptiedLibrary {
  /** What can't be removed or listed stays: it does no harm. */
  async function tried<T>(library: string, otherwise: T, work: () => Promise<T>): Promise<T> {
    const found = await ask(library, () => work().catch(() => otherwise))
    return found === silence ? otherwise : found
  }

  /** A link leads to what isn't ours. */
  const entries = (library: string, folder: string) =>
    tried(library, [], async () =>
      (await lstat(folder)).isDirectory() ? readdir(folder, { withFileTypes: true }) : [],
    )
  const removeEmpty = (library: string, folder: string) => tried(library, undefined, () => rmdir(folder))

  /** The image that a copy is of, which may have no row yet; null if it isn't ours. */
  function ownCopy(name: string): { readonly id: string | null } | null {
    const item = namedItem(name)
    if (item === null) return null
    const id = gallery.rows.findItem(item.jobId, item.index)
    return id !== null || isOwn(item.jobId) ? { id } : null
  }

  /** A kill may have come once it had claimed its place. */
  async function clearCopy(library: string, temp: string, file: string | null): Promise<void> {
    if (file === null) await rm(temp, { force: true })
    else await discardClaim(temp, join(library, ...file.split('/')))
  }

  async function clearCopies(library: string): Promise<void> {
    const folder = movingFolder(library)
    for (const { name } of await entries(library, folder)) {
      const item = ownCopy(name)
      if (item === null) continue
      const file = gallery.rows.file(item.id ?? '')?.file ?? null
      await tried(library, undefined, () => clearCopy(library, join(folder, name), file))
    }
    await removeEmpty(library, folder)
  }

  return {
    async clearDays(library) {
      let others = 0
      let images = 0
      for (const year of await entries(library, library)) {
        if (year.name === '.cyanotype') continue
        if (!year.isDirectory() || !dayFolderPattern.year.test(year.name)) {
          others += 1
          continue
        }
        const ofYear = join(library, year.name)
        for (const day of await entries(library, ofYear)) {
          const ofDay = join(ofYear, day.name)
          const isDay = day.isDirectory() && dayFolderPattern.day.test(day.name)
          const files = isDay ? await entries(library, ofDay) : [day]
          others += files.length
          images += files.filter(({ name }) => namedItem(name) !== null).length
          if (isDay) await removeEmpty(library, ofDay)
        }
        await removeEmpty(library, ofYear)
      }
      return { others, images }
    },

    clearCopies,

    async clearOwn(library) {
      await clearCopies(library)
      await incoming.sweep(library, { ends: true })
      await tried(library, undefined, () => profiles.leave(library))
      const records = recordsFolder(library)
      for (const folder of [incomingFolder(library), records, dirname(records)])
        await removeEmpty(library, folder)
    },
  }
}
