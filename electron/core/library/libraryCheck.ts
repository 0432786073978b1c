import { join } from 'node:path'
import { type AppError, appError } from '@shared/errors'
import { rm, statfs, writeFile } from '../drive'
import { newId } from '../ids'
import { systemCode } from '../systemCode'
import { incomingFolder, makeOwn } from './libraryFolders'

/** Writes and removes a probe file; null if the folder accepts files. Creates the folder. */
export async function writableProblem(folder: string, now: number): Promise<AppError | null> {
  const probe = join(incomingFolder(folder), `probe-${newId(now)}`)
  try {
    await makeOwn(incomingFolder(folder))
    await writeFile(probe, 'probe', { flag: 'wx' })
    await rm(probe)
    return null
  } catch (problem) {
    await rm(probe, { force: true }).catch(() => undefined)
    return unwritable(folder, problem)
  }
}

/** Null while more than `reserve` bytes are free. */
export async function spaceProblem(folder: string, reserve: number): Promise<AppError | null> {
  try {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    return free > reserve ? null : appError('diskLow', { params: { folder, free, reserve }, retry: 'free' })
  } catch (problem) {
    return unwritable(folder, problem)
  }
}

export function unwritable(folder: string, problem: unknown): AppError {
  const cause = systemCode(problem)
  return appError(cause === 'ENOSPC' || cause === 'EDQUOT' ? 'diskLow' : 'libraryUnwritable', {
    params: { folder },
    retry: 'free',
    detail: cause === null ? null : { cause },
  })
}
