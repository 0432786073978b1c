import { isIP, type LookupFunction, type Socket } from 'node:net'
import { rootCertificates } from 'node:tls'
import type { Clock } from '../ports'
import { late, within } from '../within'
import { causeOf, ProxyRefusal } from './networkErrors'
import { literalAddress, lookUpAll } from './privateAddresses'
import { buildConnector, httpRequest, httpsRequest } from './sockets'

export interface ConnectorOptions {
  readonly clock: Pick<Clock, 'limit'>
  /** Milliseconds until TCP, proxy and TLS are connected. */
  readonly timeoutMs: number
  /** PEM certificates trusted in addition to the built-in ones. */
  readonly extraCa?: string
  readonly lookup?: LookupFunction
}

/** Set explicitly: otherwise an environment variable could switch the check off. */
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
 * Connects through a proxy by CONNECT, for both http and https. The proxy is given an address that `lookup` returns for
 * the host; if that is null, the host itself. undici's ProxyAgent isn't used: if a proxy closes the connection instead
 * of answering, it reconnects for ever without yielding.
 */
export function proxyConnector(
  proxy: string,
  lookup: LookupFunction | null,
  options: ConnectorOptions,
): buildConnector.connector {
  const overTunnel = directConnector(options)

  async function connected(target: buildConnector.Options): Promise<Socket> {
    const host = lookup === null ? target.hostname : await addressOf(target.hostname, lookup, options)
    try {
      return await openTunnel(new URL(proxy), `${host}:${portOf(target)}`, options)
    } catch (error) {
      throw error instanceof ProxyRefusal ? error : new ProxyRefusal(causeOf(error), { cause: error })
    }
  }

  return (target, callback) => {
    connected(target).then(
      (socket) => {
        if (target.protocol === 'https:') overTunnel({ ...target, httpSocket: socket }, callback)
        else callback(null, socket)
      },
      (error: Error) => callback(error, null),
    )
  }
}

function portOf({ port, protocol }: buildConnector.Options): string | number {
  return port === '' ? (protocol === 'https:' ? 443 : 80) : port
}

/** As in a URL's authority; IPv4 if there is one, since many proxies support nothing else. */
async function addressOf(
  hostname: string,
  lookup: LookupFunction,
  { clock, timeoutMs }: ConnectorOptions,
): Promise<string> {
  if (literalAddress(hostname) !== null) return hostname
  const addresses = await within(clock, timeoutMs, lookUpAll(hostname, lookup))
  if (addresses === late)
    throw Object.assign(new Error(`${hostname} is not answered for`), { code: 'ETIMEDOUT' })
  return addresses.find((address) => isIP(address) === 4) ?? `[${addresses[0]}]`
}

/** A proxy that keeps dripping its answer is never idle, so the time counts from the start. */
function openTunnel(proxy: URL, path: string, options: ConnectorOptions): Promise<Socket> {
  const { clock, timeoutMs, extraCa } = options
  let cancel = () => {}
  const opened = new Promise<Socket>((resolve, reject) => {
    const request = (proxy.protocol === 'https:' ? httpsRequest : httpRequest)(proxy, {
      method: 'CONNECT',
      path,
      agent: false,
      headers: { host: path, ...proxyAuthorization(proxy) },
      ...trust,
      ...(extraCa === undefined ? {} : { ca: [...rootCertificates, extraCa] }),
    })
    request.once('connect', (response, socket, head) => {
      if (response.statusCode === 200 && head.length === 0) return resolve(socket)
      socket.destroy()
      reject(new ProxyRefusal(String(response.statusCode)))
    })
    // The proxy answers a CONNECT as if it were a web server.
    request.once('response', (response) => {
      response.destroy()
      reject(new ProxyRefusal(String(response.statusCode)))
    })
    request.once('error', reject)
    cancel = clock.limit(timeoutMs, () => {
      request.destroy(new ProxyRefusal('ETIMEDOUT'))
    })
    request.end()
  })
  return opened.finally(() => cancel())
}

function proxyAuthorization({ username, password }: URL): Record<string, string> {
  if (username === '') return {}
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return { 'proxy-authorization': `Basic ${Buffer.from(credentials).toString('base64')}` }
}
