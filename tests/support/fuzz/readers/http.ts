import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type LookupFunction, type Socket } from 'node:net'
import { join } from 'node:path'
import { createServiceClient } from '../../../../electron/core/service/createServiceClient'
import type { Target } from '../../../../electron/core/service/target'
import { realClock } from '../../fakeClock'
import type { Random } from '../../random'
import { memoryLogger } from '../../testPorts'
import { wholeAnswers } from '../corpora/answers'
import { assertConnectionTest, assertVerdict } from '../expectations'
import type { Input, Reader } from '../reader'
import { strayFiles } from '../strayFiles'

const prompt = 'a lighthouse'
const maximumBytes = 64 * 1024
const atOnce = 6
/** Short: what is never answered is told by them, and must not wait long here. */
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
const limitMs = 20_000

/** Nothing is asked of the network: only the server of this reader, by its number. */
const noNames: LookupFunction = (hostname, _options, callback) =>
  callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), '', 0)

/** An answer that sends a download on sends it nowhere else: `//` would begin another host. */
function homeward(bytes: Buffer): Buffer {
  const text = bytes.toString('latin1')
  if (!/location\s*:/i.test(text)) return bytes
  return Buffer.from(
    text
      .replaceAll('//', '/.')
      .replaceAll('\\', '.')
      .replace(/https?:/gi, 'x:'),
    'latin1',
  )
}

/** A server of bare sockets that says to each request, known by its number, what it is given for it. */
async function startServer() {
  const answers = new Map<string, { readonly bytes: Buffer; readonly random: Random }>()
  const sockets = new Set<Socket>()

  function say(socket: Socket, index: string): void {
    const answer = answers.get(index)
    if (answer === undefined) return void socket.end('HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n')
    const { bytes, random } = answer
    const middle = random.whole(0, bytes.length)
    socket.write(bytes.subarray(0, middle))
    setImmediate(() => {
      socket.write(bytes.subarray(middle))
      if (random.chance(0.1)) socket.resetAndDestroy()
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

/** Whole answers, head and body, as the client gets them from a socket: of paid requests, polls, tests and downloads. */
export async function httpReader(folder: string): Promise<Reader> {
  const spoolFolder = join(folder, 'spool')
  const server = await startServer()
  const client = createServiceClient({
    clock: realClock,
    logger: memoryLogger(),
    spoolFolder,
    timeouts,
    lookup: noNames,
  })
  mkdirSync(join(folder, 'downloads'))
  /** A download goes on with what an earlier one left: so a file is of one at a time. */
  const files = Array.from({ length: atOnce }, (_, at) => join(folder, 'downloads', `${at}.part`))
  const { signal } = new AbortController()

  async function download(target: Target, index: number): Promise<'taken' | 'refused'> {
    const toFile = files.pop() ?? join(folder, 'downloads', 'more.part')
    try {
      // What follows the question mark is no part of what a download is known by.
      const url = `${server.baseUrl}/picture.png?i=${index}`
      const options = { toFile, target, withKey: false, maximumBytes, signal }
      const verdict = await client.download(url, options)
      assertVerdict(verdict, spoolFolder)
      if (verdict.kind !== 'fetched') return 'refused'
      const { size } = await stat(toFile)
      if (size === 0 || size > maximumBytes) throw new Error(`${size} bytes were taken for an image`)
      return 'taken'
    } finally {
      files.push(toFile)
    }
  }

  async function ask({ index, random }: Input): Promise<'taken' | 'refused'> {
    const target: Target = {
      baseUrl: server.baseUrl,
      pathPrefix: `/i${index}`,
      key: 'sk-live-1234567890',
      proxy: null,
      allowedOrigins: [new URL(server.baseUrl).host],
    }
    switch (random.pick(['paid', 'poll', 'poll', 'test', 'download', 'download'] as const)) {
      case 'paid': {
        const mode = random.pick(['direct', 'background'] as const)
        const request = { model: 'm', prompt, n: 1 }
        const submission = { mode, request, idempotencyKey: null, attemptId: `attempt${index}` }
        const verdict = await client.readSubmit(await client.send(target, submission, { signal }), { prompt })
        assertVerdict(verdict, spoolFolder)
        return verdict.kind === 'accepted' ? 'taken' : 'refused'
      }
      case 'poll': {
        const verdict = await client.poll(target, 'batch_01', { prompt, signal })
        assertVerdict(verdict, spoolFolder)
        return verdict.kind === 'task' ? 'taken' : 'refused'
      }
      case 'test': {
        const test = await client.test(target, { signal })
        assertConnectionTest(test)
        return test.outcome === 'reached' ? 'taken' : 'refused'
      }
      case 'download':
        return download(target, index)
    }
  }

  return {
    corpus: wholeAnswers,
    limitMs,
    atOnce,
    async read(input) {
      const { bytes, index, random } = input
      server.answers.set(String(index), { bytes: homeward(bytes), random })
      try {
        return await ask(input)
      } finally {
        server.answers.delete(String(index))
      }
    },
    async close() {
      await client.close()
      await server.close()
      return strayFiles(folder, /^(spool\/[\w-]+\.(bin|txt|part)|downloads\/\d\.part(\.json(\.new)?)?)$/)
    },
  }
}
