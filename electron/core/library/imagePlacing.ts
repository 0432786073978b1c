import { dirname, join, posix } from 'node:path'
import { claimName, isClaim, isLeftClaim } from '../claimedName'
import { lstat, rm } from '../drive'
import { refusesWrites, syncFile, syncFolder } from '../durability'
import { timeOfId } from '../ids'
import { makePlace } from '../plainFile'
import { fileDigest } from './fileDigest'
import { dayFolder, imageName, itemName } from './imageName'
import { writeRecord } from './imageRecords'
import type { NewImage } from './library'
import { incomingFolder, isAbsence, makeUnlinked } from './libraryFolders'
import { numberedFile } from './placedName'
import { type RecordedBatch, unmarked } from './recordedMarks'

/**
 * Where a download is gathered. The path is flat and contains neither the prompt nor the day, so that the next run
 * finds it again. Its folder must be there.
 */
export async function incomingPath(library: string, jobId: string, index: number): Promise<string> {
  const path = join(incomingFolder(library), `${itemName(jobId, index)}.part`)
  await makePlace(path)
  // A kill left the image with this name besides its own: writing here would change that.
  const names = await lstat(path).then(
    ({ nlink }) => nlink,
    () => 0,
  )
  if (names > 1) await rm(path, { force: true })
  return path
}

/** The library in which a temp file is gathered: the user may have chosen another since. */
export const libraryOf = (temp: string): string => dirname(dirname(dirname(temp)))

/** Moves files into place so that they survive a power cut. */
export interface ImagePlacing {
  /**
   * Moves a verified file from `incomingPath` into place, durably; its name begins with `words`. A file with other bytes
   * stays, and the new one gets another name. Returns the path inside the library, with forward slashes.
   */
  place(temp: string, image: NewImage, words: string, batch: RecordedBatch | null): Promise<string>
  /**
   * Puts a verified file from `incomingPath` where an image was, durably. False if anything is there: it stays, unless it
   * is all that a kill left of an earlier attempt.
   */
  putBack(temp: string, file: string): Promise<boolean>
  /** Makes folders inside the library, one in the other, as durable as what is put in them. */
  makeFolders(library: string, names: readonly string[]): Promise<void>
  /** Makes a file durable that was found in place: the steps after its rename may have failed. */
  secure(library: string, file: string): Promise<void>
}

interface PlaceFound {
  /** Inside the library, forward slashes. */
  readonly place: string
  /** The same bytes are there already. */
  readonly isThere: boolean
}

type Found = 'free' | 'same' | 'taken'

/** What is at a place inside the library where an image is to be put: nothing, the same bytes, or another file. */
async function foundAt(temp: string, place: string, { bytes, sha256 }: NewImage): Promise<Found> {
  const path = join(libraryOf(temp), ...place.split('/'))
  const found = await lstat(path).catch((problem: unknown) => {
    if (isAbsence(problem)) return null
    throw problem
  })
  if (found === null || (await isClaim(temp, path))) return 'free'
  if (!found.isFile() || found.size !== bytes) return 'taken'
  // What can't be read isn't replaced either.
  const digest = await fileDigest(path).catch(() => null)
  return digest?.sha256 === sha256 ? 'same' : 'taken'
}

/** A place for an image where nothing is, or the same bytes: `isThere`. Its name comes after `days`, the latest first. */
async function placeFor(
  temp: string,
  days: readonly string[],
  name: string,
  image: NewImage,
): Promise<PlaceFound> {
  const [today = '', ...earlier] = days
  for (const day of earlier) {
    const place = `${day}/${name}`
    if ((await foundAt(temp, place, image)) === 'same') return { place, isThere: true }
  }
  for (let number = 1; ; number++) {
    const file = `${today}/${name}`
    const place = number === 1 ? file : numberedFile(file, number)
    const found = await foundAt(temp, place, image)
    if (found !== 'taken') return { place, isThere: found === 'same' }
  }
}

const halfDayMs = 43_200_000

/**
 * The days on which an image may have been put in place, today first, a week at most: the power may have taken the record
 * and the row of an earlier attempt, and left the file.
 */
function placingDays({ jobId, createdAt }: NewImage): readonly string[] {
  const first = Math.max(timeOfId(jobId), createdAt - 14 * halfDayMs)
  const days = new Set([dayFolder(createdAt)])
  // No day is as short as half a day, also where the clocks change.
  for (let time = createdAt; time > first; time -= halfDayMs) days.add(dayFolder(time))
  return [...days.add(dayFolder(Math.min(first, createdAt)))]
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
      const days = placingDays(image)
      for (;;) {
        const { place, isThere } = await placeFor(temp, days, imageName({ ...image, words }), image)
        const folder = posix.dirname(place)
        await writeRecord(library, { file: place, image, marks: { ...unmarked, batch } })
        await syncFile(temp)
        await makeFolders(library, folder.split('/'))
        const path = join(library, ...place.split('/'))
        if (isThere) await syncFile(path)
        // Another file came to have this name meanwhile.
        else if (!(await claimName(temp, path))) continue
        await rm(temp, { force: true })
        await syncFolder(join(library, ...folder.split('/')))
        return place
      }
    },

    async putBack(temp, file) {
      const library = libraryOf(temp)
      const names = file.split('/')
      await syncFile(temp)
      await makeFolders(library, names.slice(0, -1))
      const path = join(library, ...names)
      // An import that was killed may have claimed it for a file with another name.
      if (await isLeftClaim(path).catch(() => false)) await rm(path, { force: true })
      const isPut = await claimName(temp, path)
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
