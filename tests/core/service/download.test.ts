import { createHash, randomBytes } from 'node:crypto'
import { readFile, stat, writeFile } from 'node:fs/promises'
import type { ServerResponse } from 'node:http'
import type { LookupFunction } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { DownloadOptions } from '../../../electron/core/service/serviceClient'
import type { DownloadVerdict } from '../../../electron/core/service/verdict'
import { eventually } from '../../support/eventually'
import { refuseOpens } from '../../support/refusedOpens'
import { temporaryFolder } from '../../support/temporaryFolder'
import { closedPort, httpAnswer, httpService, key, rawService, startClient, target } from './serviceHarness'

const image = randomBytes(300_000)
const etag = `"${createHash('sha256').update(image).digest('hex')}"`

/** A path for a download; its folder is removed with the test. */
function place(): string {
  return join(temporaryFolder(), 'image.part')
}

/** A client and a function that downloads into a file on behalf of a service at `baseUrl`. */
function fetcher(baseUrl: string, options: Parameters<typeof startClient>[0] = {}, toFile = place()) {
  const { client } = startClient(options)
  const signal = new AbortController().signal
  const fetch = (url: string, changes: Partial<DownloadOptions> = {}): Promise<DownloadVerdict> =>
    client.download(url, { toFile, target: target(baseUrl), withKey: false, signal, ...changes })
  return { fetch, toFile, written: () => readFile(toFile) }
}

function sendImage(response: ServerResponse, headers: Readonly<Record<string, string>> = {}): void {
  response
    .writeHead(200, { 'content-type': 'image/png', 'content-length': image.length, etag, ...headers })
    .end(image)
}

/** Resolves these names to these addresses, and records its queries. */
function resolving(names: Readonly<Record<string, string>>) {
  const asked: string[] = []
  const lookup: LookupFunction = (hostname, options, callback) => {
    asked.push(hostname)
    const address = names[hostname]
    if (address === undefined)
      return callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), '', 0)
    if (options.all === true) callback(null, [{ address, family: 4 }])
    else callback(null, address, 4)
  }
  return { lookup, asked }
}

describe('fetching an image', () => {
  test('to a file, byte for byte, without key or cookie', async () => {
    const service = await httpService((_, response) => sendImage(response, { 'set-cookie': 'a=b' }))
    const { fetch, written } = fetcher(service.baseUrl)
    const fetched = { kind: 'fetched', resumed: false }
    expect(await fetch(`${service.baseUrl}/files/1.png?sig=x`)).toEqual(fetched)
    expect((await written()).equals(image)).toBe(true)
    expect(await fetch('/files/2.png?sig=x')).toEqual(fetched)
    expect(service.received.map(({ url }) => url)).toEqual(['/files/1.png?sig=x', '/files/2.png?sig=x'])
    for (const { headers, rawHeaders } of service.received) {
      expect(headers).not.toHaveProperty('cookie')
      expect(rawHeaders.join()).not.toContain(key)
    }
  })

  test('that comes chunked or compressed', async () => {
    const service = await httpService((_, response, { url }) => {
      if (url === '/gzip')
        return void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(image))
      response.write(image.subarray(0, 1000))
      response.end(image.subarray(1000))
    })
    const { fetch, written } = fetcher(service.baseUrl)
    for (const path of ['/gzip', '/chunked']) {
      expect(await fetch(path)).toMatchObject({ kind: 'fetched' })
      expect((await written()).equals(image)).toBe(true)
    }
  })

  test('over an old file of a different length', async () => {
    const service = await httpService((_, response, { headers }) => {
      expect(headers.range).toBeUndefined()
      sendImage(response)
    })
    const { fetch, toFile, written } = fetcher(service.baseUrl)
    await writeFile(toFile, randomBytes(400_000))
    expect(await fetch('/1.png')).toMatchObject({ kind: 'fetched' })
    expect((await written()).equals(image)).toBe(true)
  })
})

describe('resuming a broken download', () => {
  /** Serves a part and breaks off once it is in the file; a Range request goes to `rest`. */
  async function breaking(
    begin: Readonly<Record<string, string>>,
    rest: (response: ServerResponse, start: number) => void,
  ) {
    const toFile = place()
    const service = await httpService((_, response, { headers }) => {
      const range = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]
      if (range !== undefined) return rest(response, Number(range))
      response.writeHead(200, { 'content-length': image.length, ...begin }).write(image.subarray(0, 10_000))
      void eventually(async () => (await stat(toFile)).size === 10_000).then(() => response.destroy())
    })
    return { ...fetcher(service.baseUrl, {}, toFile), ...service }
  }

  function sendRest(response: ServerResponse, start: number, from = start): void {
    const range = `bytes ${from}-${image.length - 1}/${image.length}`
    response.writeHead(206, { 'content-range': range }).end(image.subarray(start))
  }

  test('requests the rest of the same bytes, also under a fresh signature', async () => {
    for (const validator of [{ etag }, { 'last-modified': 'Sun, 01 Mar 2026 12:00:00 GMT' }]) {
      const { fetch, written, received } = await breaking(validator, sendRest)
      const lost = { kind: 'retry', error: { code: 'connectionLost', retry: 'free' } }
      expect(await fetch('/1.png?sig=1')).toMatchObject(lost)
      expect(await fetch('/1.png?sig=2')).toMatchObject({ kind: 'fetched' })
      expect((await written()).equals(image)).toBe(true)
      const asked = { range: 'bytes=10000-', 'if-range': Object.values(validator)[0] }
      expect(received[1]?.headers).toMatchObject(asked)
    }
  })

  test('requests the rest in another run of the app, and nothing when all was there', async () => {
    const { fetch, toFile, written, received, baseUrl } = await breaking({ etag }, sendRest)
    await fetch('/1.png?sig=1')
    const next = fetcher(baseUrl, {}, toFile)
    expect(await next.fetch('/1.png?sig=2')).toEqual({ kind: 'fetched', resumed: true })
    expect((await written()).equals(image)).toBe(true)
    expect(received.at(1)?.headers).toMatchObject({ range: 'bytes=10000-' })
    expect(await fetcher(baseUrl, {}, toFile).fetch('/1.png?sig=3')).toMatchObject({ kind: 'fetched' })
    expect(received).toHaveLength(2)
    await fetcher(baseUrl, {}, toFile).fetch('/2.png')
    expect(received).toHaveLength(3)
  })

  test('requests nothing when all was there and only its fsync failed', async () => {
    const service = await httpService((_, response) => sendImage(response))
    const { fetch, toFile, written } = fetcher(service.baseUrl)
    const refused = refuseOpens((path, flags) => path === toFile && flags === 'r+', 1)
    expect(await fetch('/files/1.png')).toMatchObject({
      kind: 'retry',
      error: { code: 'libraryUnwritable', detail: { cause: 'EMFILE' } },
    })
    expect(await fetch('/files/1.png')).toEqual({ kind: 'fetched', resumed: true })
    expect(refused.count()).toBe(1)
    expect((await written()).equals(image)).toBe(true)
    expect(service.received).toHaveLength(1)
  })

  test('starts over when the server sends the whole file', async () => {
    const { fetch, written, received } = await breaking({ etag }, (response) => sendImage(response))
    await fetch('/1.png')
    expect(await fetch('/1.png')).toMatchObject({ kind: 'fetched' })
    expect((await written()).equals(image)).toBe(true)
    expect(received).toHaveLength(2)
  })

  test('starts over after a part that was not requested, or when there is nothing to resume', async () => {
    for (const rest of [
      (response: ServerResponse, start: number) => sendRest(response, start, 5),
      (response: ServerResponse, start: number) =>
        response.writeHead(206, { 'content-range': `bytes ${start}-400000/400001` }).end(image),
      (response: ServerResponse) => void response.writeHead(416).end(),
    ]) {
      const { fetch, received } = await breaking({ etag }, rest)
      for (const kind of ['retry', 'retry', 'retry']) expect(await fetch('/1.png')).toMatchObject({ kind })
      expect(received.map(({ headers }) => headers.range !== undefined)).toEqual([false, true, false])
    }
  })

  test('requests the whole when nothing vouches for the bytes, or the file is another’s', async () => {
    const weak = await breaking({ etag: 'W/"1"' }, sendRest)
    await weak.fetch('/1.png')
    await weak.fetch('/1.png')
    const other = await breaking({ etag }, sendRest)
    await other.fetch('/1.png')
    await other.fetch('/2.png')
    for (const { received } of [weak, other])
      expect(received.map(({ headers }) => headers.range)).toEqual([undefined, undefined])
  })
})

describe('what does not arrive', () => {
  test.each([
    [400, 'expired imageExpired'],
    [401, 'expired imageExpired'],
    [403, 'expired imageExpired'],
    [404, 'expired imageExpired'],
    [410, 'expired imageExpired'],
    [407, 'retry proxyRefused'],
    [408, 'retry serviceUnclear'],
    [429, 'retry rateLimited'],
    [500, 'retry serviceUnclear'],
    [503, 'retry serviceUnclear'],
    [204, 'retry serviceUnclear'],
  ])('status %i is %s', async (status, expected) => {
    const service = await httpService((_, response) =>
      response.writeHead(status, { 'retry-after': '9' }).end(),
    )
    const verdict = await fetcher(service.baseUrl).fetch('/1.png')
    expect('error' in verdict && `${verdict.kind} ${verdict.error.code}`).toBe(expected)
    expect('error' in verdict && verdict.error.detail?.status).toBe(status)
    if (verdict.kind === 'retry') expect(verdict.retryAfterMs).toBe(9000)
  })

  test('whatever is stated to be a web page is fetched: its bytes decide', async () => {
    const service = await httpService((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>'),
    )
    expect(await fetcher(service.baseUrl).fetch('/1.png')).toEqual({ kind: 'fetched', resumed: false })
  })

  test('a lost, silent or missing server is retried', async () => {
    const reset = await rawService((socket) => void socket.resetAndDestroy())
    const silent = await rawService(() => undefined)
    const stuck = await rawService(
      (socket) => void socket.write(httpAnswer(200, 'x', { 'content-length': '9' })),
    )
    const impatient = { timeouts: { download: 50 } }
    for (const [baseUrl, code, options] of [
      [reset.baseUrl, 'connectionLost', {}],
      [silent.baseUrl, 'answerTimeout', impatient],
      [stuck.baseUrl, 'answerTimeout', impatient],
      // Distinguished from a server that responds: the image may have moved only where nothing listens.
      [`http://127.0.0.1:${await closedPort()}`, 'connectionRefused', {}],
    ] as const)
      expect(await fetcher(baseUrl, options).fetch('/1.png')).toMatchObject({
        kind: 'retry',
        error: { code },
      })
  })

  test('what only drips is broken off and resumed later', async () => {
    const service = await httpService((_, response) => {
      response.writeHead(200, { 'content-length': image.length, etag })
      response.write('x')
      const drip = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(drip))
    })
    const { fetch, toFile } = fetcher(service.baseUrl, { timeouts: { pace: 200 } })
    const slow = { kind: 'retry', error: { code: 'answerTimeout', detail: { cause: 'TOO_SLOW' } } }
    expect(await fetch('/1.png')).toMatchObject(slow)
    const { size } = await stat(toFile)
    expect(size).toBeGreaterThan(0)
    await fetch('/1.png')
    expect(service.received.at(1)?.headers.range).toBe(`bytes=${size}-`)
  })

  test('more than the limit is refused, declared or not, and leaves no file', async () => {
    const service = await httpService((_, response, { url }) => {
      if (url === '/said') sendImage(response)
      else response.end(image)
    })
    const { fetch, toFile } = fetcher(service.baseUrl)
    for (const path of ['/said', '/unsaid']) {
      expect(await fetch(path, { maximumBytes: 100_000 })).toMatchObject({
        kind: 'refused',
        error: { code: 'imageTooLarge' },
      })
      await expect(stat(toFile)).rejects.toThrow('ENOENT')
    }
  })

  test('a file that can’t be written is reported as such', async () => {
    const service = await httpService((_, response) => sendImage(response))
    const { fetch, toFile } = fetcher(service.baseUrl)
    await writeFile(toFile, 'not a folder')
    expect(await fetch('/1.png', { toFile: join(toFile, 'image') })).toMatchObject({
      kind: 'retry',
      error: { code: 'libraryUnwritable', detail: { cause: 'ENOTDIR' } },
    })
  })

  test.runIf(process.platform === 'linux')('a full disk is reported as such', async () => {
    const service = await httpService((_, response) => response.end(image))
    const { fetch } = fetcher(service.baseUrl)
    expect(await fetch('/1.png', { toFile: '/dev/full' })).toMatchObject({
      kind: 'retry',
      error: { code: 'diskLow' },
    })
  })

  test('stopping ends it at once, and the bytes so far are kept for the next time', async () => {
    const service = await httpService((_, response) => {
      response.writeHead(200, { 'content-length': image.length, etag }).write(image.subarray(0, 5000))
    })
    const { fetch, toFile } = fetcher(service.baseUrl)
    const stop = new AbortController()
    const fetching = fetch('/1.png', { signal: stop.signal })
    await eventually(async () => (await stat(toFile)).size === 5000)
    stop.abort('shutdown')
    expect(await fetching).toEqual({ kind: 'aborted' })
    expect((await stat(toFile)).size).toBe(5000)
    expect(await fetch('/1.png', { signal: stop.signal })).toEqual({ kind: 'aborted' })
  })
})

describe('redirects', () => {
  test('are followed five times, between http and https only', async () => {
    const service = await httpService((_, response, { url }) => {
      const step = Number(url.slice(1))
      if (step === 0) sendImage(response)
      else response.writeHead(302, { location: step === 99 ? 'ftp://h/i.png' : `/${step - 1}` }).end()
    })
    const { fetch } = fetcher(service.baseUrl)
    expect(await fetch('/5')).toMatchObject({ kind: 'fetched' })
    // Perhaps it is only the network that wants a login first.
    const later = { kind: 'retry', retryAfterMs: null } as const
    expect(await fetch('/6')).toMatchObject({ ...later, error: { code: 'imageRefused', retry: 'free' } })
    expect(await fetch('/99')).toMatchObject({
      ...later,
      error: { code: 'imageAddressForbidden', retry: 'free' },
    })
  })

  test('never take the key to another origin, not even on the way back', async () => {
    const elsewhere = await httpService((_, response) =>
      response.writeHead(302, { location: `${service.baseUrl}/back` }).end(),
    )
    const service = await httpService((_, response, { url }) => {
      if (url === '/back') sendImage(response)
      else response.writeHead(302, { location: `${elsewhere.baseUrl}/away` }).end()
    })
    const { fetch } = fetcher(service.baseUrl)
    const allowedOrigins = [service, elsewhere].map(({ baseUrl }) => new URL(baseUrl).origin)
    const to = { withKey: true, target: target(service.baseUrl, { allowedOrigins }) }
    expect(await fetch('/1.png', to)).toMatchObject({ kind: 'fetched' })
    expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
      `Bearer ${key}`,
      `Bearer ${key}`,
    ])
    expect(elsewhere.received[0]?.headers).not.toHaveProperty('authorization')
    expect(await fetch(`${elsewhere.baseUrl}/1.png`, to)).toMatchObject({ kind: 'fetched' })
    expect(elsewhere.received[1]?.headers).not.toHaveProperty('authorization')
  })
})

describe('addresses', () => {
  const publicService = 'https://service.example'
  const forbidden = { kind: 'refused', error: { code: 'imageAddressForbidden' } }

  test.each(['file:///etc/passwd', 'data:image/png;base64,aGk=', 'javascript:alert(1)', 'ftp://h/i.png'])(
    '%s is not fetched',
    async (url) => {
      expect(await fetcher('http://127.0.0.1:1').fetch(url)).toMatchObject(forbidden)
    },
  )

  test('that aren’t URLs are refused', async () => {
    expect(await fetcher('http://127.0.0.1:1').fetch('http://[')).toMatchObject({ kind: 'refused' })
  })

  test('inside the network are not fetched for an outside service, by number or by name', async () => {
    const inside = await httpService((_, response) => sendImage(response))
    const { port } = new URL(inside.baseUrl)
    const { lookup, asked } = resolving({
      'service.example': '1.1.1.1',
      'inside.example': '127.0.0.1',
      localhost: '127.0.0.1',
    })
    const { fetch } = fetcher(publicService, { lookup })
    const numbers = ['127.0.0.1', '0x7f.1', '2130706433', '[::1]', '[::ffff:127.0.0.1]']
    for (const host of [...numbers, 'inside.example', 'localhost'])
      expect(await fetch(`http://${host}:${port}/1.png`)).toMatchObject({
        kind: 'retry',
        error: { code: 'imageHostPrivate' },
      })
    expect(await fetch(`http://169.254.169.254:${port}/1.png`)).toMatchObject(forbidden)
    expect(inside.received).toHaveLength(0)
    // Once: the address checked is the one connected to, so that a name can't change in between.
    expect(asked.filter((name) => name === 'inside.example')).toHaveLength(1)
  })
})
