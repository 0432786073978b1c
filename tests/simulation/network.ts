import { Duplex } from 'node:stream'
import type { World } from './world'

/** The far end of a connection: what a server sees of it. */
export interface Peer {
  onData: (bytes: Buffer) => void
  /** The app closed it; a kill does not count, nor what the network broke. */
  onHangUp: () => void
  send(bytes: Buffer | string): void
  /** No more is sent. */
  end(): void
  /** Breaks it, as a router does. */
  reset(): void
  /** The app closed it, or is gone. */
  isClosed(): boolean
}

export interface Server {
  /** False refuses the connection. */
  accept(peer: Peer): boolean
}

/** How the network behaves. `silent`: nothing is ever answered; `torn`: connections break now and then. */
export type NetworkState = 'well' | 'down' | 'silent' | 'torn' | 'slow'

export interface Network {
  state: NetworkState
  /** Who serves a host and port; a host that nobody serves refuses. */
  readonly servers: Map<string, Server>
  /** What a name stands for; a name that is missing is not found. */
  readonly names: Map<string, readonly string[]>
  /** Hears each piece that the app puts on the wire, before anything becomes of it. */
  onWrite: (host: string, bytes: Buffer) => void
  /** Bytes on their way take this many milliseconds. */
  delay(): number
  connect(host: string, port: number): Connecting
}

export type Connecting =
  | { readonly kind: 'socket'; readonly socket: Duplex }
  | { readonly kind: 'refused' | 'unreachable' | 'silent' }

class SimulatedSocket extends Duplex {
  readonly remoteAddress = '203.0.113.7'
  readonly #send: (bytes: Buffer) => void
  readonly #close: () => void

  constructor(send: (bytes: Buffer) => void, close: () => void) {
    super({ allowHalfOpen: false })
    this.#send = send
    this.#close = close
  }

  override _read(): void {}

  override _write(bytes: Buffer, _: BufferEncoding, done: () => void): void {
    this.#send(Buffer.from(bytes))
    done()
  }

  override _final(done: () => void): void {
    this.#close()
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#close()
    done(error)
  }

  setNoDelay = (): this => this
  setKeepAlive = (): this => this
  setTimeout = (): this => this
  ref = (): this => this
  unref = (): this => this
}

export function createNetwork(world: World): Network {
  const network: Network = {
    state: 'well',
    servers: new Map(),
    names: new Map(),
    onWrite: () => {},
    delay: () => (network.state === 'slow' ? world.random.whole(500, 8000) : world.random.whole(5, 60)),
    connect(host, port) {
      if (network.state === 'down') return { kind: 'unreachable' }
      if (network.state === 'silent') return { kind: 'silent' }
      const server = network.servers.get(`${host}:${port}`)
      if (server === undefined) return { kind: 'refused' }
      return pair(host, server)
    },
  }

  /** Bytes arrive in the order they were sent. A connection ends with the run of the app it belongs to. */
  function pair(host: string, server: Server): Connecting {
    const run = world.run()
    let isClosed = false
    let isBroken = false
    let arrivesThere = 0
    let arrivesHere = 0
    const there = (act: () => void) => {
      arrivesThere = Math.max(arrivesThere, world.elapsed() + network.delay())
      world.outside(arrivesThere - world.elapsed(), act)
    }
    const here = (act: () => void) => {
      if (world.run() !== run) return
      arrivesHere = Math.max(arrivesHere, world.elapsed() + network.delay())
      world.after(arrivesHere - world.elapsed(), () => {
        if (!socket.destroyed) act()
      })
    }
    const isTorn = () =>
      network.state === 'down' ||
      network.state === 'silent' ||
      (network.state === 'torn' && world.random.chance(0.15))

    const peer: Peer = {
      onData: () => {},
      onHangUp: () => {},
      send: (bytes) => {
        if (isClosed) return
        if (isTorn()) return peer.reset()
        here(() => void socket.push(typeof bytes === 'string' ? Buffer.from(bytes) : bytes))
      },
      end: () => here(() => void socket.push(null)),
      reset: () => {
        isBroken = true
        here(() => void socket.destroy(Object.assign(new Error('reset'), { code: 'ECONNRESET' })))
      },
      isClosed: () => isClosed || world.run() !== run,
    }
    const socket = new SimulatedSocket(
      (bytes) => {
        world.note(`sent ${bytes.length} to ${host}`)
        network.onWrite(host, bytes)
        if (network.state === 'silent') return
        if (isTorn()) return peer.reset()
        there(() => peer.onData(bytes))
      },
      () => {
        if (!isClosed && !isBroken && world.run() === run) peer.onHangUp()
        isClosed = true
      },
    )
    return server.accept(peer) ? { kind: 'socket', socket } : { kind: 'refused' }
  }

  return network
}
