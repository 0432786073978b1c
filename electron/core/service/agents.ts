import { Agent } from 'undici'
import { type ConnectorOptions, directConnector, proxyConnector } from './connectors'
import { resumedAtEnd } from './pausedParser'
import { lookupWithin, type Reach } from './privateAddresses'

/**
 * The purpose of a connection. `paid`: each POST on a new connection, since an idle one may be closing just as the
 * request is written, which would leave a paid request uncertain. `free`: polls, kept alive. `publicImages` refuses
 * private addresses; `images` only those that nobody can allow. For both, a proxy is given the address that was looked
 * up here. It is given a name only for `proxiedNames`, and for anything that isn't an image.
 */
export type Purpose = 'paid' | 'free' | 'images' | 'publicImages' | 'proxiedNames'

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
