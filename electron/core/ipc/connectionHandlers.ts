import type { Connections } from '../connections/connections'
import type { Prompts } from '../prompts/prompts'
import type { Queue } from '../queue/queue'
import type { DomainHandlers } from './handlers'

export function connectionHandlers(deps: {
  readonly connections: Connections
  readonly queue: Pick<Queue, 'resumeConnection' | 'sendAnyway' | 'unfinished'>
  readonly prompts: Pick<Prompts, 'replaced'>
}): DomainHandlers<'connections'> {
  const { connections, queue, prompts } = deps
  return {
    'connections.test': ({ id, draft, apiKey }) => connections.test(id, draft, apiKey),

    'connections.save': ({ id, draft, apiKey }) => connections.save(id, draft, apiKey),

    'connections.unfinished': ({ id }) => queue.unfinished(id),

    'connections.remove': async ({ id }) => {
      const draft = connections.readDraft(id)
      // No form will show it any more.
      if (draft !== null) prompts.replaced.keep(draft)
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

    'connections.forgetTaught': ({ id, place }) => {
      connections.forgetTaught(id, place)
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
  }
}
