import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { connect, type LookupFunction, type Socket } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPreviews } from '../../../electron/core/previews/previews'
import type { Target } from '../../../electron/core/service/target'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { realClock } from '../../support/fakeClock'
import { temporaryFolder } from '../../support/temporaryFolder'
import { memoryLogger } from '../../support/testPorts'
import { pour } from '../hostile/hostileService'
import { startImaging } from '../imaging/imagingHarness'
import { bombPng, encoded } from '../imaging/samples'
import { openNameProxy } from '../service/namesHarness'
import { closedPort, httpService, listen, startClient } from '../service/serviceHarness'

/**
 * Previews for a connection, private unless specified, with a real client and decoder; a service answers
 * their GETs.
 */
async function setUp(answer: RequestListener, over: Partial<Target> = {}, lookup?: LookupFunction) {
  const service = await httpService((request, response) => answer(request, response))
  const { client } = startClient(lookup === undefined ? {} : { lookup })
  const { imaging } = await startImaging()
  const profile = temporaryFolder()
  const own = over.baseUrl === undefined ? [service.baseUrl] : []
  const target = {
    baseUrl: service.baseUrl,
    pathPrefix: '',
    key: null,
    proxy: null,
    allowedOrigins: own,
    ...over,
  }
  const previews = createPreviews({
    profile,
    service: client,
    imaging,
    keyless: async () => target,
    clock: realClock,
    logger: memoryLogger(),
  })
  onTestFinished(() => previews.stop())
  const folders = () => readdir(join(profile, 'previews')).catch(() => [])
  return {
    ...service,
    previews,
    profile,
    folders,
    open: (path: string) => previews.open('c1', new URL(path, service.baseUrl).href),
  }
}

const picture = await encoded('jpeg', 1600, 400)

const serves =
  (bytes: Buffer | string, headers: Readonly<Record<string, string | number>> = {}): RequestListener =>
  (_, response) =>
    void response.writeHead(200, headers).end(bytes)

describe('a reference that is previewed', () => {
  test('is fetched without key and cookies, and shown by id as a small picture that we made', async () => {
    const { open, previews, received } = await setUp(serves(picture, { 'set-cookie': 'seen=1' }))
    const { id, width, height } = await open('/a.jpg?signed=1')
    expect({ width, height }).toEqual({ width: 1600, height: 400 })
    const file = previews.file(id)
    expect(await sharp(await readFile(file ?? '')).metadata()).toMatchObject({
      format: 'webp',
      width: 1024,
      height: 256,
    })
    await open('/b.jpg')
    expect(received.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /a.jpg?signed=1',
      'GET /b.jpg',
    ])
    for (const { headers } of received) {
      expect(headers.authorization).toBeUndefined()
      expect(headers.cookie).toBeUndefined()
      expect(headers.referer).toBeUndefined()
    }
  })

  test('is kept until it is closed or another is opened', async () => {
    const { open, previews, folders } = await setUp(serves(picture))
    const first = await open('/a.jpg')
    const second = await open('/b.jpg')
    expect(previews.file(first.id)).toBeNull()
    await eventually(async () => (await folders()).join() === second.id)
    previews.close()
    expect(previews.file(second.id)).toBeNull()
    await eventually(async () => (await folders()).length === 0)
  })

  test('is cancelled when it is closed while it loads', async () => {
    let hangUp = false
    const { open, previews, received, folders } = await setUp((request, response) => {
      response.writeHead(200, { 'content-length': picture.length }).write(picture.subarray(0, 100))
      request.socket.on('close', () => {
        hangUp = true
      })
    })
    const opening = failureCode(open('/a.jpg'))
    await eventually(() => received.length === 1)
    previews.close()
    expect(await opening).toBe('interrupted')
    await eventually(() => hangUp)
    await eventually(async () => (await folders()).length === 0)
  })

  test('leaves nothing behind at the end, and what a kill left is removed at the start', async () => {
    const { open, previews, profile, folders } = await setUp(serves(picture))
    await mkdir(join(profile, 'previews', 'old'), { recursive: true })
    await writeFile(join(profile, 'previews', 'old', 'fetched'), picture)
    await previews.start()
    expect(existsSync(join(profile, 'previews'))).toBe(false)
    await open('/a.jpg')
    await previews.stop()
    expect(await folders()).toEqual([])
  })
})

describe('an address that yields no picture', () => {
  const gigabyte = 1024 ** 3
  test.each<readonly [string, RequestListener, string]>([
    ['a page', serves('<!doctype html>', { 'content-type': 'text/html' }), 'previewNotAnImage'],
    [
      'a page that says it is a picture',
      serves('<html>', { 'content-type': 'image/png' }),
      'previewNotAnImage',
    ],
    [
      'a drawing that could refer to files',
      serves('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'previewNotAnImage',
    ],
    ['a picture cut short', serves(picture.subarray(0, 3000)), 'previewNotAnImage'],
    ['a bomb of pixels', serves(bombPng(60_000)), 'previewTooLarge'],
    ['10 GB, as it says itself', serves('x', { 'content-length': 10 * gigabyte }), 'previewTooLarge'],
    [
      '10 GB without a word',
      (_, response) => void pour('', Buffer.alloc(65_536), 10 * gigabyte)(response, _, 1),
      'previewTooLarge',
    ],
    ['a refusal', (_, response) => void response.writeHead(403).end(), 'previewRefused'],
    ['a failure', (_, response) => void response.writeHead(500).end(), 'previewRefused'],
    [
      'a circle',
      (_, response) => void response.writeHead(302, { location: '/a.jpg' }).end(),
      'previewUnreached',
    ],
    ['a closed connection', (request) => void request.socket.destroy(), 'previewUnreached'],
  ])('because %s is reported as such', async (_, answer, code) => {
    const { open, previews } = await setUp(answer)
    expect(await failureCode(open('/a.jpg'))).toBe(code)
    previews.close()
  })

  test('reports the status it answered with', async () => {
    const { open } = await setUp((_, response) => void response.writeHead(410).end())
    await expect(open('/a.jpg')).rejects.toMatchObject({ error: { params: { status: 410 } } })
  })

  test('because nothing listens there', async () => {
    const origin = `http://127.0.0.1:${await closedPort()}`
    const { previews } = await setUp(serves(picture), { allowedOrigins: [origin] })
    const url = `${origin}/a.jpg`
    expect(await failureCode(previews.open('c1', url))).toBe('previewUnreached')
  })
})

describe('a private address', () => {
  const outside = { baseUrl: 'https://service.example' }
  const resolve: LookupFunction = (hostname, options, callback) => {
    const address = hostname.startsWith('inside') ? '127.0.0.1' : '1.1.1.1'
    if (options.all === true) callback(null, [{ address, family: 4 }])
    else callback(null, address, 4)
  }

  test('is not fetched for an outside service, by number or by name', async () => {
    const { open, previews, received, baseUrl } = await setUp(serves(picture), outside, resolve)
    expect(await failureCode(open('/a.jpg'))).toBe('previewForbidden')
    const byName = baseUrl.replace('127.0.0.1', 'inside.example')
    expect(await failureCode(previews.open('c1', `${byName}/a.jpg`))).toBe('previewForbidden')
    expect(received).toEqual([])
  })

  test('that may be behind a proxy is not fetched unasked, and is reported as unknown', async () => {
    const nowhere: LookupFunction = (hostname, _, callback) =>
      callback(Object.assign(new Error(hostname), { code: 'ENOTFOUND' }), '', 0)
    const { proxy, asked } = await openNameProxy()
    for (const proxyResolves of [false, true]) {
      const over = { ...outside, proxy, proxyResolves }
      const { previews, baseUrl } = await setUp(serves(picture), over, nowhere)
      const opened = previews.open('c1', `${baseUrl.replace('127.0.0.1', 'pictures.example')}/a.jpg`)
      if (proxyResolves) expect(await opened).toMatchObject({ width: 1600 })
      else
        await expect(opened).rejects.toMatchObject({
          error: { code: 'previewNameUnknown', params: { host: 'pictures.example' } },
        })
      expect(asked).toHaveLength(proxyResolves ? 1 : 0)
    }
  })

  test('is not fetched when a public one redirects to it', async () => {
    const inside = await httpService((_, response) => response.end(picture))
    // Whatever name is requested, the proxy connects to the service that stands in for a public one.
    const proxy = createServer()
    proxy.on('connect', (_: IncomingMessage, socket: Socket) => {
      const there = connect(Number(new URL(publicOne.baseUrl).port), '127.0.0.1', () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
        there.pipe(socket).pipe(there)
      })
      socket.on('close', () => there.destroy())
    })
    const publicOne = await setUp(
      (_, response) => void response.writeHead(302, { location: `${inside.baseUrl}/a.jpg` }).end(),
      { ...outside, proxy: `http://127.0.0.1:${await listen(proxy)}` },
      resolve,
    )
    expect(await failureCode(publicOne.previews.open('c1', 'http://pictures.example/a.jpg'))).toBe(
      'previewForbidden',
    )
    expect(publicOne.received).toHaveLength(1)
    expect(inside.received).toEqual([])
  })
})
