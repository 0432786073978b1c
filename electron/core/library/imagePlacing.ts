import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFile, syncFolder } from '../durability'
import { dayFolder, imageName, itemName } from './imageName'
import { writeRecord } from './imageRecords'
import type { NewImage } from './library'
import { incomingFolder } from './libraryFolders'

/** Where a download is gathered. Flat and without the prompt or the day, so that the next run finds it again. */
export async function incomingPath(library: string, jobId: string, index: number): Promise<string> {
  const folder = incomingFolder(library)
  await mkdir(folder, { recursive: true })
  return join(folder, `${itemName(jobId, index)}.part`)
}

/** Moves a verified file from `incomingPath` to its place, durably; `words` begin its name. Returns the path inside the library, with forward slashes. */
export async function placeImage(temp: string, image: NewImage, words: string): Promise<string> {
  // From the temp file's own library: the person may have chosen another since.
  const library = dirname(dirname(dirname(temp)))
  const folder = dayFolder(image.createdAt)
  const file = `${folder}/${imageName({ ...image, words })}`
  await writeRecord(library, { file, image })
  await syncFile(temp)
  await makeFolders(library, folder.split('/'))
  await rename(temp, join(library, ...file.split('/')))
  await syncFolder(join(library, ...folder.split('/')))
  return file
}

/** A new folder's entry must be as durable as the file in it. */
async function makeFolders(library: string, names: readonly string[]): Promise<void> {
  let parent = library
  for (const name of names) {
    const made = await mkdir(join(parent, name), { recursive: true })
    if (made !== undefined) await syncFolder(parent)
    parent = join(parent, name)
  }
}
