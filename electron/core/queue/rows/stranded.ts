import { type AppError, appError } from '@shared/errors'
import type { Holding } from '../../connections/connections'

/**
 * What to report on a job whose connection isn't held for the problem. Nobody would see it on a connection that was
 * removed or now has another address, and the person may have chosen to send anyway. Null if the connection itself
 * reports it.
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
