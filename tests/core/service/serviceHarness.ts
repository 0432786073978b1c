import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import {
  createServiceClient,
  type ServiceClientDeps,
} from '../../../electron/core/service/createServiceClient'
import type { ServiceClient, Submission } from '../../../electron/core/service/serviceClient'
import type { Target } from '../../../electron/core/service/target'
import type { SubmitVerdict } from '../../../electron/core/service/verdict'
import { fastClock } from '../../support/fakeClock'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memoryLogger } from '../../support/testPorts'

export const key = 'sk-live/Ab+9=xYz_Q-41'

export interface Harness {
  readonly client: ServiceClient
  readonly folder: string
  readonly logger: ReturnType<typeof memoryLogger>
}

/** A client with time-outs short enough for a test; it is closed at the test's end. */
export function startClient(options: Partial<ServiceClientDeps> = {}): Harness {
  const folder = temporaryFolder()
  const logger = memoryLogger()
  // Tests set limits of their own, and wait for them.
  const clock = fastClock({ speed: 1, isLimited: true })
  const client = createServiceClient({ clock, logger, spoolFolder: folder, ...options })
  onTestFinished(() => client.close())
  return { client, folder, logger }
}

/** A service that its numeric address places inside the network has its own images there. */
export function target(baseUrl: string, changes: Partial<Target> = {}): Target {
  const { hostname, origin } = new URL(baseUrl)
  const allowedOrigins = hostname === '127.0.0.1' ? [origin] : []
  return { baseUrl, pathPrefix: '/api/v1', key, proxy: null, allowedOrigins, ...changes }
}

export const direct: Submission = {
  mode: 'direct',
  request: { model: 'm', prompt: 'a lighthouse', size: '64x64', n: 1 },
  idempotencyKey: 'job-1',
  attemptId: 'attempt1',
}

/** A signal that is never aborted. */
export const untouched = new AbortController().signal

/** Sends and reads, as the queue does. */
export async function submit(client: ServiceClient, to: Target, submission = direct): Promise<SubmitVerdict> {
  const sent = await client.send(to, submission, { signal: untouched })
  const { attemptId, request } = submission
  return client.readSubmit(sent, { prompt: request.prompt, attemptId })
}

/** Listens on a free port of 127.0.0.1 until the test ends; returns the port. */
export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return portOf(server)
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return (address satisfies AddressInfo).port
}

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: string
}

/** An HTTP server on loopback that records every request. */
export async function httpService(
  answer: (...args: [...Parameters<RequestListener>, Received]) => void,
): Promise<{ readonly baseUrl: string; readonly received: readonly Received[] }> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const { method = '', url = '', headers, rawHeaders } = request
      const one = { method, url, headers, rawHeaders, body }
      received.push(one)
      answer(request, response, one)
    })
  })
  return { baseUrl: `http://127.0.0.1:${await listen(server)}`, received }
}

/**
 * A server of bare sockets. `answer` is called once a request has arrived completely; `received` holds them.
 */
export async function rawService(
  answer: (socket: Socket, request: string, count: number) => void,
): Promise<{ readonly baseUrl: string; readonly received: readonly string[] }> {
  const received: string[] = []
  const server = createTcpServer((socket) => {
    let pending = ''
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1')
      for (let end = requestEnd(pending); end > 0; end = requestEnd(pending)) {
        const request = pending.slice(0, end)
        pending = pending.slice(end)
        received.push(request)
        answer(socket, request, received.length)
      }
    })
  })
  return { baseUrl: `http://127.0.0.1:${await listen(server)}`, received }
}

function requestEnd(pending: string): number {
  const head = pending.indexOf('\r\n\r\n')
  if (head < 0) return 0
  const length = Number(/content-length: (\d+)/i.exec(pending.slice(0, head))?.[1] ?? 0)
  const end = head + 4 + length
  return pending.length >= end ? end : 0
}

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const port = portOf(server)
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return port
}

/** A complete HTTP answer as text. */
export function httpAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): string {
  const content = typeof body === 'string' ? body : JSON.stringify(body)
  const lines = Object.entries({ 'content-length': String(Buffer.byteLength(content)), ...headers })
  return `HTTP/1.1 ${status} Said\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${content}`
}
