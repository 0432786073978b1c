import { randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import type { Target } from '../../../electron/core/service/target'
import { eventually } from '../../support/eventually'
import { nothingOpenOf, tellsOpenFiles } from '../../support/openFiles'
import { forgetAtSync } from '../../support/refusedOpens'
import { closedPort, httpService, key, rawService, startClient, target, untouched } from './serviceHarness'

const options = { prompt: 'p', signal: untouched }

test('a task is polled by its id, encoded, with the key', async () => {
  const service = await httpService((_, response) =>
    response.end(JSON.stringify({ task_id: 'a/b ?', status: 'processing', progress: 30 })),
  )
  const { client } = startClient()
  expect(await client.poll(target(service.baseUrl), 'a/b ?', options)).toMatchObject({
    kind: 'task',
    reading: { taskId: 'a/b ?', phase: 'running', progress: 30 },
  })
  expect(service.received).toMatchObject([
    { method: 'GET', url: '/api/v1/images/tasks/a%2Fb%20%3F', body: '' },
  ])
  expect(service.received[0]?.headers.authorization).toBe(`Bearer ${key}`)
})

test('a poll that fails on the network is retried later', async () => {
  const reset = await rawService((socket) => void socket.resetAndDestroy())
  const silent = await rawService(() => undefined)
  const codes: string[] = []
  for (const baseUrl of [reset.baseUrl, silent.baseUrl, `http://127.0.0.1:${await closedPort()}`]) {
    const { client } = startClient(baseUrl === silent.baseUrl ? { timeouts: { poll: 50 } } : {})
    const verdict = await client.poll(target(baseUrl), 't', options)
    expect(verdict).toMatchObject({ kind: 'retry', error: { retry: 'free' }, retryAfterMs: null })
    if (verdict.kind === 'retry') codes.push(verdict.error.code)
  }
  expect(codes).toEqual(['connectionLost', 'answerTimeout', 'connectionRefused'])
})

test('a redirect is not followed, so that the key stays with its origin', async () => {
  const elsewhere = await httpService((_, response) => response.end('{}'))
  const service = await httpService((_, response) =>
    response.writeHead(302, { location: `${elsewhere.baseUrl}/api` }).end(),
  )
  const { client } = startClient()
  expect(await client.poll(target(service.baseUrl), 't', options)).toMatchObject({
    kind: 'retry',
    error: { code: 'redirected', params: { location: `${elsewhere.baseUrl}/api` } },
  })
  expect(elsewhere.received).toHaveLength(0)
})

test('an image in base64 reaches the same file at each poll, and no answer is kept', async () => {
  const image = randomBytes(300_000)
  const service = await httpService((_, response) =>
    response.end(
      JSON.stringify({ task_id: 't', status: 'running', data: [{ b64_json: image.toString('base64') }] }),
    ),
  )
  const { client, folder } = startClient()
  const paths = new Set<string>()
  for (let times = 0; times < 3; times++) {
    const verdict = await client.poll(target(service.baseUrl), 't', options)
    const source = verdict.kind === 'task' ? verdict.reading.items[0]?.source : null
    if (source?.kind === 'file') paths.add(source.path)
  }
  const [path] = paths
  expect(paths.size).toBe(1)
  expect((await readFile(path ?? '')).equals(image)).toBe(true)
  expect(await readdir(folder)).toHaveLength(1)
})

test('stopping ends a poll at once', async () => {
  const service = await rawService(() => undefined)
  const { client } = startClient()
  const stop = new AbortController()
  const polling = client.poll(target(service.baseUrl), 't', { ...options, signal: stop.signal })
  await eventually(() => service.received.length === 1)
  stop.abort('shutdown')
  expect(await polling).toMatchObject({ kind: 'retry', error: { code: 'interrupted' } })
})

test.each([
  [401, { error: 'no' }, 'keyRefused'],
  [403, { error: 'no' }, 'keyRefused'],
  [200, { code: 401, msg: 'no' }, 'keyRefused'],
  [404, { error: 'no such task' }, 'reached'],
  [200, { code: 404, msg: 'no such task' }, 'reached'],
  [500, { error: 'oops' }, 'reached'],
  [429, { error: 'slow down' }, 'reached'],
  [200, '<!doctype html>', 'unexpected answerHtml'],
  [404, '<html>', 'unexpected answerHtml'],
  [404, 'Not Found', 'unexpected notFound'],
  [502, '', 'unexpected serviceUnclear'],
  [302, '', 'unexpected redirected'],
  [407, '', 'notReached proxyRefused'],
])('a test that is answered %i with %j results in %s', async (status, body, expected) => {
  const service = await httpService((_, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body)),
  )
  const { client } = startClient()
  const outcome = await client.test(target(service.baseUrl), { signal: untouched })
  expect([outcome.outcome, ...('error' in outcome ? [outcome.error.code] : [])].join(' ')).toContain(expected)
  expect(service.received.map(({ method }) => method)).toEqual(['GET'])
})

test('a test of an unreachable service says so', async () => {
  const { client } = startClient()
  const nowhere: Target = target(`http://127.0.0.1:${await closedPort()}`)
  expect(await client.test(nowhere, { signal: untouched })).toMatchObject({
    outcome: 'notReached',
    error: { code: 'connectionRefused' },
  })
})

test.runIf(tellsOpenFiles)(
  'a poll leaves no file open whose disk refuses the image that came with it',
  async () => {
    const image = randomBytes(50_000).toString('base64')
    const service = await httpService((_, response) =>
      response.end(JSON.stringify({ task_id: 't', status: 'completed', data: [{ b64_json: image }] })),
    )
    const { client, folder } = startClient()
    const { count } = forgetAtSync((path) => path.endsWith('.part'), 2)
    await client.poll(target(service.baseUrl), 't', options).catch(() => undefined)
    expect(count()).toBe(2)
    await nothingOpenOf(folder)
  },
)
