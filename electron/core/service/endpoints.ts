import { taskIdPlace, withoutSlashes } from '@shared/model/connection'
import { type JobRequest, type Mode, sentExtra } from '@shared/model/draft'
import { extraMembers } from '@shared/model/extraFields'
import type { Target } from './target'

/** Where a request goes, in the parts undici sends unchanged. */
export interface Endpoint {
  readonly origin: string
  readonly path: string
  readonly secure: boolean
}

export type Place = Pick<Target, 'baseUrl' | 'pathPrefix'>

/** The same as it is kept of a request that was sent. */
export interface SentTo {
  readonly origin: string
  readonly pathPrefix: string
}

export const sentPlace = ({ origin, pathPrefix }: SentTo): Place => ({ baseUrl: origin, pathPrefix })

export function generationsEndpoint(target: Place): Endpoint {
  return endpoint(target, '/images/generations')
}

/** The interface's own path for a task, from the origin, with the place of the id. */
export const ownTaskPath = (target: Place): string => endpoint(target, `/images/tasks/${taskIdPlace}`).path

/** A path that has the place of the id, with an id there: whatever the id is, the path ends where it ended. */
export function pathFor(taskPath: string, taskId: string): string {
  return taskPath.replace(taskIdPlace, () => encodeURIComponent(taskId))
}

/**
 * The id is any text that `encodeURIComponent` accepts. `at`: a path from the origin, or a whole address elsewhere; null
 * for the interface's own path.
 */
export function taskEndpoint(target: Place, taskId: string, at: string | null = null): Endpoint {
  const place = at ?? pathFor(ownTaskPath(target), taskId)
  const isPath = place.startsWith('/')
  const { origin, protocol } = new URL(isPath ? target.baseUrl : place)
  return { origin, path: isPath ? place : place.slice(origin.length), secure: protocol === 'https:' }
}

function endpoint({ baseUrl, pathPrefix }: Place, path: string): Endpoint {
  const { origin, pathname, protocol } = new URL(baseUrl)
  return {
    origin,
    path: `${withoutSlashes(pathname)}${pathPrefix}${path}`,
    secure: protocol === 'https:',
  }
}

/** Characters that an HTTP header may contain. */
const headerValue = /^[\t\x20-\x7e\x80-\xff]+$/

/** Characters; many servers would refuse a longer one every time. */
const validatorMaximum = 1000

/** False for a validator that can't be sent back, or only in a request that is too large. */
export function isSendableValidator(text: string): boolean {
  return text.length <= validatorMaximum && headerValue.test(text)
}

/** False for a key that can't be sent at all: for example, with a line break in it. */
export function isSendableKey(key: string | null): boolean {
  return key === null || headerValue.test(key)
}

/** Headers of every call. They include the client's name, since many gateways refuse requests without one. */
export function callHeaders({ key }: Pick<Target, 'key'>): Record<string, string> {
  return {
    accept: 'application/json',
    'user-agent': 'Cyanotype',
    ...(key === null ? {} : { authorization: `Bearer ${key}` }),
  }
}

/** Headers of a paid request, besides those of every call. */
export function paidHeaders(idempotencyKey: string | null): Record<string, string> {
  return {
    'content-type': 'application/json',
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
  }
}

/**
 * The body of a paid request, field by field as in the interface's documentation. Options are included only if the
 * frozen request holds them, and `async` only in background mode. Extra fields come after all of these.
 */
export function requestBody(mode: Mode, request: JobRequest): string {
  const { model, prompt, size, n, image } = request
  const documented = JSON.stringify({
    model,
    prompt,
    ...(size === undefined ? {} : { size }),
    ...(n === undefined ? {} : { n }),
    ...(image === undefined ? {} : { image }),
    ...(mode === 'background' ? { async: true } : {}),
  })
  const members = extraMembers(sentExtra(request))
  return members.length === 0 ? documented : `${documented.slice(0, -1)},${members.join(',')}}`
}
