import { type AppError, appError } from '@shared/errors'
import { isDiskRefusal } from './db/sqlite'
import { systemCode } from './systemCode'

/** What a failed file operation may report. */
const ofFiles: ReadonlySet<string> = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EACCES', 'EPERM', 'EBUSY', 'ENOENT', 'ENOTDIR', 'EISDIR'],
  ...['ENOTEMPTY', 'EEXIST', 'ELOOP', 'EMFILE', 'ENFILE', 'ENODEV', 'ENXIO', 'ESTALE', 'ETXTBSY'],
  // Of a drive of the network, or one that is gone.
  ...['ENOTCONN', 'EHOSTDOWN', 'EHOSTUNREACH', 'ENETDOWN', 'ENETUNREACH', 'ETIMEDOUT', 'ECONNABORTED'],
  ...['ECONNRESET', 'EREMOTEIO', 'EAGAIN', 'EINTR', 'EFBIG', 'ENOLCK', 'ENOTSUP', 'UNKNOWN'],
  // Of a file system that is damaged, or knows less than others.
  ...['EBADMSG', 'EFAULT', 'EILSEQ', 'EINVAL', 'EMLINK', 'ENAMETOOLONG', 'ENOMEM', 'ENOSYS', 'EOVERFLOW'],
  ...['EPROTO', 'EXDEV'],
])

/** What a failure of the database says of the disk that our own data is on; null when it says nothing of it. */
export function storageProblem(problem: unknown): AppError | null {
  if (!isDiskRefusal(problem)) return null
  return appError('storageUnwritable', { retry: 'free', detail: { cause: systemCode(problem) ?? 'unknown' } })
}

/** True for a failed operation on a file, wherever that is: it can be tried again, and says nothing of our own data. */
export function isFileProblem(problem: unknown): boolean {
  const code = systemCode(problem)
  return code !== null && ofFiles.has(code)
}
