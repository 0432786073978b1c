import { isSecure, withoutSlashes } from '@shared/model/connection'
import type { TaskReading } from './answers/reading'
import { generationsEndpoint, ownTaskPath, type Place, type SentTo, sentPlace } from './endpoints'

/**
 * The address that an answer names for its task, to be asked with the key: a path from the service's origin, or a whole
 * address elsewhere. Null if it names none that may be asked: one that isn't secure, or has a name and password in it.
 * `service`: what the request was sent to.
 */
export function namedAddress(named: string | null, service: Place): string | null {
  const own = URL.canParse(service.baseUrl) ? new URL(service.baseUrl) : null
  // The demo service has another address at each start, and names none.
  if (named === null || own === null || !/^https?:$/.test(own.protocol)) return null
  const asked = `${own.origin}${generationsEndpoint(service).path}`
  if (!URL.canParse(named, asked)) return null
  const url = new URL(named, asked)
  // A service behind a gateway often doesn't know that it is reached by HTTPS.
  const isOwnPlain = url.protocol === 'http:' && url.host === own.hostname
  if (own.protocol === 'https:' && isOwnPlain) url.protocol = 'https:'
  if (url.username !== '' || url.password !== '' || !isSecure(url)) return null
  const path = `${url.pathname}${url.search}`
  return url.origin === own.origin ? path : `${url.origin}${path}`
}

/** A reading with the address as it can be asked. `sentTo`: what the request was sent to. */
export function withAddress(reading: TaskReading, sentTo: SentTo): TaskReading {
  return { ...reading, askAt: namedAddress(reading.askAt, sentPlace(sentTo)) }
}

/** The origin of an address elsewhere; null for a path from the service's own. */
export function originElsewhere(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}

/** Where services of this kind ask for a task, the usual first. */
const tails = [
  'tasks/{id}',
  'images/generations/{id}',
  'images/tasks/{id}',
  'images/status/{id}',
  'images/{id}',
  'images/generations/tasks/{id}',
  'images/generations/{id}/status',
  'generations/{id}',
  'generation/{id}',
  'tasks/{id}/status',
  'task/{id}',
  'task/{id}/fetch',
  'status/{id}',
  'jobs/{id}',
  'job/{id}',
  'jobs/recordInfo?taskId={id}',
  'predictions/{id}',
  'requests/{id}',
  'result/{id}',
  'fetch/{id}',
] as const

/** The paths at which a task may be asked for although nothing says so, from the origin; not the interface's own. */
export function knownTaskPaths(service: Place): readonly string[] {
  const base = withoutSlashes(new URL(service.baseUrl).pathname)
  const own = `${base}${service.pathPrefix}`
  const folders = new Set([own, '/v1', '/api/v1'])
  const paths = tails.flatMap((tail) => [...folders].map((folder) => `${folder}/${tail}`))
  return paths.filter((path) => path !== ownTaskPath(service))
}
