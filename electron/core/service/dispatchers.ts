import type { LookupFunction } from 'node:net'
import { Agent } from 'undici'
import { type ConnectorOptions, directConnector, proxyConnector } from './connectors'
import { resumedAtEnd } from './pausedParser'
import { publicOnly } from './privateAddresses'

/**
 * What a connection is for. `paid`: each POST on a connection of its own, since one that lay idle may
 * be closing just as the request is written, which would leave a paid request uncertain.
 * `free`: polls, kept alive. `publicImages` refuses private addresses, `images` does not.
 */
export type Purpose = 'paid' | 'free' | 'images' | 'publicImages'

export interface Dispatchers {
  for(purpose: Purpose, proxy: string | null): Agent
  /** Breaks off whatever is open. */
  close(): Promise<void>
}

export function createDispatchers(options: ConnectorOptions): Dispatchers {
  const agents = new Map<string, Agent>()

  function make(purpose: Purpose, proxy: string | null): Agent {
    const connect =
      proxy === null
        ? directConnector({ ...options, ...guard(purpose, options.lookup) })
        : proxyConnector(proxy, options)
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

function guard(purpose: Purpose, lookup: LookupFunction | undefined): { readonly lookup?: LookupFunction } {
  return purpose === 'publicImages' ? { lookup: publicOnly(lookup) } : {}
}
