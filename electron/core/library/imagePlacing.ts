import { dirname, join } from 'node:path'
import { rename } from '../drive'
import { syncFile, syncFolder } from '../durability'
import { makePlace } from '../plainFile'
import { systemCode } from '../systemCode'
import { dayFolder, imageName, itemName } from './imageName'
import { writeRecord } from './imageRecords'
import type { NewImage } from './library'
import { incomingFolder, makeOwn, makeUnlinked } from './libraryFolders'

/** Where a download is gathered. Flat and without the prompt or the day, so that the next run finds it again. */
export async function incomingPath(library: string, jobId: string, index: number): Promise<string> {
  const folder = incomingFolder(library)
  await makeOwn(folder)
  const path = join(folder, `${itemName(jobId, index)}.part`)
  await makePlace(path)
  return path
}

/** The library a temp file is gathered in: the person may have chosen another since. */
export const libraryOf = (temp: string): string => dirname(dirname(dirname(temp)))

/** Brings files to their place so that they outlive a loss of power. */
export interface ImagePlacing {
  /** Moves a verified file from `incomingPath` to its place, durably; `words` begin its name. Returns the path inside the library, with forward slashes. */
  place(temp: string, image: NewImage, words: string): Promise<string>
  /** Makes a file durable that was found in its place: what was to follow its rename may have failed. */
  secure(library: string, file: string): Promise<void>
}

export function createImagePlacing(): ImagePlacing {
  /** Folders whose own entry is durable. */
  const durable = new Set<string>()

  /** A new folder's entry must be as durable as the file in it; one that is there may have been made without that. */
  async function makeFolders(library: string, names: readonly string[]): Promise<void> {
    let parent = library
    for (const name of names) {
      const folder = join(parent, name)
      if (await makeUnlinked(folder)) durable.delete(folder)
      if (!durable.has(folder)) await syncFolder(parent)
      durable.add(folder)
      parent = folder
    }
  }

  return {
    async place(temp, image, words) {
      const library = libraryOf(temp)
      const folder = dayFolder(image.createdAt)
      const file = `${folder}/${imageName({ ...image, words })}`
      await writeRecord(library, { file, image })
      await syncFile(temp)
      await makeFolders(library, folder.split('/'))
      await rename(temp, join(library, ...file.split('/')))
      await syncFolder(join(library, ...folder.split('/')))
      return file
    },

    async secure(library, file) {
      const names = file.split('/')
      try {
        await syncFile(join(library, ...names))
        await makeFolders(library, names.slice(0, -1))
        await syncFolder(join(library, ...names.slice(0, -1)))
      } catch (problem) {
        // Where nothing can be written, nothing is lost.
        if (!['EROFS', 'EACCES', 'EPERM'].includes(systemCode(problem) ?? '')) throw problem
      }
    },
  }
}
