/**
 * Takes the place of the core's sockets: names and connections of the world. TLS is left out: bytes go in the clear,
 * whatever the address says.
 */
import { type ClientRequest, request } from 'node:http'
import type { LookupFunction } from 'node:net'
import { Duplex } from 'node:stream'
import { errors, type buildConnector as undiciConnector } from 'undici'
import type { Network } from './network'
import { ambient } from './world'

export const wires: { network: Network | null } = { network: null }

function network(): Network {
  if (wires.network === null) throw new Error('no world has a network yet')
  return wires.network
}

function problem(code: string): NodeJS.ErrnoException {
  return Object.assign(new Error(code), { code })
}

export const systemLookup = ((hostname, options, callback) => {
  const { world } = ambient
  if (network().state === 'silent') return
  world.after(world.random.whole(1, 40), () => {
    const found = network().state === 'down' ? undefined : network().names.get(hostname)
    if (found === undefined) return callback(problem('ENOTFOUND'), '', 0)
    const all = found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    if (options.all === true) return callback(null, all)
    callback(null, all[0]?.address ?? '', all[0]?.family ?? 0)
  })
}) satisfies LookupFunction

function open(host: string, port: number, timeoutMs: number, callback: undiciConnector.Callback): void {
  const { world } = ambient
  world.after(network().delay(), () => {
    const end = network().connect(host, port)
    switch (end.kind) {
      case 'socket':
        return callback(null, end.socket as never)
      case 'refused':
        return callback(problem('ECONNREFUSED'), null)
      case 'unreachable':
        return callback(problem('ENETUNREACH'), null)
      case 'silent':
        world.after(timeoutMs, () => callback(new errors.ConnectTimeoutError(), null))
    }
  })
}

export function buildConnector(
  options: undiciConnector.BuildOptions & { readonly lookup?: LookupFunction } = {},
): undiciConnector.connector {
  const timeoutMs = options.timeout ?? 10_000
  const lookup = options.lookup ?? systemLookup
  return (target, callback) => {
    // Over a tunnel the connection is there already.
    if (target.httpSocket !== undefined) return callback(null, target.httpSocket as never)
    const port = Number(target.port === '' ? (target.protocol === 'https:' ? 443 : 80) : target.port)
    let isLate = false
    const cancel = ambient.world.after(timeoutMs, () => {
      isLate = true
      callback(new errors.ConnectTimeoutError(), null)
    })
    lookup(target.hostname, { all: false }, (error) => {
      if (isLate) return
      cancel()
      if (error !== null) return callback(error, null)
      open(target.hostname, port, timeoutMs, callback)
    })
  }
}

/** To a proxy, over a connection of the world. */
function toProxy(url: URL, options: object): ClientRequest {
  const end = network().connect(url.hostname, Number(url.port))
  const socket = end.kind === 'socket' ? end.socket : new Duplex({ read() {}, write() {} })
  if (end.kind === 'refused' || end.kind === 'unreachable')
    ambient.world.after(network().delay(), () => socket.destroy(problem('ECONNREFUSED')))
  return request(url, { ...options, agent: undefined, createConnection: () => socket as never })
}

export const httpRequest = toProxy as unknown as typeof request
export const httpsRequest = toProxy as unknown as typeof request
