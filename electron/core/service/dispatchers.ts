import { Agent } from 'undici'
import { type ConnectorOptions, directConnector, proxyConnector } from './connectors'
import { resumedAtEnd } from './pausedParser'
import { lookupWithin, type Reach } from './privateAddresses'

/**
 * What a connection is for. `paid`: each POST on a connection of its own, since one that lay idle may
 * be closing just as the request is written, which would leave a paid request uncertain.
 * `free`: polls, kept alive. `publicImages` refuses private addresses; `images` those that nobody can allow. A proxy is
 * told the address that was looked up here for both; the name only for `proxiedNames`, and for what is no image.
 */
export type Purpose = 'paid' | 'free' | 'images' | 'publicImages' | 'proxiedNames'

export interface Dispatchers {
  for(purpose: Purpose, proxy: string | null): Agent
  /** Aborts everything that is open. */
  close(): Promise<void>
}

export function createDispatchers(options: ConnectorOptions): Dispatchers {
  const agents = new Map<string, Agent>()

  function make(purpose: Purpose, proxy: string | null): Agent {
    const reach = reachOf(purpose)
    const lookup = reach === null ? null : lookupWithin(reach, options.lookup)
    const connect =
      proxy === null
        ? directConnector(lookup === null ? options : { ...options, lookup })
        : proxyConnector(proxy, lookup, options)
    const pipelining = purpose === 'paid' ? 0 : 1
    return new Agent({ allowH2: false, pipelining, connect: resumedAtEnd(connect) })
  }

  return {
    for(purpose, proxy) {
      const name = `${purpose} ${proxy ?? ''}`
      const agent = agents.get(name) ?? make(purpose, proxy)
      agents.set(name, agent)
      return agent
    },
    async close() {
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
      agents.clear()
    },
  }
}

function reachOf(purpose: Purpose): Reach | null {
  switch (purpose) {
    case 'publicImages':
      return 'public'
    case 'images':
      return 'allowed'
    case 'paid':
    case 'free':
    case 'proxiedNames':
      return null
  }
}
