import type { LookupFunction } from 'node:net'
import { type AppError, appError } from '@shared/errors'
import type { Purpose } from './dispatchers'
import { isPrivateAddress, isPrivateHost, literalAddress } from './privateAddresses'
import type { Target } from './target'

/** One hop of a download: where to, by which connections, and whether the key goes along. */
export interface Hop {
  readonly url: URL
  readonly purpose: Extract<Purpose, 'images' | 'publicImages'>
  readonly withKey: boolean
}

/** Judges one hop; `from` is the one that redirected here. */
export type Route = (url: string, from: URL | null) => Promise<Hop | AppError>

/**
 * Decides for each hop of one download, redirects included: http(s) alone, private addresses only for
 * a connection that is private itself, and the key only to the connection's own origin.
 */
export async function createRoute(
  target: Target,
  withKey: boolean,
  lookup: LookupFunction | undefined,
): Promise<Route> {
  const base = new URL(`${target.baseUrl}/`)
  const mayBePrivate = await isPrivateHost(base.hostname, lookup)

  async function isForbidden({ hostname }: URL): Promise<boolean> {
    if (mayBePrivate) return false
    const literal = literalAddress(hostname)
    if (literal !== null) return isPrivateAddress(literal)
    // Names are judged when they are connected to; behind a proxy that is out of our sight.
    return target.proxy !== null && isPrivateHost(hostname, lookup)
  }

  return async (text, from) => {
    const relativeTo = (from ?? base).href
    if (!URL.canParse(text, relativeTo)) return appError('imageRefused', { detail: { cause: 'url' } })
    const url = new URL(text, relativeTo)
    if (!/^https?:$/.test(url.protocol) || (await isForbidden(url)))
      return appError('imageAddressForbidden', { params: { host: url.host } })
    return {
      url,
      purpose: mayBePrivate ? 'images' : 'publicImages',
      withKey: withKey && url.origin === base.origin,
    }
  }
}
