import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DownloadVerdict } from '../../../electron/core/service/verdict'
import { temporaryFolder } from '../../support/temporaryFolder'
import { type NameAnswer, openNameProxy, resolving } from './namesHarness'
import { httpService, startClient, target, untouched } from './serviceHarness'

const image = randomBytes(30_000)

/** A server of images on loopback; `/to/<port>/<host>` redirects there. */
async function imageServer() {
  const server = await httpService((_, response, { url }) => {
    const [, port, host] = /^\/to\/(\d+)\/(.+)$/.exec(url) ?? []
    if (host !== undefined) response.writeHead(302, { location: `http://${host}:${port}/1.png` }).end()
    else response.writeHead(200, { 'content-type': 'image/png', 'content-length': image.length }).end(image)
  })
  return { ...server, port: new URL(server.baseUrl).port }
}

/** Fetches for a service, one download after the other into the same file. */
function fetcher(
  names: Readonly<Record<string, readonly NameAnswer[]>>,
  to: Parameters<typeof target>[1] & { readonly baseUrl: string },
) {
  const { lookup, asked } = resolving(names)
  const { client } = startClient({ lookup, timeouts: { connect: 200 } })
  const toFile = join(temporaryFolder(), 'image.part')
  const fetch = (url: string): Promise<DownloadVerdict> =>
    client.download(url, { toFile, target: target(to.baseUrl, to), withKey: false, signal: untouched })
  return { fetch, asked, written: () => readFile(toFile) }
}

const fetched = { kind: 'fetched' }
const forbidden = { kind: 'refused', error: { code: 'imageAddressForbidden' } }
const later = { kind: 'retry', error: { code: 'hostNotFound', retry: 'free' } }

describe('an image of a service inside the network', () => {
  test.each([
    ['is not found', 'ENOTFOUND'],
    ['can’t be asked for', 'EAI_AGAIN'],
    ['has no address', []],
    ['is not answered for', 'silence'],
  ] as const)('is fetched later when the service’s name %s just then', async (_, answer) => {
    const { port, received } = await imageServer()
    for (const url of [`http://127.0.0.1:${port}/1.png`, `http://files.lan:${port}/1.png`, '/1.png']) {
      const { fetch, written } = fetcher(
        { 'nas.lan': [answer, ['127.0.0.1']], 'files.lan': [['127.0.0.1']] },
        { baseUrl: `http://nas.lan:${port}` },
      )
      expect(await fetch(url), url).toMatchObject(later)
      expect(await fetch(url), url).toMatchObject(fetched)
      expect((await written()).equals(image)).toBe(true)
    }
    expect(received).toHaveLength(3)
  })

  test('is fetched later when it is somewhere else after all and only that name is not found', async () => {
    const { port } = await imageServer()
    const { fetch } = fetcher(
      { 'nas.lan': [['127.0.0.1']], 'files.lan': ['ENOTFOUND', [], 'silence', ['127.0.0.1']] },
      { baseUrl: `http://nas.lan:${port}` },
    )
    const url = `http://files.lan:${port}/1.png`
    expect(await fetch(url)).toMatchObject(later)
    expect(await fetch(url)).toMatchObject({ kind: 'retry' })
    expect(await fetch(url)).toMatchObject({ kind: 'retry', error: { code: 'connectTimeout' } })
    expect(await fetch(url)).toMatchObject(fetched)
  })

  test('of a service outside is refused as before, with the host named', async () => {
    const { port, received } = await imageServer()
    const names = { 'service.example': [['1.1.1.1']], 'files.lan': [['127.0.0.1'], []] }
    const { fetch } = fetcher(names, { baseUrl: 'https://service.example' })
    const params = { host: `files.lan:${port}` }
    expect(await fetch(`http://files.lan:${port}/1.png`)).toMatchObject({
      ...forbidden,
      error: { ...forbidden.error, params },
    })
    // That it has no address just then says nothing of where it lies.
    expect(await fetch(`http://files.lan:${port}/1.png`)).toMatchObject(later)
    expect(received).toHaveLength(0)
  })
})

describe('behind a proxy', () => {
  const asks = (host: string) => ({
    kind: 'retry',
    error: { code: 'proxyNamesUnknown', params: { host }, retry: 'free' },
  })

  test('a name that this computer can’t find is asked about first, whoever leads there', async () => {
    const { port, received } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const baseUrl = `http://service.example:${port}`
    const { fetch } = fetcher({}, { baseUrl, proxy })
    expect(await fetch(`http://cdn.example:${port}/1.png`)).toMatchObject(asks('cdn.example'))
    expect(asked).toEqual([])
    // The service’s own address is where the requests went already.
    expect(await fetch('/1.png')).toMatchObject(fetched)
    expect(await fetch(`${baseUrl}/to/${port}/cdn.example`)).toMatchObject(asks('cdn.example'))
    expect(new Set(asked)).toEqual(new Set([`service.example:${port}`]))
    expect(received).toHaveLength(2)
  })

  test('it is fetched once the person said that the proxy finds names', async () => {
    const { port } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const names = { 'slow.example': ['silence'] } as const
    const baseUrl = 'https://service.example'
    const { fetch, written } = fetcher(names, { baseUrl, proxy, proxyResolves: true })
    for (const host of ['cdn.example', 'slow.example'])
      expect(await fetch(`http://${host}:${port}/1.png`)).toMatchObject(fetched)
    expect((await written()).equals(image)).toBe(true)
    expect(asked).toEqual([`cdn.example:${port}`, `slow.example:${port}`])
  })

  test('what is known to lie inside the network stays refused, whatever the proxy finds', async () => {
    const { port, received } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const names = { 'service.example': [['1.1.1.1']], 'files.lan': [['10.0.0.1']] }
    const { fetch } = fetcher(names, { baseUrl: 'https://service.example', proxy, proxyResolves: true })
    for (const host of ['files.lan', '127.0.0.1', '[::1]'])
      expect(await fetch(`http://${host}:${port}/1.png`)).toMatchObject(forbidden)
    expect(asked).toEqual([])
    expect(received).toHaveLength(0)
  })

  test('it is not refused for good while the service’s own name is not found', async () => {
    const { port } = await imageServer()
    const { proxy } = await openNameProxy()
    for (const proxyResolves of [false, true]) {
      const { fetch } = fetcher(
        { 'nas.lan': ['ENOTFOUND', ['10.0.0.2']] },
        { baseUrl: 'http://nas.lan', proxy, proxyResolves },
      )
      expect(await fetch(`http://127.0.0.1:${port}/1.png`)).toMatchObject(later)
      expect(await fetch(`http://127.0.0.1:${port}/1.png`)).toMatchObject(fetched)
    }
  })

  test('a name of a service inside the network needs no question', async () => {
    const { port } = await imageServer()
    const { proxy } = await openNameProxy()
    const { fetch } = fetcher({ 'nas.lan': [['10.0.0.2']] }, { baseUrl: 'http://nas.lan', proxy })
    expect(await fetch(`http://files.lan:${port}/1.png`)).toMatchObject(fetched)
  })
})
