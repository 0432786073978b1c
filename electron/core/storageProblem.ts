import { type AppError, appError } from '@shared/errors'
import { fileErrorCode } from '@shared/processes/fileErrors'
import { isDiskRefusal } from './db/sqlite'
import { systemCode } from './systemCode'

/** What a database failure says about the disk with our own data; null if it says nothing about it. */
export function storageProblem(problem: unknown): AppError | null {
  if (!isDiskRefusal(problem)) return null
  return appError('storageUnwritable', { retry: 'free', detail: { cause: systemCode(problem) ?? 'unknown' } })
}

/** True for a failed operation on a file, wherever it is: it can be retried, and shows nothing about our own data. */
export function isFileProblem(problem: unknown): boolean {
  return fileErrorCode(problem) !== null
}
