import { pathPrefixSchema } from './connection'

/** Where a service is, in the two parts of a connection. */
export interface ServiceAddress {
  readonly baseUrl: string
  /** Empty for none; null if the address says nothing of it. */
  readonly pathPrefix: string | null
}

/** The calls of the interface, as they stand in a service’s documentation. */
const call = /\/images\/(?:generations|tasks(?:\/[^/]*)?)$/
/** A version, as a path prefix ends in one. */
const version = /\/v\d[\w.-]*$/i

/** A host as it is typed without a scheme: with a dot, a loopback name, or an address of version 6 in brackets. */
const host = /^(?:(?:[\p{L}\p{N}-]+\.)+[\p{L}\p{N}-]+|localhost|\[[\da-f:]+\])(?::\d+)?(?:[/?#]|$)/iu
const loopback = /^(?:127(?:\.\d+){3}|localhost|\[::1\])(?:[:/?#]|$)/i

const withScheme = (typed: string): string =>
  host.test(typed) ? `${loopback.test(typed) ? 'http' : 'https'}://${typed}` : typed

/**
 * Takes apart an address that was copied from a service’s documentation: one whose path ends in a version or in a call of
 * the interface. Blanks around it, slashes at its end and a query don’t count. The path of any other is part of the base
 * URL. One without a scheme gets it. Null if it stays as it was typed.
 */
export function serviceAddress(typed: string): ServiceAddress | null {
  const whole = withScheme(typed.trim())
  if (!URL.canParse(whole)) return null
  const url = new URL(whole)
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  const prefix = path.replace(call, '')
  if (prefix === path && !version.test(path))
    return whole === typed.trim() ? null : { baseUrl: `${url.origin}${path}`, pathPrefix: null }
  const read = pathPrefixSchema.safeParse(prefix)
  return read.success ? { baseUrl: url.origin, pathPrefix: read.data } : null
}
