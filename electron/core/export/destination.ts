import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { access, constants, lstat, mkdir, rm, stat, statfs, writeFile } from '../drive'
import { isLibrary } from '../library/libraryFolders'
import { isFileProblem } from '../storageProblem'
import { isDiskFull, systemCode } from '../systemCode'
import { type OwnFolders, ownFolderRefusal } from './ownFolders'

type FolderCode = 'folderUnwritable' | 'exportFull' | 'exportAway'

const problem = (code: FolderCode, folder: string, cause: string | null): AppError =>
  appError(code, { params: { folder }, retry: 'free', detail: cause === null ? null : { cause } })

/** Nothing can be written now, for a reason that isn't this image's. */
export class NotNow extends Error {
  override readonly name = 'NotNow'
  readonly error: AppError
  constructor(error: AppError) {
    super(error.code)
    this.error = error
  }
}

/** Why nothing can be written to a folder, without writing there; null if it seems possible. */
export async function folderProblem(folder: string, own: OwnFolders): Promise<AppError | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return problem('folderUnwritable', folder, 'ENOTDIR')
    await access(folder, constants.W_OK)
    return own.refusal(folder)
  } catch (failure) {
    return refusal(folder, failure)
  }
}

/** What `statfs` says of FAT, on Linux. */
const fat = 0x4d_44

/** The most bytes that a file in a folder can have, if that is known to be few. */
export async function fileMaximum(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null)
  return process.platform === 'linux' && found?.type === fat ? 2 ** 32 - 1 : null
}

/** Bytes that fit into a folder; null if that isn't known. */
export async function freeBytes(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null)
  return found === null ? null : found.bavail * found.bsize
}

/** Why nothing can be written to a folder, found by writing and removing a small file. */
export async function writeProblem(folder: string, own: OwnFolders): Promise<AppError | null> {
  return (await own.refusal(folder)) ?? probed(folder)
}

async function probed(folder: string): Promise<AppError | null> {
  const probe = join(folder, `.cyanotype-${randomBytes(8).toString('hex')}`)
  try {
    await writeFile(probe, 'probe', { flag: 'wx' })
    await rm(probe)
    return null
  } catch (failure) {
    await rm(probe, { force: true }).catch(() => undefined)
    return refusal(folder, failure)
  }
}

function refusal(folder: string, failure: unknown): AppError {
  const cause = systemCode(failure)
  if (cause === null) throw failure
  if (cause === 'ENOENT') return problem('exportAway', folder, cause)
  return problem(isDiskFull(cause) ? 'exportFull' : 'folderUnwritable', folder, cause)
}

/**
 * What a failure to write one file, by the system's code, says about the whole destination; null if it is of that file
 * alone.
 */
export async function destinationProblem(folder: string, cause: string | null): Promise<AppError | null> {
  return isDiskFull(cause) ? problem('exportFull', folder, cause) : probed(folder)
}

/** Why the list of the files can't be written. What isn't about files is thrown again. */
export async function listProblem(folder: string, failure: unknown): Promise<AppError> {
  if (!isFileProblem(failure)) throw failure
  const cause = systemCode(failure)
  const ofAll = await destinationProblem(folder, cause)
  return ofAll ?? problem('folderUnwritable', folder, cause)
}

/**
 * Makes the folders of a path inside the destination, but never the destination: its drive may be gone. Throws AppFailure
 * `exportFolderOwn` if the path leads into a library, `exportFailed` if it leads elsewhere by now.
 */
export async function makeFolders(folder: string, path: string): Promise<void> {
  const parts = dirname(path).split('/')
  let made = folder
  await refuseLibrary(made)
  for (const part of parts[0] === '.' ? [] : parts) {
    made = join(made, part)
    await makeFolder(made)
    await refuseLibrary(made)
  }
}

/** A link in its place would lead out of the destination. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path)
  } catch (failure) {
    if (systemCode(failure) !== 'EEXIST') throw failure
    if ((await lstat(path)).isDirectory()) return
    throw new AppFailure(appError('exportFailed', { retry: 'free', detail: { cause: 'ENOTDIR' } }))
  }
}

async function refuseLibrary(folder: string): Promise<void> {
  if (await isLibrary(folder)) throw new AppFailure(ownFolderRefusal(folder))
}
