import type { LookupFunction } from 'node:net'
import { appError } from '@shared/errors'
import type { Clock } from '../ports'
import type { Purpose } from './dispatchers'
import { type HostKind, hostKind, isPrivateAddress, literalAddress } from './privateAddresses'
import type { Target } from './target'
import type { DownloadVerdict } from './verdict'

/** One hop of a download: where to, by which connections, and whether the key goes along. */
export interface Hop {
  readonly kind: 'hop'
  readonly url: URL
  readonly purpose: Extract<Purpose, 'images' | 'publicImages'>
  readonly withKey: boolean
  /** What it means when its host turns out to be inside the network once it is connected to. */
  readonly whenPrivate: DownloadVerdict
}

/** Judges one hop; `from` is the one that redirected here. */
export type Route = (url: string, from: URL | null) => Promise<Hop | DownloadVerdict>

export interface RouteDeps {
  readonly clock: Pick<Clock, 'after'>
  readonly lookup: LookupFunction | undefined
  /** How long a name is waited for, in milliseconds. */
  readonly nameTimeoutMs: number
}

/**
 * Decides for each hop of one download, redirects included: http(s) alone, private addresses only for
 * a connection that is private itself, and the key only to the connection's own origin. A name that can't be resolved
 * just now is neither private nor public: what hangs on it comes later, and nothing is refused for it.
 */
export function createRoute(target: Target, withKey: boolean, deps: RouteDeps): Route {
  const { clock, lookup, nameTimeoutMs: timeoutMs } = deps
  const base = new URL(`${target.baseUrl}/`)
  const kindOf = (hostname: string) => hostKind(hostname, { clock, lookup, timeoutMs })
  let ofService: Promise<HostKind> | null = null
  /** Looked for only where something hangs on it. */
  const serviceKind = () => {
    ofService ??= kindOf(base.hostname)
    return ofService
  }

  function whenPrivate(service: HostKind, { host }: URL): DownloadVerdict {
    if (service !== 'unknown') return forbidden(host)
    const error = appError('hostNotFound', { retry: 'free', detail: { cause: 'ENOTFOUND' } })
    return { kind: 'retry', error, retryAfterMs: null }
  }

  /** Behind a proxy names are judged here, since it is not we who connect; null when nothing is against it. */
  async function objection(url: URL): Promise<DownloadVerdict | null> {
    const kind = await kindOf(url.hostname)
    const isOwn = url.origin === base.origin
    if (kind === 'public' || (kind === 'unknown' && (isOwn || target.proxyResolves))) return null
    const service = await serviceKind()
    if (service === 'private') return null
    if (kind === 'private') return whenPrivate(service, url)
    const params = { host: url.hostname }
    return {
      kind: 'retry',
      error: appError('proxyNamesUnknown', { params, retry: 'free' }),
      retryAfterMs: null,
    }
  }

  return async (text, from) => {
    const relativeTo = (from ?? base).href
    if (!URL.canParse(text, relativeTo))
      return { kind: 'refused', error: appError('imageRefused', { detail: { cause: 'url' } }) }
    const url = new URL(text, relativeTo)
    if (!/^https?:$/.test(url.protocol)) return forbidden(url.host)
    const hop = { kind: 'hop', url, withKey: withKey && url.origin === base.origin } as const
    if (target.proxy !== null) {
      const against = await objection(url)
      return against ?? { ...hop, purpose: 'publicImages', whenPrivate: forbidden(url.host) }
    }
    const service = await serviceKind()
    const against = whenPrivate(service, url)
    if (service === 'private') return { ...hop, purpose: 'images', whenPrivate: against }
    // Names are judged when they are connected to, numbers never are.
    const number = literalAddress(url.hostname)
    if (number !== null && isPrivateAddress(number)) return against
    return { ...hop, purpose: 'publicImages', whenPrivate: against }
  }
}

function forbidden(host: string): DownloadVerdict {
  return { kind: 'refused', error: appError('imageAddressForbidden', { params: { host } }) }
}
