import { dirname, join } from 'node:path'
import { type AppError, AppFailure, appError } from '@shared/errors'
import { rm, statfs, writeFile } from '../drive'
import { refusesWrites, syncFolder } from '../durability'
import type { Guard } from '../guard'
import { newId } from '../ids'
import type { Clock } from '../ports'
import { isDiskFull, systemCode } from '../systemCode'
import { incomingFolder, isAbsence, type LibraryFolders, makeOwn, mendOwn } from './libraryFolders'
import type { LibraryProfiles } from './libraryProfiles'

/**
 * Whether a folder accepts files. A drive that is unplugged may leave its folder behind, empty and writable. What is
 * saved there is hidden once the drive is back. So a library that is known is never begun anew, except by the user.
 */
export interface LibraryTrial {
  /** Null if the folder accepts files; `libraryAway` if its library isn't there. Begins one that isn't known. */
  problem(folder: string): Promise<AppError | null>
  /** The same for a folder that the user chose: a library begins there, whatever was there before. */
  begin(folder: string): Promise<AppError | null>
  /** Makes sure that downloads can be gathered there. Throws AppFailure `libraryAway`. */
  reach(folder: string): Promise<void>
}

const probe = 'probe-'

/** Whether a temp file is what a trial writes. Nobody misses it: another computer that shares the library may remove it. */
export const isProbe = (name: string): boolean => name.startsWith(probe)

export function createLibraryTrial(deps: {
  readonly folders: Pick<LibraryFolders, 'isKnown' | 'remember'>
  readonly profiles: Pick<LibraryProfiles, 'enter'>
  readonly clock: Pick<Clock, 'now'>
  readonly guard: Pick<Guard, 'failed'>
}): LibraryTrial {
  const { folders, profiles, clock, guard } = deps

  async function begin(folder: string): Promise<void> {
    await makeOwn(incomingFolder(folder))
    await secureOwn(folder)
  }

  async function beginFirst(folder: string): Promise<void> {
    await begin(folder)
    try {
      folders.remember(folder)
    } catch (problem) {
      // It says nothing about the folder, and the next check tries again.
      guard.failed('library.notKnown', problem)
    }
  }

  const readyFor = (folder: string) => (folders.isKnown(folder) ? findAgain : beginFirst)

  /** Writes and removes a probe file once the folder is ready. */
  async function tryOut(folder: string, ready: (folder: string) => Promise<void>): Promise<AppError | null> {
    const path = join(incomingFolder(folder), `${probe}${newId(clock.now())}`)
    try {
      await ready(folder)
      await profiles.enter(folder)
      await writeFile(path, 'probe', { flag: 'wx' })
      await rm(path, { force: true })
      return null
    } catch (problem) {
      if (problem instanceof AppFailure) return problem.error
      await rm(path, { force: true }).catch(() => undefined)
      return unwritable(folder, problem)
    }
  }

  return {
    problem: async (folder) => tryOut(folder, readyFor(folder)),
    begin: (folder) => tryOut(folder, begin),
    reach: async (folder) => readyFor(folder)(folder),
  }
}

/** Throws AppFailure `libraryAway`. A folder of ours that someone removed as empty is made again. */
async function findAgain(folder: string): Promise<void> {
  try {
    await mendOwn(incomingFolder(folder))
  } catch (problem) {
    throw isAbsence(problem) ? new AppFailure(libraryAway(folder)) : problem
  }
}

export const libraryAway = (folder: string): AppError =>
  appError('libraryAway', { params: { folder }, retry: 'free' })

/** A power cut must not take what a library is recognized by while the database knows it: it would count as away. */
async function secureOwn(library: string): Promise<void> {
  for (let at = incomingFolder(library); dirname(at) !== at; ) {
    at = dirname(at)
    await syncFolder(at).catch((problem: unknown) => {
      if (!refusesWrites(problem)) throw problem
    })
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
  return appError(isDiskFull(cause) ? 'diskLow' : 'libraryUnwritable', {
    params: { folder },
    retry: 'free',
    detail: cause === null ? null : { cause },
  })
}
