import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { type ApiError, errorBody } from './apiError'

/** A complete answer. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

export const jsonReply = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
})

export function errorReply(error: ApiError): Reply {
  const reply = jsonReply(errorBody(error), error.status)
  return { ...reply, headers: { ...reply.headers, ...error.headers } }
}

/** Serves bytes and supports ETag, If-None-Match, If-Range and a single Range. */
export function bytesReply(bytes: Buffer, type: string, asked: IncomingHttpHeaders): Reply {
  const etag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 32)}"`
  const headers = { 'content-type': type, etag, 'accept-ranges': 'bytes', 'cache-control': 'private' }
  if (asked['if-none-match'] === etag) return { status: 304, headers, body: '' }
  const ifRange = asked['if-range']
  const range = ifRange === undefined || ifRange === etag ? readRange(asked.range, bytes.length) : null
  if (range === null) return { status: 200, headers, body: bytes }
  if (range === 'outside')
    return { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes.length}` }, body: '' }
  const { first, last } = range
  return {
    status: 206,
    headers: { ...headers, 'content-range': `bytes ${first}-${last}/${bytes.length}` },
    body: bytes.subarray(first, last + 1),
  }
}

/** Null if there is no range that we understand: then everything is served. */
function readRange(
  header: string | undefined,
  length: number,
): { readonly first: number; readonly last: number } | 'outside' | null {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? []
  if (from === undefined || to === undefined || (from === '' && to === '')) return null
  const first = from === '' ? Math.max(length - Number(to), 0) : Number(from)
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1)
  return first > last ? 'outside' : { first, last }
}
