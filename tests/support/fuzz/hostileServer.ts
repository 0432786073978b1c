import { once } from 'node:events'
import { createServer, type LookupFunction, type Socket } from 'node:net'
import { createServiceClient } from '../../../electron/core/service/createServiceClient'
import type { ServiceClient } from '../../../electron/core/service/serviceClient'
import { realClock } from '../fakeClock'
import type { Random } from '../random'
import { memoryLogger } from '../testPorts'

/** Short: they end every unanswered request, and must not take long here. */
const timeouts = {
  connect: 3_000,
  direct: 3_000,
  background: 3_000,
  poll: 3_000,
  body: 3_000,
  download: 3_000,
  pace: 3_000,
  answer: 5_000,
}

/** Nothing is asked of the network: only the server below is reached, by its numeric address. */
const noNames: LookupFunction = (hostname, _options, callback) =>
  callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), '', 0)

export function hastyClient(spoolFolder: string): ServiceClient {
  return createServiceClient({
    clock: realClock,
    logger: memoryLogger(),
    spoolFolder,
    timeouts,
    lookup: noNames,
  })
}

interface Answer {
  readonly bytes: Buffer
  /** The connection may be reset partway through. */
  readonly isCut: boolean
  readonly random: Random
}

/** A server of bare sockets that gives each request, known by its number, its prepared answer. */
export async function startHostileServer() {
  const answers = new Map<string, Answer>()
  const sockets = new Set<Socket>()

  function say(socket: Socket, index: string): void {
    const answer = answers.get(index)
    if (answer === undefined) return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
    const { bytes, isCut, random } = answer
    const middle = random.whole(0, bytes.length)
    socket.write(bytes.subarray(0, middle))
    setImmediate(() => {
      socket.write(bytes.subarray(middle))
      if (isCut && random.chance(0.1)) socket.resetAndDestroy()
      else socket.end()
    })
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    let request = ''
    socket.on('data', (chunk) => {
      request += chunk.toString('latin1')
      const head = request.indexOf('\r\n\r\n')
      if (head === -1) return
      const length = Number(/content-length: (\d+)/i.exec(request)?.[1] ?? 0)
      if (request.length < head + 4 + length) return
      const [, index = ''] = /[/?]i=?(\d+)/.exec(request) ?? []
      request = ''
      say(socket, index)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return {
    answers,
    baseUrl: `http://127.0.0.1:${address.port}`,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
