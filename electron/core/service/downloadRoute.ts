import { appError } from '@shared/errors'
import type { Purpose } from './dispatchers'
import {
  addressesOf,
  isForbiddenAddress,
  isPrivateAddress,
  literalAddress,
  type NameDeps,
} from './privateAddresses'
import type { Target } from './target'
import type { DownloadVerdict } from './verdict'

/** One hop of a download: where to, by which connections, and whether the key goes along. */
export interface Hop {
  readonly kind: 'hop'
  readonly url: URL
  readonly purpose: Extract<Purpose, 'images' | 'publicImages' | 'proxiedNames'>
  readonly withKey: boolean
  /** What it means when its host turns out to be inside the network once it is connected to. */
  readonly whenPrivate: DownloadVerdict
  /** What is done where the proxy goes to no numbers, and was told one. */
  readonly whenNumberRefused: Hop | DownloadVerdict
}

/** Checks one hop; `from` is the one that redirected here. */
export type Route = (url: string, from: URL | null) => Promise<Hop | DownloadVerdict>

/**
 * Decides for each hop of one download, redirects included: http(s) alone, private addresses only at origins that are
 * allowed, and the key only to the connection's own origin. Another origin inside the network is the person's to allow;
 * a name that can't be resolved just now is neither private nor public: what hangs on it comes later.
 */
export function createRoute(target: Target, withKey: boolean, deps: NameDeps): Route {
  const base = new URL(`${target.baseUrl}/`)

  /** Nobody is asked before it is known where the service itself lies, unless only the proxy can find it. */
  function whenPrivate(url: URL): DownloadVerdict {
    if (target.placeUnknown === true && target.proxy === null) return later('hostNotFound', url)
    return later('imageHostPrivate', url)
  }

  /** The proxy is told an address that was looked up here; a name where none can be, and the service's own as always. */
  async function proxied(url: URL, isAllowed: boolean): Promise<Hop['purpose'] | DownloadVerdict> {
    const addresses = await addressesOf(url.hostname, deps)
    const inside = addresses.filter(isPrivateAddress)
    const isOwn = url.origin === base.origin
    if ((isOwn || target.proxyResolves === true) && inside.length === 0) return 'proxiedNames'
    if (addresses.length === 0) return later('proxyNamesUnknown', url)
    if (isAllowed) return 'images'
    return inside.length < addresses.length ? 'publicImages' : whenPrivate(url)
  }

  /** The person has said that the proxy finds names; where the host has addresses inside, it must be allowed as well. */
  function insteadOf(byName: Hop): Hop | DownloadVerdict {
    return target.allowedOrigins?.includes(byName.url.origin) === true ? byName : whenPrivate(byName.url)
  }

  async function purposeOf(url: URL): Promise<Hop['purpose'] | DownloadVerdict> {
    // Names are checked when they are connected to, but IP addresses aren't.
    const number = literalAddress(url.hostname)
    if (number !== null && isForbiddenAddress(number)) return forbidden(url.host)
    const isAllowed = target.allowedOrigins?.includes(url.origin) === true
    if (number !== null && isPrivateAddress(number) && !isAllowed) return whenPrivate(url)
    if (target.proxy !== null) return proxied(url, isAllowed)
    return isAllowed ? 'images' : 'publicImages'
  }

  return async (text, from) => {
    const relativeTo = (from ?? base).href
    if (!URL.canParse(text, relativeTo))
      return { kind: 'refused', error: appError('imageRefused', { detail: { cause: 'url' } }) }
    const url = new URL(text, relativeTo)
    if (!/^https?:$/.test(url.protocol)) return forbidden(url.host)
    const purpose = await purposeOf(url)
    if (typeof purpose !== 'string') return purpose
    const hop = { kind: 'hop', url, withKey: withKey && url.origin === base.origin } as const
    const asked = { whenPrivate: whenPrivate(url), whenNumberRefused: later('proxyNumbersRefused', url) }
    const byName: Hop = { ...hop, ...asked, purpose: 'proxiedNames' }
    return {
      ...byName,
      purpose,
      ...(target.proxyResolves === true ? { whenNumberRefused: insteadOf(byName) } : {}),
    }
  }
}

/** It is retried; the questions about places among them ask the person. */
export function later(
  code:
    | 'hostNotFound'
    | 'imageHostForbidden'
    | 'imageHostPrivate'
    | 'proxyNamesUnknown'
    | 'proxyNumbersRefused',
  { hostname, origin }: URL,
): DownloadVerdict {
  const params = code === 'imageHostPrivate' ? { origin } : { host: hostname }
  const detail = code === 'hostNotFound' ? { cause: 'ENOTFOUND' } : null
  return { kind: 'retry', error: appError(code, { params, retry: 'free', detail }), retryAfterMs: null }
}

function forbidden(host: string): DownloadVerdict {
  return { kind: 'refused', error: appError('imageAddressForbidden', { params: { host } }) }
}
