import { appError } from '@shared/errors'
import type { Purpose } from './agents'
import {
  addressesOf,
  isForbiddenAddress,
  isPrivateAddress,
  literalAddress,
  type NameDeps,
} from './privateAddresses'
import type { DownloadOptions } from './serviceClient'
import type { Target } from './target'
import type { DownloadVerdict } from './verdict'

/** One hop of a download: its destination, the kind of connection, and whether the key is sent along. */
export interface Hop {
  readonly kind: 'hop'
  readonly url: URL
  readonly purpose: Extract<Purpose, 'images' | 'publicImages' | 'proxiedNames'>
  readonly withKey: boolean
  /** The verdict if its host turns out, on connecting, to be inside the network. */
  readonly whenPrivate: DownloadVerdict
  /** What to do if the proxy was given a numeric address and refuses those. */
  readonly whenNumberRefused: Hop | DownloadVerdict
}

/** Checks one hop; `from` is the one that redirected here. */
export type Route = (url: string, from: URL | null) => Promise<Hop | DownloadVerdict>

/**
 * Decides for each hop of one download, redirects included: only http(s), private addresses only at allowed origins,
 * and the key only to the connection's own origin. The user may allow another origin inside the network. A name that
 * can't be resolved at the moment is neither private nor public: whatever depends on it comes later.
 */
export function createRoute(
  target: Target,
  { withKey, secureOnly = false }: Pick<DownloadOptions, 'withKey' | 'secureOnly'>,
  deps: NameDeps,
): Route {
  const base = new URL(`${target.baseUrl}/`)

  /** The user is only asked once it is known where the service itself is, unless only the proxy can find it. */
  function whenPrivate(url: URL): DownloadVerdict {
    if (target.placeUnknown === true && target.proxy === null) return later('hostNotFound', url)
    return later('imageHostPrivate', url)
  }

  /**
   * The proxy is given an address that was looked up here. It is given a name if that isn't possible, and for the
   * service's own host as always.
   */
  async function proxied(url: URL, isAllowed: boolean): Promise<Hop['purpose'] | DownloadVerdict> {
    const addresses = await addressesOf(url.hostname, deps)
    const inside = addresses.filter(isPrivateAddress)
    const isOwn = url.origin === base.origin
    if ((isOwn || target.proxyResolves === true) && inside.length === 0) return 'proxiedNames'
    if (addresses.length === 0) return later('proxyNamesUnknown', url)
    if (isAllowed) return 'images'
    return inside.length < addresses.length ? 'publicImages' : whenPrivate(url)
  }

  /** The user has agreed that the proxy finds names; if the host has addresses inside, it must be allowed as well. */
  function insteadOf(byName: Hop): Hop | DownloadVerdict {
    return target.allowedOrigins?.includes(byName.url.origin) === true ? byName : whenPrivate(byName.url)
  }

  async function purposeOf(url: URL): Promise<Hop['purpose'] | DownloadVerdict> {
    // Names are checked on connecting, but IP addresses aren't.
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
    const isAllowed = target.allowedOrigins?.includes(url.origin) === true
    if (secureOnly && url.protocol !== 'https:' && !isAllowed) return forbidden(url.host)
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

/** It is retried; errors that are questions about places ask the user. */
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
