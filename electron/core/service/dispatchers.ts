import type { Dispatcher } from 'undici'
import type { ConnectorOptions } from './connectors'

/**
 * The purpose of a connection. `paid`: each POST on a new connection, since an idle one may be closing just as the
 * request is written, which would leave a paid request uncertain. `free`: polls, kept alive. `publicImages` refuses
 * private addresses; `images` only those that nobody can allow. For both, a proxy is given the address that was looked
 * up here. It is given a name only for `proxiedNames`, and for anything that isn't an image.
 */
export type Purpose = 'paid' | 'free' | 'images' | 'publicImages' | 'proxiedNames'

export interface Dispatchers {
  for(purpose: Purpose, proxy: string | null): Promise<Dispatcher>
  /** Aborts everything that is open. Requests that come later fail. */
  close(): Promise<void>
}

export function createDispatchers(options: ConnectorOptions): Dispatchers {
  const agents = new Map<string, Dispatcher>()
  let isClosed = false

  return {
    async for(purpose, proxy) {
      // undici is two thirds of the core's code. Loaded with the first request, it doesn't hold up the start.
      const { openAgent } = await import('./agents')
      const name = `${purpose} ${proxy ?? ''}`
      const agent = agents.get(name) ?? openAgent(purpose, proxy, options)
      agents.set(name, agent)
      if (isClosed) await agent.destroy()
      return agent
    },
    async close() {
      isClosed = true
      await Promise.all([...agents.values()].map((agent) => agent.destroy()))
      agents.clear()
    },
  }
}
