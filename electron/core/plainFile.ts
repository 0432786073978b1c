import { randomBytes } from 'node:crypto'
import { constants, copyFile, type FileHandle, lstat, open, rename, rm, type Stats, writeFile } from './drive'
import { piecesOf } from './filePieces'
import { systemCode } from './systemCode'

/**
 * Flags that keep an open from following a link, and from waiting for another process that holds a pipe. Windows knows
 * neither flag, and there both are ignored.
 */
export const unfollowed = constants.O_NOFOLLOW | constants.O_NONBLOCK

/** A file that is open, and what it was when it was opened. */
export interface OpenedFile {
  readonly file: FileHandle
  readonly found: Stats
}

/**
 * Opens a file in a folder that others may write to, for reading. Null if it is a link, a pipe and so on: nothing that a
 * link leads to is read.
 */
export async function openPlain(path: string): Promise<OpenedFile | null> {
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
    if (found.isFile()) return { file, found }
  } catch (problem) {
    await file.close()
    throw problem
  }
  await file.close()
  return null
}

/** Opens a file as `openPlain` does for some work, and closes it. Null if it isn't a plain file. */
export async function withPlain<T>(
  path: string,
  work: (opened: OpenedFile) => Promise<T>,
): Promise<T | null> {
  const opened = await openPlain(path)
  if (opened === null) return null
  try {
    return await work(opened)
  } finally {
    await opened.file.close()
  }
}

/** The same, and throws an error with the code `ESTALE` if it isn't a plain file by now. */
export async function openStillPlain(path: string): Promise<OpenedFile> {
  const opened = await openPlain(path)
  if (opened === null) throw new FileExchangedError(path)
  return opened
}

/** What is in a file that is opened so, as `piecesOf` gives it. */
export async function* plainPieces(path: string, into?: Buffer): AsyncGenerator<Buffer> {
  const { file } = await openStillPlain(path)
  try {
    yield* piecesOf(file, into)
  } finally {
    await file.close()
  }
}

/** A file in a folder that others may write to. Null if it is a link, a pipe and so on, or longer than `longest` bytes. */
export async function bytesOfPlain(path: string, longest: number): Promise<Buffer | null> {
  return await withPlain(path, async ({ file, found }) =>
    found.size <= longest ? await firstBytes(file, found.size) : null,
  )
}

/** The same as text. */
export async function readPlain(path: string, longest: number): Promise<string | null> {
  return (await bytesOfPlain(path, longest))?.toString('utf8') ?? null
}

/** What systems say when a link isn't followed, and of sockets and devices. */
const ofOthers: ReadonlySet<string | null> = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EOPNOTSUPP', 'ENODEV'])

/** As many as there are: a file handle's own way to read them asks the drive three times. */
async function firstBytes(file: FileHandle, bytes: number): Promise<Buffer> {
  const all = Buffer.allocUnsafe(bytes)
  let read = 0
  for (let isOver = bytes === 0; !isOver; ) {
    const { bytesRead } = await file.read(all, read, bytes - read, read)
    read += bytesRead
    isOver = bytesRead === 0 || read === bytes
  }
  return all.subarray(0, read)
}

/** The first bytes of a file, at most `longest`. Null if it is a link, a pipe and so on. */
export async function beginningOf(path: string, longest: number): Promise<Buffer | null> {
  return await withPlain(path, ({ file, found }) => firstBytes(file, Math.min(longest, found.size)))
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

/** Something else was put under the name of a file: someone else may write to its folder. */
class FileExchangedError extends Error {
  override readonly name = 'FileExchangedError'
  readonly code = 'ESTALE'
  constructor(path: string) {
    super(`another file has the name ${path}`)
  }
}

/**
 * Makes sure that a name is that of an open file: in a folder that others may write to, it may be another's by now. Returns
 * what the file is. Throws an error with the code `ESTALE`, as the system does for a file that isn't there any more.
 */
export async function refuseExchanged(file: FileHandle, path: string): Promise<Stats> {
  const [own, there] = await Promise.all([file.stat(), lstat(path)])
  if (!there.isFile() || there.ino !== own.ino || there.dev !== own.dev) throw new FileExchangedError(path)
  return own
}

/**
 * A file that is written beside its place, open from before its first byte until it has its name there: whoever may write
 * to that folder can put something else under the name that it has until then.
 */
export interface Part {
  readonly temp: string
  readonly file: FileHandle
}

/**
 * A new file, for reading and writing, and never what a link leads to; what a kill left of it gives way. `replaced`: a path
 * that it may take the place of, so that nobody reads it who can't read what is there.
 */
export async function openPart(temp: string, replaced: string | null = null): Promise<Part> {
  const found = replaced === null ? null : await plainStats(replaced)
  const openNew = () => open(temp, 'wx+', found === null ? undefined : 0o600)
  const file = await openNew().catch(async (failure: unknown) => {
    if (systemCode(failure) !== 'EEXIST') throw failure
    await rm(temp)
    return await openNew()
  })
  try {
    if (found !== null) await giveRights(file, found)
    return { temp, file }
  } catch (problem) {
    await file.close()
    throw problem
  }
}

const plainStats = (path: string): Promise<Stats | null> =>
  lstat(path).then(
    (found) => (found.isFile() ? found : null),
    () => null,
  )

/** Gives an open file of ours the rights of the plain file whose place it takes, if there is one. */
export async function carryRights(file: FileHandle, path: string): Promise<void> {
  const found = await plainStats(path)
  if (found !== null) await giveRights(file, found)
}

/**
 * Gives an open file of ours the rights of another one, at most those in `most`: who can't read that can't read this. A
 * drive that refuses it keeps none.
 */
export async function giveRights(file: FileHandle, from: Stats, most = 0o777): Promise<void> {
  const isOfGroup = (await file.stat()).gid === from.gid || (await takesGroup(file, from.gid))
  const others = from.mode & 0o007
  // The group that it has instead may do what everyone may.
  const group = isOfGroup ? from.mode & 0o070 : others << 3
  await file.chmod(((from.mode & 0o700) | group | others) & most).catch(() => undefined)
}

const takesGroup = (file: FileHandle, gid: number): Promise<boolean> =>
  file.chown(-1, gid).then(
    () => true,
    () => false,
  )
