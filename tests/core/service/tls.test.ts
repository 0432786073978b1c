import { createServer } from 'node:https'
import { createServer as createTcpServer } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { certificate, certificateKey } from '../../support/loopbackCertificate'
import { httpService, listen, startClient, submit, target, untouched } from './serviceHarness'

async function secureService(): Promise<{ readonly port: number; readonly requests: () => number }> {
  let requests = 0
  const server = createServer({ cert: certificate, key: certificateKey }, (request, response) => {
    requests++
    request.resume().once('end', () => response.end(JSON.stringify({ task_id: 't' })))
  })
  return { port: await listen(server), requests: () => requests }
}

test('an untrusted certificate holds the connection, and nothing was sent', async () => {
  const service = await secureService()
  const { client } = startClient()
  const to = target(`https://localhost:${service.port}`)
  const untrusted = { code: 'certificateUntrusted', detail: { cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' } }
  expect(await submit(client, to)).toMatchObject({ kind: 'unsent', hold: true, error: untrusted })
  expect(await client.poll(to, 't', { prompt: 'p', signal: untouched })).toMatchObject({
    kind: 'hold',
  })
  expect(await client.test(to, { signal: untouched })).toMatchObject({
    outcome: 'notReached',
    error: untrusted,
  })
  expect(service.requests()).toBe(0)
})

test('an environment that asks to trust everyone is not obeyed', async () => {
  const service = await secureService()
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { client } = startClient()
  expect(await submit(client, target(`https://localhost:${service.port}`))).toMatchObject({
    kind: 'unsent',
    error: { code: 'certificateUntrusted' },
  })
  const proxied = { ...target('https://service.test'), proxy: `https://localhost:${service.port}` }
  expect(await submit(client, proxied)).toMatchObject({
    kind: 'unsent',
    error: { code: 'proxyRefused', detail: { cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' } },
  })
  expect(service.requests()).toBe(0)
})

test('a certificate that the user trusts is accepted, for its own name only', async () => {
  const service = await secureService()
  const { client } = startClient({ extraCa: certificate })
  expect(await submit(client, target(`https://localhost:${service.port}`))).toMatchObject({
    kind: 'accepted',
  })
  expect(await submit(client, target(`https://127.0.0.1:${service.port}`))).toMatchObject({
    kind: 'unsent',
    hold: true,
    error: { code: 'certificateUntrusted', detail: { cause: 'ERR_TLS_CERT_ALTNAME_INVALID' } },
  })
  expect(service.requests()).toBe(1)
})

test('a server that does not speak TLS leaves the request unsent', async () => {
  const plain = await httpService((_, response) => response.end('{}'))
  const { client } = startClient()
  const https = plain.baseUrl.replace('http:', 'https:')
  expect(await submit(client, target(https))).toMatchObject({
    kind: 'unsent',
    hold: false,
    error: { code: 'tlsFailed' },
  })
  expect(plain.received).toHaveLength(0)
})

test('a handshake that is broken off or never answered leaves the request unsent', async () => {
  const broken = await listen(
    createTcpServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
  )
  const silent = await listen(createTcpServer(() => undefined))
  expect(await submit(startClient().client, target(`https://localhost:${broken}`))).toMatchObject({
    kind: 'unsent',
    error: { code: 'tlsFailed' },
  })
  const { client } = startClient({ timeouts: { connect: 100 } })
  expect(await submit(client, target(`https://localhost:${silent}`))).toMatchObject({
    kind: 'unsent',
    error: { code: 'connectTimeout' },
  })
})
