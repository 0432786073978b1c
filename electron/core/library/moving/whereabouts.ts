import { type AppError, appError } from '@shared/errors'
import type { LibraryFolders } from '../libraryFolders'

/** Whether the folders of a move are there as libraries. Null if so; otherwise the move waits for that. */
export interface Whereabouts {
  ofSource(folder: string): Promise<AppError | null>
  ofTarget(folder: string): Promise<AppError | null>
}

export function createWhereabouts({ lookForOwn }: Pick<LibraryFolders, 'lookForOwn'>): Whereabouts {
  async function problem(
    folder: string,
    away: 'moveSourceAway' | 'moveTargetAway',
  ): Promise<AppError | null> {
    const found = await lookForOwn(folder)
    if (found === 'there') return null
    return found === 'unknown' ? silent(folder) : appError(away, { params: { folder }, retry: 'free' })
  }
  return {
    ofSource: (folder) => problem(folder, 'moveSourceAway'),
    ofTarget: (folder) => problem(folder, 'moveTargetAway'),
  }
}

export const silent = (folder: string): AppError =>
  appError('moveFolderSilent', { params: { folder }, retry: 'free' })
