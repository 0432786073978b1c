import { type AppError, appError } from '@shared/errors'
import type { Holding } from '../../connections/connections'

/**
 * What is said of a job whose connection is not held for what is wrong: nobody would see that of one that was removed or
 * has another address by now, and the person may send anyway. Null where the connection itself says it.
 */
export function strandedError(holding: Holding, connection: string, error: AppError): AppError | null {
  switch (holding) {
    case 'held':
    case 'past':
      return null
    case 'declined':
      return appError('imageStuck', {
        params: { ...error.params, code: error.code },
        retry: 'free',
        detail: error.detail,
      })
    case 'removed':
    case 'moved':
      return appError(holding === 'removed' ? 'removedRefused' : 'movedRefused', {
        params: { ...error.params, connection, code: error.code },
        retry: 'free',
        detail: error.detail,
      })
  }
}

/** Whether a job needs the person for that reason. */
export function isStranded(attention: AppError | null): boolean {
  return attention?.code === 'removedRefused' || attention?.code === 'movedRefused'
}
