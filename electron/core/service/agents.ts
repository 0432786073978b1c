import { Agent } from 'undici'
import { type ConnectorOptions, directConnector, proxyConnector } from './connectors'
import type { Purpose } from './dispatchers'
import { resumedAtEnd } from './pausedParser'
import { lookupWithin, type Reach } from './privateAddresses'

/** An agent for connections of one purpose, direct or through one proxy. */
export function openAgent(purpose: Purpose, proxy: string | null, options: ConnectorOptions): Agent {
  const reach = reachOf(purpose)
  const lookup = reach === null ? null : lookupWithin(reach, options.lookup)
  const connect =
    proxy === null
      ? directConnector(lookup === null ? options : { ...options, lookup })
      : proxyConnector(proxy, lookup, options)
  const pipelining = purpose === 'paid' ? 0 : 1
  return new Agent({ allowH2: false, pipelining, connect: resumedAtEnd(connect) })
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
