import type { Peer } from './network'

export interface HttpRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface HttpAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string | Buffer
}

/** Reads requests from a connection, one after another. Ours say their length, so nothing else is understood. */
export function readRequests(peer: Peer, onRequest: (request: HttpRequest) => void): void {
  let pending = Buffer.alloc(0)
  peer.onData = (bytes) => {
    pending = Buffer.concat([pending, bytes])
    for (;;) {
      const end = pending.indexOf('\r\n\r\n')
      if (end < 0) return
      const [first = '', ...lines] = pending.subarray(0, end).toString('latin1').split('\r\n')
      const headers: Record<string, string> = {}
      for (const line of lines) {
        const colon = line.indexOf(':')
        headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
      }
      const start = end + 4
      const length = Number(headers['content-length'] ?? 0)
      if (pending.length < start + length) return
      const [method = '', path = ''] = first.split(' ')
      const body = pending.subarray(start, start + length).toString()
      pending = pending.subarray(start + length)
      onRequest({ method, path, headers, body })
    }
  }
}

export function bytesOfAnswer({ status, headers = {}, body }: HttpAnswer): Buffer {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  const lines = [
    `HTTP/1.1 ${status} Words`,
    ...Object.entries({ 'content-type': 'application/json', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    `content-length: ${bytes.length}`,
    '',
    '',
  ]
  return Buffer.concat([Buffer.from(lines.join('\r\n')), bytes])
}
