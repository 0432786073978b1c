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

/** Where a name is never answered for, and what follows must connect, however busy the machine is. */
const impatient = { timeouts: { connect: 3_000 } }

/** Downloads for a service, one after the other into the same file. */
function fetcher(
  names: Readonly<Record<string, readonly NameAnswer[]>>,
  to: Parameters<typeof target>[1] & { readonly baseUrl: string },
  options: Parameters<typeof startClient>[0] = {},
) {
  const { lookup, asked } = resolving(names)
  const { client } = startClient({ lookup, ...options })
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
  error: { code: 'imageHostPrivate', params: { origin: `http://${host}` }, retry: 'free' },
})

describe('the network location of a service', () => {
  test.each([
    ['is not found', 'ENOTFOUND'],
    ['can’t be asked for', 'EAI_AGAIN'],
    ['has no address', []],
    ['is not answered for', 'silence'],
  ] as const)('is unknown while its name %s', async (_, answer) => {
    const { lookup } = resolving({ 'nas.lan': [answer, ['10.0.0.2', 'fd00::2']] })
    const { client } = startClient({ lookup, timeouts: { connect: 200 } })
    expect(await client.liesInside('https://nas.lan:8080')).toBeNull()
    expect(await client.liesInside('https://nas.lan:8080')).toBe(true)
  })

  test('is inside the network when all its addresses are', async () => {
    const { lookup } = resolving({
      'service.example': [['1.1.1.1']],
      'both.example': [['10.0.0.1', '1.1.1.1']],
    })
    const { client } = startClient({ lookup })
    for (const origin of ['http://192.168.1.2', 'http://[::1]:9000'])
      expect(await client.liesInside(origin)).toBe(true)
    for (const origin of ['https://service.example', 'https://both.example', 'https://1.1.1.1'])
      expect(await client.liesInside(origin)).toBe(false)
  })
})

describe('an image inside the network', () => {
  const names = { 'nas.lan': [['127.0.0.1']], 'files.lan': [['127.0.0.1']] } as const

  test('is fetched later while the service’s location is unknown', async () => {
    const { port, received } = await imageServer()
    const { fetch } = fetcher(names, { baseUrl: `http://nas.lan:${port}`, placeUnknown: true })
    for (const url of [`http://127.0.0.1:${port}/1.png`, `http://files.lan:${port}/1.png`, '/1.png'])
      expect(await fetch(url), url).toMatchObject(later)
    expect(received).toHaveLength(0)
  })

  test('is fetched from the service’s own origin, and from no other unasked', async () => {
    const { port, received } = await imageServer()
    const baseUrl = `http://nas.lan:${port}`
    const { fetch, written } = fetcher(names, { baseUrl, allowedOrigins: [baseUrl] })
    expect(await fetch('/1.png')).toMatchObject(fetched)
    expect(await fetch(`${baseUrl}/2.png`)).toMatchObject(fetched)
    expect((await written()).equals(image)).toBe(true)
    expect(received).toHaveLength(2)
    const otherPort = Number(port) === 65_535 ? 1024 : Number(port) + 1
    const others = [`files.lan:${port}`, `nas.lan:${otherPort}`, `127.0.0.1:${port}`, `127.0.0.2:${port}`]
    for (const host of others) expect(await fetch(`http://${host}/1.png`), host).toMatchObject(mayIt(host))
    expect(await fetch(`https://nas.lan:${port}/1.png`)).toMatchObject({
      error: { code: 'imageHostPrivate', params: { origin: `https://nas.lan:${port}` } },
    })
    expect(await fetch(`${baseUrl}/to/${port}/files.lan`)).toMatchObject(mayIt(`files.lan:${port}`))
    expect(received).toHaveLength(3)
  })

  test('is fetched later when it is on another host and only that host’s name is not found', async () => {
    const { port } = await imageServer()
    const { fetch } = fetcher(
      { 'files.lan': ['ENOTFOUND', [], 'silence', ['127.0.0.1']] },
      { baseUrl: `http://nas.lan:${port}`, allowedOrigins: [`http://files.lan:${port}`] },
      impatient,
    )
    const url = `http://files.lan:${port}/1.png`
    expect(await fetch(url)).toMatchObject(later)
    expect(await fetch(url)).toMatchObject({ kind: 'retry' })
    expect(await fetch(url)).toMatchObject({ kind: 'retry', error: { code: 'connectTimeout' } })
    expect(await fetch(url)).toMatchObject(fetched)
  })

  test('raises a question when the service’s own name changes its address', async () => {
    const { port, received } = await imageServer()
    const { fetch } = fetcher(names, { baseUrl: `http://nas.lan:${port}`, allowedOrigins: [] })
    expect(await fetch('/router-admin?reboot=1')).toMatchObject(mayIt(`nas.lan:${port}`))
    expect(received).toHaveLength(0)
  })

  test('of an outside service raises a question that names the host', async () => {
    const { port, received } = await imageServer()
    const { fetch } = fetcher(
      { 'files.lan': [['127.0.0.1'], []] },
      { baseUrl: 'https://service.example', allowedOrigins: [] },
    )
    expect(await fetch(`http://files.lan:${port}/1.png`)).toMatchObject(mayIt(`files.lan:${port}`))
    // That it has no address at the moment says nothing about where it is.
    expect(await fetch(`http://files.lan:${port}/1.png`)).toMatchObject(later)
    expect(received).toHaveLength(0)
  })

  test.each([
    '169.254.169.254',
    '[fe80::1]',
    '[fd00:ec2::254]',
    '[::ffff:169.254.169.254]',
    '[::a9fe:a9fe]',
    '[64:ff9b:1::a9fe:a9fe]',
    '[2002:a9fe:a9fe::1]',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
    '[::]',
  ])('is never fetched from %s, even if someone allows it', async (host) => {
    for (const allowedOrigins of [[], [`http://${host}`]]) {
      const { fetch } = fetcher({}, { baseUrl: 'http://nas.lan', allowedOrigins })
      expect(await fetch(`http://${host}/latest/meta-data`)).toMatchObject({
        ...forbidden,
        error: { ...forbidden.error, params: { host: new URL(`http://${host}`).host } },
      })
    }
  })

  test('is never fetched from such an address by a name either, which may lead elsewhere later', async () => {
    const { port, received } = await imageServer()
    const origin = `http://files.lan:${port}`
    const answers = { 'files.lan': [['169.254.169.254'], ['0.0.0.0'], ['168.63.129.16'], ['127.0.0.1']] }
    const { fetch } = fetcher(answers, { baseUrl: 'http://nas.lan', allowedOrigins: [origin] })
    const refused = {
      kind: 'retry',
      error: { code: 'imageHostForbidden', params: { host: 'files.lan' }, retry: 'free' },
    }
    for (let tries = 0; tries < 3; tries++) expect(await fetch(`${origin}/1.png`)).toMatchObject(refused)
    expect(received).toHaveLength(0)
    expect(await fetch(`${origin}/1.png`)).toMatchObject(fetched)
  })
})

describe('behind a proxy', () => {
  const asks = (host: string) => ({
    kind: 'retry',
    error: { code: 'proxyNamesUnknown', params: { host }, retry: 'free' },
  })

  test('a name that this computer can’t resolve raises a question first, wherever the link came from', async () => {
    const { port, received } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const baseUrl = `http://service.example:${port}`
    const { fetch } = fetcher({}, { baseUrl, proxy })
    expect(await fetch(`http://cdn.example:${port}/1.png`)).toMatchObject(asks('cdn.example'))
    expect(asked).toEqual([])
    // The requests already went to the service’s own address.
    expect(await fetch('/1.png')).toMatchObject(fetched)
    expect(await fetch(`${baseUrl}/to/${port}/cdn.example`)).toMatchObject(asks('cdn.example'))
    expect(new Set(asked)).toEqual(new Set([`service.example:${port}`]))
    expect(received).toHaveLength(2)
  })

  test('it is fetched once the user has said that the proxy resolves names', async () => {
    const { port } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const names = { 'slow.example': ['silence'] } as const
    const baseUrl = 'https://service.example'
    const { fetch, written } = fetcher(names, { baseUrl, proxy, proxyResolves: true }, impatient)
    for (const host of ['cdn.example', 'slow.example'])
      expect(await fetch(`http://${host}:${port}/1.png`)).toMatchObject(fetched)
    expect((await written()).equals(image)).toBe(true)
    expect(asked).toEqual([`cdn.example:${port}`, `slow.example:${port}`])
  })

  test('what is known to be inside the network raises a question, whatever the proxy resolves', async () => {
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

  test('what the user allowed is fetched even if nothing else resolves the service', async () => {
    const { port } = await imageServer()
    const { proxy } = await openNameProxy()
    for (const proxyResolves of [false, true]) {
      const to = { baseUrl: 'https://nas.lan', proxy, proxyResolves, placeUnknown: true }
      const url = `http://127.0.0.1:${port}/1.png`
      expect(await fetcher({}, to).fetch(url)).toMatchObject(mayIt(`127.0.0.1:${port}`))
      const allowing = { ...to, allowedOrigins: [`http://127.0.0.1:${port}`] }
      expect(await fetcher({}, allowing).fetch(url)).toMatchObject(fetched)
    }
  })

  test('one that rejects numeric addresses raises a question, and gets names once said to resolve them', async () => {
    const { port } = await imageServer()
    const names = { 'cdn.example': [['1.1.1.1']], 'service.example': [['1.1.1.2']] }
    const { proxy, asked } = await openNameProxy({ refuses: /^[\d.]+:/ })
    const baseUrl = `http://service.example:${port}`
    const { fetch } = fetcher(names, { baseUrl, proxy })
    expect(await fetch(`http://cdn.example:${port}/1.png`)).toMatchObject({
      kind: 'retry',
      error: { code: 'proxyNumbersRefused', params: { host: 'cdn.example' }, retry: 'free' },
    })
    // The service was addressed by its own name all along.
    expect(await fetch('/1.png')).toMatchObject(fetched)
    const told = fetcher(names, { baseUrl, proxy, proxyResolves: true })
    expect(await told.fetch(`http://cdn.example:${port}/1.png`)).toMatchObject(fetched)
    expect(asked).toEqual([`1.1.1.1:${port}`, `service.example:${port}`, `cdn.example:${port}`])
  })

  test('a name that does not resolve the second time is waited for no longer than the first', async () => {
    const { port } = await imageServer()
    const { proxy } = await openNameProxy()
    const names = { 'cdn.example': [['1.1.1.1'], 'silence'] } as const
    const { fetch } = fetcher(names, { baseUrl: 'https://service.example', proxy }, impatient)
    expect(await fetch(`http://cdn.example:${port}/1.png`)).toMatchObject({ kind: 'retry' })
  })

  test('it is given the address that was looked up, a public one if there is one', async () => {
    const { port } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const names = {
      'cdn.example': [['10.0.0.1', '2606:4700::1111', '1.1.1.1']],
      'six.example': [['fd00::1', '2606:4700::1111']],
      'files.lan': [['10.0.0.2']],
    }
    const allowedOrigins = [`http://files.lan:${port}`]
    for (const proxyResolves of [false, true]) {
      const { fetch } = fetcher(names, {
        baseUrl: 'https://service.example',
        proxy,
        proxyResolves,
        allowedOrigins,
      })
      for (const host of ['cdn.example', 'six.example', 'files.lan'])
        expect(await fetch(`http://${host}:${port}/1.png`), host).toMatchObject(fetched)
    }
    const told = [`1.1.1.1:${port}`, `[2606:4700::1111]:${port}`, `10.0.0.2:${port}`]
    expect(asked).toEqual([...told, ...told])
  })

  test('a name that changes its address between two look-ups leads nowhere', async () => {
    const { port } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const names = { 'cdn.example': [['1.1.1.1'], ['127.0.0.1']] }
    const { fetch } = fetcher(names, { baseUrl: 'https://service.example', proxy })
    expect(await fetch(`http://cdn.example:${port}/1.png`)).toMatchObject(mayIt(`cdn.example:${port}`))
    expect(asked).toEqual([])
  })

  test('a proxy said to resolve names is given them, if none is inside the network', async () => {
    const { port } = await imageServer()
    const { proxy, asked } = await openNameProxy()
    const names = { 'cdn.example': [['1.1.1.1']] }
    const { fetch } = fetcher(names, { baseUrl: 'https://service.example', proxy, proxyResolves: true })
    expect(await fetch(`http://cdn.example:${port}/1.png`)).toMatchObject(fetched)
    expect(asked).toEqual([`cdn.example:${port}`])
  })
})
