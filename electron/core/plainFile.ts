import { randomBytes } from 'node:crypto'
import { constants, copyFile, type FileHandle, lstat, open, rename, rm, writeFile } from './drive'
import { systemCode } from './systemCode'

/**
 * Flags that keep an open from following a link, and from waiting for another process that holds a pipe. Windows knows
 * neither flag, and there both are ignored.
 */
export const unfollowed = constants.O_NOFOLLOW | constants.O_NONBLOCK

/**
 * The text of a file in a folder that others may write to. Null if it is a link, a pipe and so on, or longer than
 * `longest` bytes.
 */
export async function readPlain(path: string, longest: number): Promise<string | null> {
  if (process.platform === 'win32' && !(await lstat(path)).isFile()) return null
  const file = await open(path, constants.O_RDONLY | unfollowed).catch(async (problem: unknown) => {
    // A link or a socket says so, and a drive that is gone may say the same.
    if (ofOthers.has(systemCode(problem)) && !(await lstat(path)).isFile()) return null
    throw problem
  })
  if (file === null) return null
  try {
    // Now that it is open, it can't be exchanged for something else.
    const found = await file.stat()
    return found.isFile() && found.size <= longest ? await textOf(file, found.size) : null
  } finally {
    await file.close()
  }
}

/** What systems say when a link isn't followed, and of sockets and devices. */
const ofOthers: ReadonlySet<string | null> = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EOPNOTSUPP', 'ENODEV'])

/** Its first bytes: a file handle's own way to read them asks the drive three times. */
async function textOf(file: FileHandle, bytes: number): Promise<string> {
  const all = Buffer.allocUnsafe(bytes)
  let read = 0
  for (let isOver = bytes === 0; !isOver; ) {
    const { bytesRead } = await file.read(all, read, bytes - read, read)
    read += bytesRead
    isOver = bytesRead === 0 || read === bytes
  }
  return all.toString('utf8', 0, read)
}

/**
 * If something other than a file is in the place of one, put there by someone else, moves it away: nothing could ever
 * be written there.
 */
export async function makePlace(path: string): Promise<void> {
  const found = await lstat(path).catch(() => null)
  if (found !== null && !found.isFile()) await rename(path, `${path}-${randomBytes(8).toString('hex')}`)
}

/**
 * Puts a text in the place of a file, completely or not at all, readable only by this person. Nobody can guess the
 * temporary name and put a link there.
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

/**
 * Copies a file to a place where others may write. Anything already there is removed: a link there is neither followed
 * nor written through.
 */
export async function copyPlain(from: string, to: string): Promise<void> {
  await rm(to, { force: true })
  await copyFile(from, to, constants.COPYFILE_EXCL)
}
