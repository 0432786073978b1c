import { dirname, join } from 'node:path'
import { claimName } from '../claimedName'
import { rename } from '../drive'
import { refusesWrites, syncFile, syncFolder } from '../durability'
import { makePlace } from '../plainFile'
import { dayFolder, imageName, itemName } from './imageName'
import { writeRecord } from './imageRecords'
import type { NewImage } from './library'
import { incomingFolder, makeUnlinked } from './libraryFolders'
import { type RecordedBatch, unmarked } from './recordedMarks'

/**
 * Where a download is gathered. The path is flat and contains neither the prompt nor the day, so that the next run
 * finds it again. Its folder must be there.
 */
export async function incomingPath(library: string, jobId: string, index: number): Promise<string> {
  const path = join(incomingFolder(library), `${itemName(jobId, index)}.part`)
  await makePlace(path)
  return path
}

/** The library in which a temp file is gathered: the person may have chosen another since. */
export const libraryOf = (temp: string): string => dirname(dirname(dirname(temp)))

/** Moves files into place so that they survive a power cut. */
export interface ImagePlacing {
  /**
   * Moves a verified file from `incomingPath` into place, durably; its name begins with `words`. Returns the path
   * inside the library, with forward slashes.
   */
  place(temp: string, image: NewImage, words: string, batch: RecordedBatch | null): Promise<string>
  /**
   * Puts a verified file from `incomingPath` where an image was, durably. False if anything is there: it stays.
   */
  putBack(temp: string, file: string): Promise<boolean>
  /** Makes folders inside the library, one in the other, as durable as what is put in them. */
  makeFolders(library: string, names: readonly string[]): Promise<void>
  /** Makes a file durable that was found in place: the steps after its rename may have failed. */
  secure(library: string, file: string): Promise<void>
}

export function createImagePlacing(): ImagePlacing {
  /** Folders whose own entry is durable. */
  const durable = new Set<string>()

  /** A new folder's entry must be as durable as the file in it; an existing folder may have been made without that. */
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
    makeFolders,

    async place(temp, image, words, batch) {
      const library = libraryOf(temp)
      const folder = dayFolder(image.createdAt)
      const file = `${folder}/${imageName({ ...image, words })}`
      await writeRecord(library, { file, image, marks: { ...unmarked, batch } })
      await syncFile(temp)
      await makeFolders(library, folder.split('/'))
      await rename(temp, join(library, ...file.split('/')))
      await syncFolder(join(library, ...folder.split('/')))
      return file
    },

    async putBack(temp, file) {
      const library = libraryOf(temp)
      const names = file.split('/')
      await syncFile(temp)
      await makeFolders(library, names.slice(0, -1))
      const isPut = await claimName(temp, join(library, ...names))
      if (isPut) await syncFolder(join(library, ...names.slice(0, -1)))
      return isPut
    },

    async secure(library, file) {
      const names = file.split('/')
      try {
        await syncFile(join(library, ...names))
        await makeFolders(library, names.slice(0, -1))
        await syncFolder(join(library, ...names.slice(0, -1)))
      } catch (problem) {
        if (!refusesWrites(problem)) throw problem
      }
    },
  }
}
