import type { Connections } from '../connections/connections'
import type { Queue } from '../queue/queue'
import type { DomainHandlers } from './handlers'

export function connectionHandlers(deps: {
  readonly connections: Connections
  readonly queue: Pick<Queue, 'resumeConnection' | 'sendAnyway'>
}): DomainHandlers<'connections' | 'drafts'> {
  const { connections, queue } = deps
  return {
    'connections.test': ({ id, draft, apiKey }) => connections.test(id, draft, apiKey),

    'connections.save': ({ id, draft, apiKey }) => connections.save(id, draft, apiKey),

    'connections.remove': async ({ id }) => {
      await connections.remove(id)
      return null
    },

    'connections.useDemo': () => connections.useDemo(),

    'connections.resume': ({ id }) => {
      queue.resumeConnection(id)
      return null
    },

    'connections.allowProxyNames': ({ id }) => {
      connections.allowProxyNames(id)
      return null
    },

    'connections.allowOrigin': ({ id, origin }) => {
      connections.allowOrigin(id, origin)
      return null
    },

    'connections.sendAnyway': ({ id }) => {
      queue.sendAnyway(id)
      return null
    },

    'connections.setPaused': ({ id, paused }) => {
      connections.setPaused(id, paused)
      return null
    },

    'drafts.read': ({ connectionId }) => connections.readDraft(connectionId),

    'drafts.write': ({ connectionId, draft }) => {
      connections.writeDraft(connectionId, draft)
      return null
    },
  }
}
