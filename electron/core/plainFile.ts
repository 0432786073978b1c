import { randomBytes } from 'node:crypto'
import { constants, copyFile, lstat, open, rename, rm, writeFile } from './drive'

/**
 * What keeps an open from following a link and from waiting for whoever else holds a pipe. Windows knows neither flag,
 * and counts them as nothing.
 */
export const unfollowed = constants.O_NOFOLLOW | constants.O_NONBLOCK

/** The text of a file in a folder that others write to; null when it is a link, a pipe and so on, or longer than `longest` bytes. */
export async function readPlain(path: string, longest: number): Promise<string | null> {
  if (!(await lstat(path)).isFile()) return null
  const file = await open(path, constants.O_RDONLY | unfollowed)
  try {
    // What is open now can't be changed for something else any more.
    const found = await file.stat()
    return found.isFile() && found.size <= longest ? await file.readFile('utf8') : null
  } finally {
    await file.close()
  }
}

/** Moves what is no file out of the place of one, where somebody else put it: nothing could ever be written there. */
export async function makePlace(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found !== null && !found.isFile()) await rename(path, `${path}-${randomBytes(8).toString('hex')}`)
}

/**
 * Puts a text in the place of a file, whole or not at all, for this person alone to read. Nobody can foresee the name it
 * is written under, and so put a link there.
 */
export async function replacePlain(path: string, text: string): Promise<void> {
  const temp = `${path}.${randomBytes(8).toString('hex')}.new`
  try {
    await makePlace(path)
    await writeFile(temp, text, { flag: 'wx', mode: 0o600 })
    await rename(temp, path)
  } catch (problem) {
    await rm(temp, { force: true }).catch(() => undefined)
    throw problem
  }
}

/** Copies a file to a place where others write. What is there already goes: a link there is neither followed nor filled. */
export async function copyPlain(from: string, to: string): Promise<void> {
  await rm(to, { force: true })
  await copyFile(from, to, constants.COPYFILE_EXCL)
}
