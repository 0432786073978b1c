import type { Connection } from '@shared/model/connection'
import type { Undelivered as UndeliveredConnection } from '@shared/model/queue'
import type { Connections } from '../../../connections/connections'
import type { Commits } from '../../rows/commits'
import type { Undelivered } from '../../rows/undelivered'

const megabyte = 1_000_000

/**
 * Limits, for each connection, what is paid for but not on disk: while its images can't be fetched, no more are paid
 * for.
 */
export interface UndeliveredBounds {
  /** The number that keeps the connection from sending; null if none does. */
  reached(connection: Connection): Omit<UndeliveredConnection, 'connectionId' | 'sendsAnyway'> | null
  /** Sends anyway, until the limit is no longer reached or the app ends. */
  sendAnyway(connectionId: string): void
  /** Connections whose limit is reached. */
  read(): UndeliveredConnection[]
}

export function createUndeliveredBounds(deps: {
  readonly connections: Pick<Connections, 'find' | 'list'>
  readonly undelivered: Undelivered
  readonly commits: Pick<Commits, 'subscribe' | 'queueChanged'>
}): UndeliveredBounds {
  const { connections, undelivered, commits } = deps
  const sendingAnyway = new Set<string>()

  function reached({ id, undeliveredImages, undeliveredMegabytes }: Connection) {
    const { images, bytes } = undelivered.of(id)
    if (images < undeliveredImages && bytes < undeliveredMegabytes * megabyte) return null
    return { images, megabytes: Math.round(bytes / megabyte) }
  }

  commits.subscribe(() => {
    for (const id of sendingAnyway) {
      const connection = connections.find(id)
      if (connection === null || reached(connection) === null) sendingAnyway.delete(id)
    }
  })

  return {
    reached: (connection) => (sendingAnyway.has(connection.id) ? null : reached(connection)),
    sendAnyway(connectionId) {
      sendingAnyway.add(connectionId)
      commits.queueChanged()
    },
    read: () =>
      connections.list().flatMap((connection) => {
        const found = reached(connection)
        const { id } = connection
        return found === null ? [] : { connectionId: id, ...found, sendsAnyway: sendingAnyway.has(id) }
      }),
  }
}
