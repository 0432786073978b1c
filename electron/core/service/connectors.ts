import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { LookupFunction, Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import { buildConnector } from 'undici'
import { causeOf, ProxyRefusal } from './networkErrors'

export interface ConnectorOptions {
  /** Milliseconds until TCP, proxy and TLS stand. */
  readonly timeoutMs: number
  /** PEM certificates trusted besides the built-in ones. */
  readonly extraCa?: string
  readonly lookup?: LookupFunction
}

/** Said aloud: where nothing is said, a variable of the environment may switch the check off. */
const trust = { rejectUnauthorized: true } as const

/** Connects straight to the service. */
export function directConnector({ timeoutMs, extraCa, lookup }: ConnectorOptions): buildConnector.connector {
  return buildConnector({
    allowH2: false,
    timeout: timeoutMs,
    ...trust,
    ...(extraCa === undefined ? {} : { ca: [...rootCertificates, extraCa] }),
    ...(lookup === undefined ? {} : { lookup }),
  })
}

/**
 * Connects through a proxy by CONNECT, for http and https alike. Not undici's ProxyAgent: that one
 * connects again for ever, without yielding, when a proxy closes the connection instead of answering.
 */
export function proxyConnector(proxy: string, options: ConnectorOptions): buildConnector.connector {
  const overTunnel = directConnector(options)
  return (target, callback) => {
    openTunnel(new URL(proxy), authority(target), options).then(
      (socket) => {
        if (target.protocol === 'https:') overTunnel({ ...target, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: unknown) =>
        callback(
          error instanceof ProxyRefusal ? error : new ProxyRefusal(causeOf(error), { cause: error }),
          null,
        ),
    )
  }
}

function authority({ hostname, port, protocol }: buildConnector.Options): string {
  return `${hostname}:${port === '' ? (protocol === 'https:' ? 443 : 80) : port}`
}

function openTunnel(proxy: URL, path: string, { timeoutMs, extraCa }: ConnectorOptions): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const request = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)(proxy, {
      method: 'CONNECT',
      path,
      agent: false,
      timeout: timeoutMs,
      headers: { host: path, ...proxyAuthorization(proxy) },
      ...trust,
      ...(extraCa === undefined ? {} : { ca: [...rootCertificates, extraCa] }),
    })
    request.once('connect', (response, socket, head) => {
      if (response.statusCode === 200 && head.length === 0) return resolve(socket)
      socket.destroy()
      reject(new ProxyRefusal(String(response.statusCode)))
    })
    // A proxy that answers a CONNECT as if it were a web server.
    request.once('response', (response) => {
      response.destroy()
      reject(new ProxyRefusal(String(response.statusCode)))
    })
    request.once('timeout', () => request.destroy(new ProxyRefusal('ETIMEDOUT')))
    request.once('error', reject)
    request.end()
  })
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}
