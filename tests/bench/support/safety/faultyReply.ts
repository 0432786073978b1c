import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FileFault, PollFault, PostFault } from './script'

/** A correct answer. */
export interface Reply {
  readonly type: 'application/json' | 'image/png'
  readonly body: Buffer
  /** Identifies the bytes, so that a cut body can be continued. */
  readonly etag?: string
  /** The first byte requested; default 0, the whole body. */
  readonly from?: number
}

type Fault = PostFault | PollFault | FileFault

export interface Spoiling {
  /** Null: answers correctly. */
  readonly fault: Fault | null
  /** A variant of the fault, 0 to 3. */
  readonly variant: number
  readonly reset: (socket: Socket) => void
}

/** Answers as the fault prescribes. */
export function answer(response: ServerResponse, reply: Reply, { fault, variant, reset }: Spoiling): void {
  const { type, body, etag, from = 0 } = reply
  const headers = { 'content-type': type, ...(etag === undefined ? {} : { etag }) }
  const whole = (status: number, text: string, more: Readonly<Record<string, string>> = {}) => {
    const isHtml = text.startsWith('<')
    response.writeHead(status, { 'content-type': isHtml ? 'text/html' : 'application/json', ...more })
    response.end(text)
  }
  switch (fault) {
    case null:
      response.writeHead(from === 0 ? 200 : 206, {
        ...headers,
        'content-length': body.length - from,
        ...(from === 0 ? {} : { 'content-range': `bytes ${from}-${body.length - 1}/${body.length}` }),
      })
      response.end(body.subarray(from))
      return
    case 'limited': {
      const { headers: times, body: words } = limited(variant)
      whole(429, words, times)
      return
    }
    case 'keyRefused':
      whole(401, '{"error":{"message":"This key is not known."}}')
      return
    case 'refused':
      whole(400, '{"error":{"message":"This model draws no such thing."}}')
      return
    case 'failed':
      whole(500, '{"error":{"message":"The painter fell off the ladder."}}')
      return
    case 'gateway':
      whole([502, 504, 408, 524][variant] ?? 502, '<html><title>Bad gateway</title></html>')
      return
    case 'html':
      whole(200, '<html><title>Sign in to this network</title></html>')
      return
    case 'rubbish':
      whole(200, ['', '{"ok":true}', 'null', 'all is well'][variant] ?? '')
      return
    case 'unknown':
    case 'expired':
      whole(fault === 'unknown' || variant % 2 === 0 ? 404 : 403, '{"error":{"message":"No such thing."}}')
      return
    case 'otherTask':
      whole(200, '{"task_id":"another","status":"failed","data":[],"error":"Not yours."}')
      return
    case 'strangeStatus':
      whole(200, '{"status":"meditating","progress":-7,"data":[]}')
      return
    case 'reset':
      if (response.socket === null) return
      if (variant % 2 === 0) reset(response.socket)
      else response.socket.destroy()
      return
    case 'hang':
      return
    case 'cut':
      response.writeHead(200, { ...headers, 'content-length': body.length })
      response.write(body.subarray(0, body.length >> 1), () => response.socket?.destroy())
      return
    case 'longer':
      response.writeHead(200, { ...headers, 'content-length': body.length + 40 })
      response.write(body, () => response.socket?.destroy())
      return
    case 'shorter':
      response.writeHead(200, { ...headers, 'content-length': body.length - 10, connection: 'close' })
      response.end(body)
      return
    case 'wrongContent':
      response.writeHead(200, headers)
      response.end(variant % 2 === 0 ? 'This was to be a picture.' : body.subarray(0, body.length >> 1))
      return
  }
}

/** Every format in which a service gives a time. */
function limited(variant: number): {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
} {
  const body = '{"error":{"message":"Too many requests."}}'
  switch (variant) {
    case 0:
      return { headers: { 'retry-after': '1' }, body }
    case 1:
      return { headers: { 'retry-after-ms': '400' }, body }
    case 2:
      return { headers: { 'retry-after': new Date(Date.now() + 2000).toUTCString() }, body }
    default:
      return { headers: {}, body: '{"error":{"message":"Too many requests.","retry_after":1}}' }
  }
}
