import type { Server } from 'node:https'
import { createServer, type Socket } from 'node:net'
import type { Random } from '../../../support/random'

/** How a handshake fails: the request itself has not been written by then. */
export type HandshakeFault = 'reset' | 'closed' | 'rubbish'

/** The way to a secure service, on which handshakes may fail. */
export interface Handshakes {
  readonly port: number
  /** Resets a secure connection; its own socket can only be closed. */
  reset(secure: Socket): void
  close(): void
}

/** Listens on loopback in place of a secure server. `share`: how many of the handshakes fail, 0 to 1. */
export async function openHandshakes(options: {
  readonly server: Server
  readonly random: Random
  readonly share: number
  readonly onFault: (fault: HandshakeFault) => void
}): Promise<Handshakes> {
  const { server, random, share, onFault } = options
  /** By the port of the other end. */
  const sockets = new Map<number, Socket>()

  function spoil(socket: Socket): void {
    const fault = random.pick<HandshakeFault>(['reset', 'closed', 'rubbish'])
    onFault(fault)
    if (fault === 'reset') socket.resetAndDestroy()
    else socket.end(fault === 'closed' ? '' : 'HTTP/1.1 400 Bad Request\r\n\r\n')
  }

  const front = createServer((socket) => {
    const port = socket.remotePort ?? 0
    sockets.set(port, socket)
    // The client may be killed at any time.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(port))
    if (random.chance(share)) socket.once('data', () => spoil(socket))
    else server.emit('connection', socket)
  })
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve))
  const address = front.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return {
    port: address.port,
    reset: ({ remotePort = 0 }) => sockets.get(remotePort)?.resetAndDestroy(),
    close() {
      front.close()
      for (const socket of sockets.values()) socket.destroy()
    },
  }
}
