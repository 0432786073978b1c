import { appError } from '@shared/errors'
import type { Connections } from '../../../connections/connections'
import type { ImageLosses } from '../../rows/jobProgress'
import { alikeLimit } from './breaker'

/**
 * Watches whether paid images reach the disk. A server that shows a page instead of each image, or knows none of their
 * addresses, makes them fail one by one: none is left waiting. Several requests in a row that end like this hold the
 * connection's sends. Kept in memory: the hold itself survives a restart.
 */
export function createImageLosses(connections: Pick<Connections, 'hold'>): ImageLosses {
  const inRow = new Map<string, number>()
  return {
    none(connectionId) {
      inRow.delete(connectionId)
    },
    lost(connectionId, { code, detail }) {
      const count = (inRow.get(connectionId) ?? 0) + 1
      inRow.set(connectionId, count)
      if (count < alikeLimit) return
      const error = appError('imagesLost', { params: { count, code }, retry: 'paid', detail })
      connections.hold(connectionId, error, { polls: false })
    },
  }
}
