import { createServer, type IncomingMessage } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, createServer as createTcpServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { certificate, certificateKey } from '../../support/loopbackCertificate'
import {
  closedPort,
  httpAnswer,
  httpService,
  key,
  listen,
  rawService,
  startClient,
  submit,
  target,
} from './serviceHarness'

/** A proxy that opens tunnels to anywhere and records its requests. */
async function openProxy() {
  const asked: IncomingMessage[] = []
  const server = createServer()
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(request)
    const [host, port] = (request.url ?? '').split(':')
    const there = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      there.pipe(socket).pipe(there)
    })
    there.on('error', () => socket.destroy())
    socket.on('close', () => there.destroy())
  })
  return { proxy: `http://127.0.0.1:${await listen(server)}`, asked }
}

test('requests go through the proxy’s tunnel, and only the service gets the key', async () => {
  const { proxy, asked } = await openProxy()
  const service = await httpService((_, response) => response.end(JSON.stringify({ task_id: 't' })))
  const { client } = startClient()
  const withUser = proxy.replace('http://', 'http://ada:s%3Acret@')

  expect(await submit(client, target(service.baseUrl, { proxy: withUser }))).toMatchObject({
    kind: 'accepted',
  })
  expect(service.received).toHaveLength(1)
  expect(asked.map(({ method, url }) => [method, url])).toEqual([
    ['CONNECT', service.baseUrl.replace('http://', '')],
  ])
  expect(asked[0]?.headers['proxy-authorization']).toBe(
    `Basic ${Buffer.from('ada:s:cret').toString('base64')}`,
  )
  expect(JSON.stringify(asked[0]?.rawHeaders)).not.toContain(key)
})

test('TLS passes through it end to end', async () => {
  const { proxy, asked } = await openProxy()
  const secure = createSecureServer({ cert: certificate, key: certificateKey }, (request, response) => {
    request.resume().once('end', () => response.end(JSON.stringify({ task_id: 't' })))
  })
  const port = await listen(secure)
  const trusting = startClient({ extraCa: certificate }).client
  expect(await submit(trusting, target(`https://localhost:${port}`, { proxy }))).toMatchObject({
    kind: 'accepted',
  })
  expect(asked[0]?.url).toBe(`localhost:${port}`)
  expect(await submit(startClient().client, target(`https://localhost:${port}`, { proxy }))).toMatchObject({
    kind: 'unsent',
    hold: true,
    error: { code: 'certificateUntrusted' },
  })
})

test.each([
  ['asks for a login', 'HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n', '407'],
  ['forbids it', 'HTTP/1.1 403 Forbidden\r\ncontent-length: 2\r\n\r\nno', '403'],
  ['can’t reach the service', 'HTTP/1.1 502 Bad Gateway\r\n\r\n', '502'],
  ['closes the connection', '', 'ECONNRESET'],
  ['speaks something else', 'hello\r\n\r\n', 'HPE_INVALID_CONSTANT'],
])('a proxy that %s leaves the request unsent', async (_, answer, cause) => {
  const proxy = await rawService((socket) => socket.end(answer))
  const service = await httpService((_, response) => response.end('{}'))
  const { client } = startClient()
  expect(await submit(client, target(service.baseUrl, { proxy: proxy.baseUrl }))).toMatchObject({
    kind: 'unsent',
    hold: false,
    error: { code: 'proxyRefused', retry: 'free', detail: { cause } },
  })
  expect(proxy.received).toHaveLength(1)
  expect(service.received).toHaveLength(0)
})

test('a missing or unresponsive proxy leaves the request unsent', async () => {
  const silent = await listen(createTcpServer(() => undefined))
  for (const [port, cause, options] of [
    [await closedPort(), 'ECONNREFUSED', {}],
    [silent, 'ETIMEDOUT', { timeouts: { connect: 100 } }],
  ] as const)
    expect(
      await submit(
        startClient(options).client,
        target('https://h.example', { proxy: `http://127.0.0.1:${port}` }),
      ),
    ).toMatchObject({
      kind: 'unsent',
      error: { code: 'proxyRefused', detail: { cause } },
    })
})

test('a proxy that drips its answer leaves the request unsent once connecting takes too long', async () => {
  let isLeft = false
  const proxy = await rawService((socket, _, count) => {
    if (count > 1) return void socket.end(httpAnswer(200, { task_id: 't' }))
    // A few bytes at a time for three seconds, and then it opens the tunnel.
    const rest = [...'HTTP/1.1 200 Connection established\r\n', ...`x-slow: ${'a'.repeat(100)}\r\n\r\n`]
    const dripping = setInterval(() => {
      const next = rest.shift()
      if (next === undefined) clearInterval(dripping)
      else socket.write(next)
    }, 20)
    socket.on('close', () => {
      isLeft = rest.length > 0
      clearInterval(dripping)
    })
  })
  const { client } = startClient({ timeouts: { connect: 500 } })
  expect(await submit(client, target('http://h.example', { proxy: proxy.baseUrl }))).toMatchObject({
    kind: 'unsent',
    hold: false,
    error: { code: 'proxyRefused', retry: 'free', detail: { cause: 'ETIMEDOUT' } },
  })
  await eventually(() => isLeft, { what: 'the end of the connection' })
  expect(proxy.received).toHaveLength(1)
})
