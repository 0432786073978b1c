import { createServer as createSecureServer } from 'node:https'
import { createServer as createTcpServer, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import type { ServiceClientDeps } from '../../../electron/core/service/createServiceClient'
import { certificate, certificateKey } from '../../support/loopbackCertificate'
import { type Expected, expectRow, type Place, request, retried, told } from './failureTable'
import {
  closedPort,
  direct,
  httpAnswer,
  listen,
  rawService,
  startClient,
  submit,
  target,
  untouched,
} from './serviceHarness'

type Row = readonly [name: string, place: () => Promise<Place>, expected: Expected]

const noHost =
  (code: string): ServiceClientDeps['lookup'] =>
  (hostname, _, callback) =>
    callback(Object.assign(new Error(hostname), { code }), '', 0)

/** A server that does this once a whole request has arrived. */
const answering =
  (answer: (socket: Socket) => void, options: Partial<ServiceClientDeps> = {}) =>
  async () => ({
    baseUrl: (await rawService(answer)).baseUrl,
    options,
  })

/** A server that does this with every connection. */
const accepting =
  (accept: (socket: Socket) => void, scheme = 'https', options: Partial<ServiceClientDeps> = {}) =>
  async () => ({
    baseUrl: `${scheme}://127.0.0.1:${await listen(createTcpServer(accept))}`,
    options,
  })

const through = (answer: string) => async () => ({
  baseUrl: 'http://127.0.0.1:9',
  proxy: (await rawService((socket) => socket.end(answer))).baseUrl,
})

const soonConnected = { timeouts: { connect: 100 } }
const soonAnswered = { timeouts: { direct: 100, background: 100, poll: 100, download: 100 } }
const soonRead = { timeouts: { body: 100, download: 100 } }

const unwritten: readonly Row[] = [
  [
    'a port where nothing listens',
    async () => ({ baseUrl: `http://127.0.0.1:${await closedPort()}` }),
    retried('unsent', 'connectionRefused'),
  ],
  [
    'a name that is not found',
    async () => ({ baseUrl: 'https://nowhere.example', options: { lookup: noHost('ENOTFOUND') } }),
    retried('unsent', 'hostNotFound'),
  ],
  [
    'names that nobody resolves',
    async () => ({ baseUrl: 'https://nowhere.example', options: { lookup: noHost('EAI_AGAIN') } }),
    retried('unsent', 'offline'),
  ],
  [
    'a handshake that is never answered',
    accepting(() => undefined, 'https', soonConnected),
    retried('unsent', 'connectTimeout'),
  ],
  [
    'a handshake that is broken off',
    accepting((socket) => socket.once('data', () => socket.resetAndDestroy())),
    retried('unsent', 'tlsFailed'),
  ],
  [
    'a handshake that is answered with something else',
    accepting((socket) => socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))),
    retried('unsent', 'tlsFailed'),
  ],
  [
    'a certificate nobody trusts',
    async () => {
      const server = createSecureServer({ cert: certificate, key: certificateKey })
      return { baseUrl: `https://127.0.0.1:${await listen(server)}` }
    },
    {
      post: 'unsent certificateUntrusted and holds',
      poll: 'hold certificateUntrusted',
      download: 'retry certificateUntrusted',
    },
  ],
  [
    'a proxy that is not there',
    async () => ({ baseUrl: 'http://127.0.0.1:9', proxy: `http://127.0.0.1:${await closedPort()}` }),
    retried('unsent', 'proxyRefused'),
  ],
  ['a proxy that refuses', through('HTTP/1.1 403 Forbidden\r\n\r\n'), retried('unsent', 'proxyRefused')],
  [
    'a proxy that wants a login',
    through('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
    retried('unsent', 'proxyRefused'),
  ],
]

const cut = (more: number) => httpAnswer(200, '{"task_id":"task-1"', { 'content-length': String(19 + more) })

const written: readonly Row[] = [
  [
    'a reset at the first byte',
    accepting((socket) => socket.once('data', () => socket.resetAndDestroy()), 'http'),
    retried('uncertain', 'connectionLost'),
  ],
  [
    'a reset after the whole request',
    answering((socket) => void socket.resetAndDestroy()),
    retried('uncertain', 'connectionLost'),
  ],
  [
    'a close after the whole request',
    answering((socket) => void socket.end()),
    retried('uncertain', 'connectionLost'),
  ],
  ['no headers in time', answering(() => undefined, soonAnswered), retried('uncertain', 'answerTimeout')],
  [
    'headers cut short',
    answering((socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-')),
    retried('uncertain', 'connectionLost'),
  ],
  [
    'an answer that is no HTTP',
    answering((socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')),
    retried('uncertain', 'answerUnreadable'),
  ],
  [
    'a body that stops coming',
    answering((socket) => void socket.write(cut(40)), soonRead),
    { ...retried('uncertain', 'connectionLost'), download: 'retry answerTimeout' },
  ],
  [
    'a body cut short',
    answering((socket) => void socket.end(cut(40))),
    retried('uncertain', 'connectionLost'),
  ],
  [
    'a chunked body cut short',
    answering(
      (socket) =>
        void socket.end('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n13\r\n{"task_id":"task-1"'),
    ),
    retried('uncertain', 'connectionLost'),
  ],
  [
    'a body longer than was said',
    answering(
      (socket) => void socket.end(httpAnswer(200, { task_id: 'task-1' }, { 'content-length': '12' })),
    ),
    // A download of the declared length is complete: whether it is a picture shows when it is decoded.
    { post: 'uncertain answerUnreadable', poll: 'retry answerUnreadable', download: 'fetched' },
  ],
]

describe.each([
  ['before our headers were written', unwritten],
  ['after our headers were written', written],
] as const)('%s', (_, rows) => {
  test.each(rows)('%s', async (_name, place, expected) => expectRow(await place(), expected))
})

test('an address without a route leaves the request unsent, whichever error the system reports', async () => {
  const { client } = startClient({ timeouts: { connect: 5000 } })
  const verdict = await submit(client, target('http://255.255.255.255:9'))
  expect(told(verdict)).toMatch(/^unsent (offline|hostUnreachable)$/)
})

describe('knowing whether a request was written', () => {
  test('holds for that very request, whatever another to the same service does at the same time', async () => {
    const secure = createSecureServer({ cert: certificate, key: certificateKey }, () => undefined)
    let connections = 0
    // The first handshake is completed but its request never answered; the second gets no answer at all.
    const port = await listen(
      createTcpServer((socket) => ++connections === 1 && secure.emit('connection', socket)),
    )
    const { client } = startClient({
      extraCa: certificate,
      // Only one address, so that there are two connections.
      lookup: (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }]),
      timeouts: { connect: 3000, direct: 500 },
    })
    const to = target(`https://localhost:${port}`)
    const sent = await Promise.all([1, 2].map(() => client.send(to, direct, { signal: untouched })))
    expect(sent.map((exchange) => exchange.kind === 'unanswered' && exchange.written).sort()).toEqual([
      false,
      true,
    ])
    expect(sent).toContainEqual(
      expect.objectContaining({ written: true, error: expect.objectContaining({ code: 'answerTimeout' }) }),
    )
    expect(sent).toContainEqual(
      expect.objectContaining({ written: false, error: expect.objectContaining({ code: 'connectTimeout' }) }),
    )
  })

  test('also holds for a request whose body could not be written completely', async () => {
    const port = await listen(
      createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    )
    const { client } = startClient()
    const large = { ...direct, request: { ...request, prompt: 'x'.repeat(20_000_000) } }
    expect(told(await submit(client, target(`http://127.0.0.1:${port}`), large))).toBe(
      'uncertain connectionLost',
    )
  })
})
