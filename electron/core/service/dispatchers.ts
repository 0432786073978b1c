import type { Dispatcher } from 'undici'
import type { Purpose } from './agents'
import type { ConnectorOptions } from './connectors'

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
      const name = `${purpose} ${proxy ?? ''}`
      const open = agents.get(name)
      if (open !== undefined) return open
      // undici is two thirds of the core's code. Loaded with the first request, it doesn't hold up the start.
      const { openAgent } = await import('./agents')
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
