import { type AppError, appError } from '@shared/errors'
import { isDiskRefusal } from './db/sqlite'
import { systemCode } from './systemCode'

/** What a failed file operation may report. */
const ofFiles: ReadonlySet<string> = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EBUSY', 'ENOENT', 'ENOTDIR', 'EISDIR'],
  ...['ENOTEMPTY', 'EEXIST', 'ELOOP', 'EMFILE', 'ENFILE', 'ENODEV', 'ENXIO', 'ESTALE', 'ETXTBSY'],
  // For network drives, or drives that are gone.
  ...['ENOTCONN', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNABORTED'],
  ...['ECONNRESET', 'EREMOTEIO', 'EAGAIN', 'EINTR', 'EFBIG', 'ENOLCK', 'ENOTSUP', 'UNKNOWN'],
  // Of a file system that is damaged, or knows less than others.
  ...['EBADMSG', 'EFAULT', 'EILSEQ', 'EINVAL', 'EMLINK', 'ENAMETOOLONG', 'ENOMEM', 'ENOSYS', 'EOVERFLOW'],
  ...['EPROTO', 'EXDEV'],
])

/** What a database failure says about the disk with our own data; null if it says nothing about it. */
export function storageProblem(problem: unknown): AppError | null {
  if (!isDiskRefusal(problem)) return null
  return appError('storageUnwritable', { retry: 'free', detail: { cause: systemCode(problem) ?? 'unknown' } })
}

/** True for a failed operation on a file, wherever it is: it can be retried, and shows nothing about our own data. */
export function isFileProblem(problem: unknown): boolean {
  const code = systemCode(problem)
  return code !== null && ofFiles.has(code)
}
