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
const mayIt = (host: string) => ({
  kind: 'retry',
  error: { code: 'imageHostPrivate', params: { host }, retry: 'free' },
})

describe('the hosts of a service’s own images', () => {
  test.each([
    ['is not found', 'ENOTFOUND'],
    ['can’t be asked for', 'EAI_AGAIN'],
    ['has no address', []],
    ['is not answered for', 'silence'],
  ] as const)('are not known while its name %s', async (_, answer) => {
    const { lookup } = resolving({ 'nas.lan': [answer, ['10.0.0.2', 'fd00::2']] })
    const { client } = startClient({ lookup, timeouts: { connect: 200 } })
    expect(await client.ownHosts('http://nas.lan:8080/base')).toBeNull()
    expect(await client.ownHosts('http://nas.lan:8080/base')).toEqual([
      'nas.lan:8080',
      '10.0.0.2:8080',
      '[fd00::2]:8080',
    ])
  })

  test('are its name and its addresses, and none for a service outside', async () => {
    const { lookup } = resolving({
      'service.example': [['1.1.1.1']],
      'both.example': [['10.0.0.1', '1.1.1.1']],
    })
    const { client } = startClient({ lookup })
    expect(await client.ownHosts('http://192.168.1.2')).toEqual(['192.168.1.2'])
    expect(await client.ownHosts('http://[::1]:9000')).toEqual(['[::1]:9000'])
    expect(await client.ownHosts('https://service.example')).toEqual([])
    expect(await client.ownHosts('https://both.example')).toEqual([])
    expect(await client.ownHosts('https://1.1.1.1')).toEqual([])
  })
})

describe('an image inside the network', () => {
  const names = { 'nas.lan': [['127.0.0.1']], 'files.lan': [['127.0.0.1']] } as const

  test('is fetched later while it is not known where the service lies', async () => {
    const { port, received } = await imageServer()
    const { fetch } = fetcher(names, { baseUrl: `http://nas.lan:${port}`, allowedHosts: null })
    for (const url of [`http://127.0.0.1:${port}/1.png`, `http://files.lan:${port}/1.png`, '/1.png'])
      expect(await fetch(url), url).toMatchObject(later)
    expect(received).toHaveLength(0)
  })

  test('is fetched from the service’s own host, and from no other unasked', async () => {
    const { port, received } = await imageServer()
    const baseUrl = `http://nas.lan:${port}`
    const { fetch, written } = fetcher(names, {
      baseUrl,
      allowedHosts: [`nas.lan:${port}`, `127.0.0.1:${port}`],
    })
    expect(await fetch('/1.png')).toMatchObject(fetched)
    expect(await fetch(`http://127.0.0.1:${port}/2.png`)).toMatchObject(fetched)
    expect((await written()).equals(image)).toBe(true)
    expect(received).toHaveLength(2)
    const otherPort = Number(port) === 65_535 ? 1024 : Number(port) + 1
    for (const host of [
      `files.lan:${port}`,
      `localhost:${port}`,
      `127.0.0.1:${otherPort}`,
      `127.0.0.2:${port}`,
    ])
      expect(await fetch(`http://${host}/1.png`), host).toMatchObject(
        host.startsWith('localhost') ? later : mayIt(host),
      )
    expect(await fetch(`${baseUrl}/to/${port}/files.lan`)).toMatchObject(mayIt(`files.lan:${port}`))
    expect(received).toHaveLength(3)
  })

  test('is fetched later when it is somewhere else after all and only that name is not found', async () => {
    const { port } = await imageServer()
    const { fetch } = fetcher(
      { 'files.lan': ['ENOTFOUND', [], 'silence', ['127.0.0.1']] },
      { baseUrl: `http://nas.lan:${port}`, allowedHosts: [`files.lan:${port}`] },
    )
    const url = `http://files.lan:${port}/1.png`
    expect(await fetch(url)).toMatchObject(later)
    expect(await fetch(url)).toMatchObject({ kind: 'retry' })
    expect(await fetch(url)).toMatchObject({ kind: 'retry', error: { code: 'connectTimeout' } })
    expect(await fetch(url)).toMatchObject(fetched)
  })

  test('is asked about when the service’s own name changes its mind', async () => {
    const { port, received } = await imageServer()
    const { fetch } = fetcher(names, { baseUrl: `http://nas.lan:${port}`, allowedHosts: [] })
    expect(await fetch('/router-admin?reboot=1')).toMatchObject(mayIt(`nas.lan:${port}`))
    expect(received).toHaveLength(0)
  })

  test('of a service outside is asked about, with the host named', async () => {
    const { port, received } = await imageServer()
    const { fetch } = fetcher(
      { 'files.lan': [['127.0.0.1'], []] },
      { baseUrl: 'https://service.example', allowedHosts: [] },
    )
    expect(await fetch(`http://files.lan:${port}/1.png`)).toMatchObject(mayIt(`files.lan:${port}`))
    // That it has no address just then says nothing of where it lies.
    expect(await fetch(`http://files.lan:${port}/1.png`)).toMatchObject(later)
    expect(received).toHaveLength(0)
  })

  test.each([
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
    '[::]',
    'metadata.example',
  ])('is never fetched from %s, whoever allows it', async (host) => {
    for (const allowedHosts of [null, [], [host, `${host}:80`]]) {
      const { fetch } = fetcher(
        { 'metadata.example': [['169.254.169.254']] },
        { baseUrl: 'http://nas.lan', allowedHosts },
      )
      expect(await fetch(`http://${host}/latest/meta-data`)).toMatchObject({
        ...forbidden,
        error: { ...forbidden.error, params: { host: new URL(`http://${host}`).host } },
      })
    }
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

  test('what is known to lie inside the network is asked about, whatever the proxy finds', async () => {
    const { port, received } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const names = { 'files.lan': [['10.0.0.1']] }
    const { fetch } = fetcher(names, { baseUrl: 'https://service.example', proxy, proxyResolves: true })
    for (const host of ['files.lan', '127.0.0.1', '[::1]'])
      expect(await fetch(`http://${host}:${port}/1.png`)).toMatchObject(mayIt(`${host}:${port}`))
    expect(await fetch(`http://169.254.169.254:${port}/1.png`)).toMatchObject(forbidden)
    expect(asked).toEqual([])
    expect(received).toHaveLength(0)
  })

  test('nobody is asked while it is not known where the service lies', async () => {
    const { port } = await imageServer()
    const { proxy } = await openNameProxy()
    for (const proxyResolves of [false, true]) {
      const to = { baseUrl: 'http://nas.lan', proxy, proxyResolves, allowedHosts: null }
      const { fetch } = fetcher({ 'nas.lan': ['ENOTFOUND'] }, to)
      expect(await fetch(`http://127.0.0.1:${port}/1.png`)).toMatchObject(later)
    }
  })

  test('it is told the address that was looked up, a public one where there is one', async () => {
    const { port } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const names = {
      'cdn.example': [['10.0.0.1', '2606:4700::1111', '1.1.1.1']],
      'six.example': [['fd00::1', '2606:4700::1111']],
      'files.lan': [['10.0.0.2']],
    }
    const allowedHosts = [`files.lan:${port}`]
    for (const proxyResolves of [false, true]) {
      const { fetch } = fetcher(names, {
        baseUrl: 'https://service.example',
        proxy,
        proxyResolves,
        allowedHosts,
      })
      for (const host of ['cdn.example', 'six.example', 'files.lan'])
        expect(await fetch(`http://${host}:${port}/1.png`), host).toMatchObject(fetched)
    }
    const told = [`1.1.1.1:${port}`, `[2606:4700::1111]:${port}`, `10.0.0.2:${port}`]
    expect(asked).toEqual([...told, ...told])
  })

  test('a name that changes its mind between two look-ups leads nowhere', async () => {
    const { port } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const names = { 'cdn.example': [['1.1.1.1'], ['127.0.0.1']] }
    const { fetch } = fetcher(names, { baseUrl: 'https://service.example', proxy })
    expect(await fetch(`http://cdn.example:${port}/1.png`)).toMatchObject(mayIt(`cdn.example:${port}`))
    expect(asked).toEqual([])
  })

  test('a proxy that is said to find names is told them, where none is inside the network', async () => {
    const { port } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const names = { 'cdn.example': [['1.1.1.1']] }
    const { fetch } = fetcher(names, { baseUrl: 'https://service.example', proxy, proxyResolves: true })
    expect(await fetch(`http://cdn.example:${port}/1.png`)).toMatchObject(fetched)
    expect(asked).toEqual([`cdn.example:${port}`])
  })
})
