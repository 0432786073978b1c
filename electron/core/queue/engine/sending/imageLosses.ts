import { appError } from '@shared/errors'
import type { Connections } from '../../../connections/connections'
import type { ImageLosses } from '../../rows/jobProgress'
import { alikeLimit } from './breaker'

/**
 * Watches whether paid images reach the disk. A server that shows a page instead of each image, or knows none of their
 * addresses, makes them fail one by one: none is left waiting. Several requests in a row that end like this hold the
 * connection's sends; one that is lost once more, as it was fetched again in vain, says nothing new. Kept in memory: the
 * hold itself survives a restart.
 */
export function createImageLosses(connections: Pick<Connections, 'hold'>): ImageLosses {
  /** The ids of the jobs, by the connection's. */
  const inRow = new Map<string, Set<string>>()
  return {
    none(connectionId) {
      inRow.delete(connectionId)
    },
    lost({ id, connectionId }, { code, detail }) {
      const lost = inRow.get(connectionId) ?? new Set()
      if (lost.has(id)) return
      inRow.set(connectionId, lost.add(id))
      if (lost.size < alikeLimit) return
      const error = appError('imagesLost', { params: { count: lost.size, code }, retry: 'paid', detail })
      connections.hold(connectionId, error, { polls: false })
    },
  }
}
