import { randomBytes } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { request as undiciRequest } from 'undici'
import { describe, expect, test } from 'vitest'
import type { Exchange } from '../../../electron/core/service/exchange'
import { eventually } from '../../support/eventually'
import { temporaryFolder } from '../../support/temporaryFolder'
import {
  closedPort,
  direct,
  httpAnswer,
  httpService,
  key,
  listen,
  rawService,
  startClient,
  submit,
  target,
  untouched,
} from './serviceHarness'

const done = { created: 1, data: [{ url: 'https://h/i.png' }] }
const lost = { kind: 'uncertain', error: { code: 'connectionLost', retry: 'maybeTwice' } }

describe('what is put on the wire', () => {
  test('is the document’s request, once, and nothing else', async () => {
    const service = await httpService((_, response) => response.end(JSON.stringify(done)))
    const { client } = startClient()

    expect(await submit(client, target(`${service.baseUrl}/base`))).toMatchObject({ kind: 'accepted' })
    expect(service.received).toHaveLength(1)
    const [sent] = service.received
    expect(sent).toMatchObject({ method: 'POST', url: '/base/api/v1/images/generations' })
    expect(JSON.parse(sent?.body ?? '')).toEqual({ model: 'm', prompt: 'a lighthouse', size: '64x64', n: 1 })
    expect(sent?.headers).toEqual({
      accept: 'application/json',
      authorization: `Bearer ${key}`,
      connection: 'close',
      'content-length': String(sent?.body.length),
      'content-type': 'application/json',
      host: service.baseUrl.replace('http://', ''),
      'idempotency-key': 'job-1',
      'user-agent': 'Cyanotype',
    })
  })

  test('has no key and no idempotency key if there is none', async () => {
    const service = await httpService((_, response) => response.end(JSON.stringify({ task_id: 't' })))
    const { client } = startClient()
    const background = { ...direct, mode: 'background', idempotencyKey: null } as const

    await submit(client, target(service.baseUrl, { key: null }), {
      ...background,
      request: { model: 'm', prompt: 'p' },
    })
    expect(service.received[0]?.headers.authorization).toBeUndefined()
    expect(service.received[0]?.headers['idempotency-key']).toBeUndefined()
    expect(service.received[0]?.body).toBe('{"model":"m","prompt":"p","async":true}')
  })

  test('is nothing when the key can’t be sent', async () => {
    const service = await httpService((_, response) => response.end('{}'))
    const { client } = startClient()
    expect(await submit(client, target(service.baseUrl, { key: 'a\r\nb: c' }))).toMatchObject({
      kind: 'unsent',
      hold: true,
      error: { code: 'keyRefused' },
    })
    expect(service.received).toHaveLength(0)
  })
})

describe('failures before our headers were written', () => {
  test('a refused port leaves the request unsent', async () => {
    const { client } = startClient()
    const verdict = await submit(client, target(`http://127.0.0.1:${await closedPort()}`))
    expect(verdict).toMatchObject({
      kind: 'unsent',
      hold: false,
      error: { code: 'connectionRefused', retry: 'free', detail: { cause: 'ECONNREFUSED' } },
    })
  })

  test('a name that does not resolve leaves the request unsent', async () => {
    const { client } = startClient({
      lookup: (hostname, _, callback) =>
        callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), '', 0),
    })
    expect(await submit(client, target('https://nowhere.example'))).toMatchObject({
      kind: 'unsent',
      error: { code: 'hostNotFound' },
    })
  })

  test('a request given up before it was written is unsent', async () => {
    const { client } = startClient({ lookup: () => undefined })
    const stop = new AbortController()
    const sending = client.send(target('https://slow.example'), direct, { signal: stop.signal })
    stop.abort('shutdown')
    expect(await sending).toEqual({ kind: 'aborted', written: false, by: 'shutdown' })
  })
})

describe('failures after our headers were written', () => {
  test('a reset after the headers is uncertain', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.resetAndDestroy()))
    const { client } = startClient()
    expect(await submit(client, target(`http://127.0.0.1:${await listen(server)}`))).toMatchObject(lost)
  })

  test('a reset or a close after the whole request is uncertain', async () => {
    for (const end of ['resetAndDestroy', 'end', 'destroy'] as const) {
      const service = await rawService((socket) => void socket[end]())
      const { client } = startClient()
      expect(await submit(client, target(service.baseUrl))).toMatchObject(lost)
      expect(service.received).toHaveLength(1)
    }
  })

  test('no headers in time is uncertain, within its mode’s limit', async () => {
    const service = await rawService(() => undefined)
    const { client } = startClient({ timeouts: { direct: 50, background: 100 } })
    for (const mode of ['direct', 'background'] as const)
      expect(await submit(client, target(service.baseUrl), { ...direct, mode })).toMatchObject({
        kind: 'uncertain',
        error: { code: 'answerTimeout' },
      })
    expect(service.received).toHaveLength(2)
  })

  test('a body that stops arriving or is shorter than declared is uncertain', async () => {
    const cut = '{"data": [{"url": "https://h/'
    for (const end of [true, false]) {
      const service = await rawService((socket) => {
        socket.write(httpAnswer(200, cut, { 'content-length': '500' }))
        if (end) socket.end()
      })
      const { client } = startClient({ timeouts: { body: 50 } })
      const sent = await client.send(target(service.baseUrl), direct, { signal: untouched })
      expect(sent).toMatchObject({
        kind: 'answered',
        answer: { status: 200, complete: false, body: { text: cut } },
      })
      expect(await client.readSubmit(sent, { prompt: 'p', attemptId: 'a' })).toMatchObject(lost)
    }
  })

  test('a body that is complete though a larger length was declared is read', async () => {
    const service = await rawService((socket) =>
      socket.end(httpAnswer(200, done, { 'content-length': '5000' })),
    )
    const { client } = startClient()
    expect(await submit(client, target(service.baseUrl))).toMatchObject({ kind: 'accepted' })
  })

  test('an answer that isn’t HTTP is uncertain', async () => {
    const service = await rawService((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'))
    const { client } = startClient()
    expect(await submit(client, target(service.baseUrl))).toMatchObject({
      kind: 'uncertain',
      error: { code: 'answerUnreadable' },
    })
  })

  test.each(['person', 'shutdown'] as const)(
    'a request given up by %s is distinguished from a time-out',
    async (by) => {
      const service = await rawService(() => undefined)
      const { client } = startClient()
      const stop = new AbortController()
      const sending = client.send(target(service.baseUrl), direct, { signal: stop.signal })
      await eventually(() => service.received.length === 1)
      stop.abort(by)
      const sent = await sending
      expect(sent).toEqual({ kind: 'aborted', written: true, by })
      expect(await client.readSubmit(sent, { prompt: 'p', attemptId: 'a' })).toMatchObject({
        kind: 'uncertain',
        error: { code: 'interrupted' },
      })
    },
  )

  test('closing the client while an answer is open leaves the request uncertain', async () => {
    const service = await rawService(() => undefined)
    const { client } = startClient()
    const sending = submit(client, target(service.baseUrl))
    await eventually(() => service.received.length === 1)
    await client.close()
    expect(await sending).toMatchObject({ kind: 'uncertain' })
  })
})

describe('one POST, whatever happens', () => {
  test('a kept-alive connection that is reset never makes a second POST', async () => {
    const service = await rawService((socket, _, count) => {
      if (count === 1)
        socket.write(httpAnswer(200, done, { connection: 'keep-alive', 'keep-alive': 'timeout=60' }))
      else socket.resetAndDestroy()
    })
    const { client } = startClient()
    const to = target(service.baseUrl)

    // A poll leaves its connection open: a paid request must not reuse it.
    await client.poll(to, 't', { prompt: 'p', signal: untouched })
    expect(await submit(client, to)).toMatchObject(lost)
    expect(service.received.map((request) => request.split(' ')[0])).toEqual(['GET', 'POST'])
  })

  test('a service that keeps a paid request’s connection open and then resets it gets each POST once', async () => {
    const service = await rawService((socket, request, count) => {
      if (count % 2 === 1) socket.write(httpAnswer(200, done, { connection: 'keep-alive' }))
      else socket.resetAndDestroy()
      expect(request).toContain(`idempotency-key: job-${count}`)
    })
    const { client } = startClient()
    const kinds: string[] = []
    for (let job = 1; job <= 6; job++) {
      const verdict = await submit(client, target(service.baseUrl), {
        ...direct,
        idempotencyKey: `job-${job}`,
      })
      kinds.push(verdict.kind)
    }
    expect(kinds).toEqual(['accepted', 'uncertain', 'accepted', 'uncertain', 'accepted', 'uncertain'])
    expect(service.received).toHaveLength(6)
  })

  test.each([301, 302, 303, 307, 308, 401, 407, 408, 421, 425, 429, 500, 502, 503, 504])(
    'status %i is neither followed nor retried',
    async (status) => {
      const headers = { location: '/elsewhere', 'retry-after': '0', 'www-authenticate': 'Basic' }
      const service = await httpService((_, response) => response.writeHead(status, headers).end())
      const { client } = startClient()
      const sent = await client.send(target(service.baseUrl), direct, { signal: untouched })
      expect(sent).toMatchObject({ kind: 'answered', answer: { status } })
      expect(service.received).toHaveLength(1)
    },
  )

  test('what others send at the same time says nothing about our request', async () => {
    const service = await httpService((_, response) => response.end('{}'))
    const { client } = startClient()
    const refused = target(`http://127.0.0.1:${await closedPort()}`)
    const [sent] = await Promise.all([
      client.send(refused, direct, { signal: untouched }),
      undiciRequest(`${service.baseUrl}/other`, { method: 'POST', body: 'x' }).then(({ body }) =>
        body.dump(),
      ),
      submit(client, target(service.baseUrl)),
    ])
    expect(sent).toMatchObject({ kind: 'unanswered', written: false })
  })
})

describe('the answer that is kept', () => {
  async function answered(body: string | Buffer, headers: Readonly<Record<string, string>> = {}) {
    const service = await httpService((_, response) => response.writeHead(200, headers).end(body))
    const harness = startClient()
    const sent = await harness.client.send(target(service.baseUrl), direct, { signal: untouched })
    return { ...harness, sent }
  }

  const read = async (sent: Exchange) =>
    sent.kind === 'answered' && sent.answer.body.kind === 'file'
      ? readFile(sent.answer.body.path, 'utf8')
      : null

  test('has the headers that matter and no others', async () => {
    const { sent } = await answered('{}', {
      'x-request-id': 'r',
      'set-cookie': 'a=b',
      'retry-after': '1',
      etag: '"x"',
    })
    expect(sent.kind === 'answered' && Object.keys(sent.answer.headers).sort()).toEqual([
      'date',
      'retry-after',
      'x-request-id',
    ])
  })

  test('is a file if it is large, and its base64 images become files', async () => {
    const image = randomBytes(400_000)
    const { client, folder, sent } = await answered(
      JSON.stringify({ data: [{ b64_json: image.toString('base64') }], notes: 'so '.repeat(100_000) }),
    )
    const kept = await read(sent)
    expect(kept).toContain('b64_json')
    expect(kept).not.toContain(image.toString('base64').slice(0, 20))
    const verdict = await client.readSubmit(sent, { prompt: 'p', attemptId: 'a' })
    const source = verdict.kind === 'accepted' ? verdict.reading.items[0]?.source : null
    expect(source?.kind).toBe('file')
    const path = source?.kind === 'file' ? source.path : ''
    expect(path.startsWith(folder)).toBe(true)
    expect((await readFile(path)).equals(image)).toBe(true)
  })

  test('gives the same files each time it is read', async () => {
    const { client, folder, sent } = await answered(
      JSON.stringify({ data: [{ b64_json: randomBytes(400).toString('base64') }] }),
    )
    for (const attemptId of ['a', 'a', 'b']) await client.readSubmit(sent, { prompt: 'p', attemptId })
    expect(await readdir(folder)).toHaveLength(2)
  })

  test('stays in memory if the spool folder can’t be written', async () => {
    const body = JSON.stringify({ task_id: 't', notes: 'so '.repeat(100_000) })
    const service = await httpService((_, response) => response.end(body))
    const { client, logger } = startClient({ spoolFolder: join(import.meta.filename, 'spool') })
    expect(await submit(client, target(service.baseUrl))).toMatchObject({ kind: 'accepted' })
    expect(logger.lines).toMatchObject([{ event: 'service.spoolFailed' }])
  })

  test('waits with its images until the spool folder can be written', async () => {
    const image = randomBytes(400_000)
    const service = await httpService((_, response) =>
      response.end(JSON.stringify({ data: [{ b64_json: image.toString('base64') }] })),
    )
    const spoolFolder = join(temporaryFolder(), 'spool')
    await writeFile(spoolFolder, 'in the way')
    const { client, logger } = startClient({ spoolFolder })
    const submitting = submit(client, target(service.baseUrl))
    await eventually(() => logger.lines.some(({ event }) => event === 'service.spoolFailed'))
    await rm(spoolFolder)
    const verdict = await submitting
    const source = verdict.kind === 'accepted' ? verdict.reading.items[0]?.source : null
    expect((await readFile(source?.kind === 'file' ? source.path : '')).equals(image)).toBe(true)
    expect(service.received).toHaveLength(1)
  })

  test('is lost only if the app ends before it is on disk', async () => {
    const service = await httpService((_, response) =>
      response.end(JSON.stringify({ data: [{ b64_json: randomBytes(400_000).toString('base64') }] })),
    )
    const { client, logger } = startClient({ spoolFolder: join(import.meta.filename, 'spool') })
    const stop = new AbortController()
    const sending = client.send(target(service.baseUrl), direct, { signal: stop.signal })
    await eventually(() => logger.lines.some(({ event }) => event === 'service.spoolFailed'))
    stop.abort('shutdown')
    expect(await sending).toEqual({ kind: 'aborted', written: true, by: 'shutdown' })
  })

  test('that is dripped is not waited for longer than any image takes', async () => {
    const service = await httpService((_, response) => {
      const drip = setInterval(() => response.write(' '), 10)
      response.on('close', () => clearInterval(drip))
    })
    const { client } = startClient({ timeouts: { answer: 200 } })
    expect(await submit(client, target(service.baseUrl))).toMatchObject({
      kind: 'uncertain',
      error: { code: 'connectionLost' },
    })
  })

  test('is read even if compressed, or in another charset', async () => {
    const gzipped = await answered(gzipSync(JSON.stringify(done)), { 'content-encoding': 'gzip' })
    expect(await gzipped.client.readSubmit(gzipped.sent, { prompt: 'p', attemptId: 'a' })).toMatchObject({
      kind: 'accepted',
    })
    const utf16 = await answered(Buffer.from(JSON.stringify(done), 'utf16le'), {
      'content-type': 'application/json; charset=utf-16le',
    })
    expect(await utf16.client.readSubmit(utf16.sent, { prompt: 'p', attemptId: 'a' })).toMatchObject({
      kind: 'accepted',
    })
  })

  test('of more than can be read yields the images that were complete by then', async () => {
    const image = randomBytes(400_000)
    const { client, folder, sent } = await answered(
      JSON.stringify({ data: [{ b64_json: image.toString('base64') }], log: 'so '.repeat(2_000_000) }),
    )
    const verdict = await client.readSubmit(sent, { prompt: 'p', attemptId: 'a' })
    expect(verdict).toMatchObject({ kind: 'accepted', reading: { items: [{ source: { kind: 'file' } }] } })
    const images = (await readdir(folder)).filter((name) => name.includes('-image-'))
    expect(images).toHaveLength(1)
    expect((await readFile(join(folder, images[0] ?? ''))).equals(image)).toBe(true)
  })

  test('of more than can be read yields none, and the request is uncertain', async () => {
    const bomb = gzipSync(Buffer.alloc(140 * 1024 * 1024, ' '))
    const { client, sent } = await answered(bomb, { 'content-encoding': 'gzip' })
    expect(sent).toMatchObject({ kind: 'unanswered', written: true })
    expect(await client.readSubmit(sent, { prompt: 'p', attemptId: 'a' })).toMatchObject({
      kind: 'uncertain',
      error: { code: 'answerTooLarge' },
    })
  })
})
