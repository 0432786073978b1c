import { type AppError, appError } from '@shared/errors'
import type { Connections } from '../../connections/connections'

/**
 * Holds a job's connection for a problem that only the user can solve. Returns what to report on the job itself if
 * nobody would see the hold: the connection was removed or now has another address, or the user chose to send anyway.
 * Null if the connection reports it.
 */
export function holdFor(
  connections: Pick<Connections, 'find' | 'hold'>,
  connectionId: string,
  error: AppError,
  refusal: Parameters<Connections['hold']>[2],
): AppError | null {
  const holding = connections.hold(connectionId, error, refusal)
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
        params: {
          ...error.params,
          connection: connections.find(connectionId)?.name ?? '',
          code: error.code,
        },
        retry: 'free',
        detail: error.detail,
      })
  }
}

/** Whether a job needs the user for that reason. */
export function isStranded(attention: AppError | null): boolean {
  return attention?.code === 'removedRefused' || attention?.code === 'movedRefused'
}
