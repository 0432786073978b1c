import { pathPrefixSchema } from './connection'

/** Where a service is, in the two parts of a connection. */
export interface ServiceAddress {
  /** Without a path. */
  readonly baseUrl: string
  /** Empty for none. */
  readonly pathPrefix: string
}

/** The calls of the interface, as they stand in a service’s documentation. */
const call = /\/images\/(?:generations|tasks(?:\/[^/]*)?)$/
/** A version, as a path prefix ends in one. */
const version = /\/v\d[\w.-]*$/i

/**
 * Takes apart an address that was copied from a service’s documentation: one whose path ends in a version or in a call of
 * the interface. Blanks around it, slashes at its end and a query don’t count. Null for any other, whose path is part of
 * the base URL.
 */
export function serviceAddress(typed: string): ServiceAddress | null {
  if (!URL.canParse(typed.trim())) return null
  const url = new URL(typed.trim())
  if (!/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/\/$/, '')
  const prefix = path.replace(call, '')
  if (prefix === path && !version.test(path)) return null
  const read = pathPrefixSchema.safeParse(prefix)
  return read.success ? { baseUrl: url.origin, pathPrefix: read.data } : null
}
