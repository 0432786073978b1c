import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { access, constants, mkdir, rm, stat, statfs, writeFile } from '../drive'
import { systemCode } from '../systemCode'

type FolderCode = 'folderUnwritable' | 'exportFull' | 'exportAway'

const problem = (code: FolderCode, folder: string, cause: string | null): AppError =>
  appError(code, { params: { folder }, retry: 'free', detail: cause === null ? null : { cause } })

/** Why nothing can be written to a folder, without writing there; null if it seems possible. */
export async function folderProblem(folder: string): Promise<AppError | null> {
  try {
    if (!(await stat(folder)).isDirectory()) return problem('folderUnwritable', folder, 'ENOTDIR')
    await access(folder, constants.W_OK)
    return null
  } catch (failure) {
    return refusal(folder, failure)
  }
}

/** Bytes that fit into a folder; null if that isn't known. */
export async function freeBytes(folder: string): Promise<number | null> {
  const found = await statfs(folder).catch(() => null)
  return found === null ? null : found.bavail * found.bsize
}

/** Writes and removes a small file. Throws AppFailure `folderUnwritable`, `exportFull` or `exportAway`. */
export async function tryFolder(folder: string): Promise<void> {
  const probe = join(folder, `.cyanotype-${randomBytes(8).toString('hex')}`)
  try {
    await writeFile(probe, 'probe', { flag: 'wx' })
    await rm(probe)
  } catch (failure) {
    await rm(probe, { force: true }).catch(() => undefined)
    throw new AppFailure(refusal(folder, failure))
  }
}

function refusal(folder: string, failure: unknown): AppError {
  const cause = systemCode(failure)
  if (cause === null) throw failure
  if (cause === 'ENOENT') return problem('exportAway', folder, cause)
  return problem(isFull(cause) ? 'exportFull' : 'folderUnwritable', folder, cause)
}

const isFull = (cause: string | null): boolean => cause === 'ENOSPC' || cause === 'EDQUOT'

/**
 * What a failure to write one file, by the system's code, says about the whole destination; null if it is of that file
 * alone.
 */
export async function destinationProblem(folder: string, cause: string | null): Promise<AppError | null> {
  if (isFull(cause)) return problem('exportFull', folder, cause)
  return tryFolder(folder).then(
    () => null,
    (refused: unknown) => {
      if (refused instanceof AppFailure) return refused.error
      throw refused
    },
  )
}

/** Why the list of the files can't be written. */
export async function listProblem(folder: string, failure: unknown): Promise<AppError> {
  const cause = systemCode(failure)
  if (cause === null) throw failure
  const ofAll = await destinationProblem(folder, cause)
  return ofAll ?? problem('folderUnwritable', folder, cause)
}

/** Makes the folders of a path inside the destination, but never the destination: its drive may be gone. */
export async function makeFolders(folder: string, path: string): Promise<void> {
  const parts = dirname(path).split('/')
  let made = folder
  for (const part of parts[0] === '.' ? [] : parts) {
    made = join(made, part)
    await mkdir(made).catch((failure: unknown) => {
      if (systemCode(failure) !== 'EEXIST') throw failure
    })
  }
}
