import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { pathToFileURL } from 'node:url'
import type { RunningApp } from './fixtures/app'
import { expect, test } from './fixtures/app'
import { webPreferencesOf } from './fixtures/attempts'
import { firstRunOf, galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const loads = ({ page }: RunningApp, url: string) =>
  page.evaluate(
    (source) =>
      new Promise<boolean>((resolve) => {
        const image = new Image()
        image.onload = () => resolve(true)
        image.onerror = () => resolve(false)
        image.src = source
      }),
    url,
  )

test('the page is isolated and sandboxed, and knows one global of ours', async ({ app }) => {
  await expect(firstRunOf(app.page).demo).toBeVisible()
  expect(await webPreferencesOf(app)).toMatchObject({
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webSecurity: true,
    webviewTag: false,
  })
  const seen = await app.page.evaluate(() => ({
    node: ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window),
    bridge: Object.keys(window.cyanotype).toSorted(),
    prototype: Object.getPrototypeOf(window.cyanotype.request) === Function.prototype,
  }))
  expect(seen).toEqual({ node: [], bridge: ['openDropped', 'request', 'subscribe'], prototype: true })
})

test('a file that the page made up is not opened, nor any path it says', async ({ app }) => {
  const answers = await app.page.evaluate(() =>
    Promise.all(
      [new File(['prompt'], '/etc/hostname'), { path: '/etc/hostname' }, { name: '/etc/hostname' }].map(
        (file) => window.cyanotype.openDropped(file, { connectionId: 'demo', path: '/etc/hostname' }),
      ),
    ),
  )
  expect(answers).toMatchObject(
    Array.from({ length: 3 }, () => ({ ok: false, error: { code: 'notAllowed' } })),
  )
})

test('the page comes with a content security policy and may run scripts of ours alone', async ({ app }) => {
  const response = await app.page.reload()
  const policy = (await response?.headerValue('content-security-policy')) ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toMatch(/style-src 'self' 'nonce-[^']{16,}'/)
  expect(policy).not.toContain('unsafe')

  const ran = await app.page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'window.ran = true'
    document.head.append(script)
    return 'ran' in window
  })
  expect(ran).toBe(false)
  await expect.poll(() => app.problems.length).toBeGreaterThan(0)
  app.problems.length = 0
})

test('the page reaches no network, opens no window and goes nowhere', async ({ app }) => {
  const { page } = app
  await expect(firstRunOf(page).demo).toBeVisible()
  const fetched = await page.evaluate(() =>
    Promise.all(
      ['https://example.com/', 'http://127.0.0.1:1/', 'file:///etc/hosts'].map((url) =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      ),
    ),
  )
  expect(fetched).toEqual([false, false, false])
  expect(await page.evaluate(() => window.open('https://example.com/'))).toBeNull()
  const left = await app.electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const prevented = new Promise<boolean>((resolve) => {
      contents?.once('will-frame-navigate', (event) => setImmediate(() => resolve(event.defaultPrevented)))
    })
    await contents?.executeJavaScript(`location.href = 'https://example.com/'`)
    return {
      prevented: await prevented,
      at: contents?.getURL(),
      windows: BrowserWindow.getAllWindows().length,
    }
  })
  expect(left).toEqual({ prevented: true, at: 'app://cyanotype/', windows: 1 })
  app.problems.length = 0
})

test('the session itself refuses the network, whatever the page’s policy says', async ({ app }) => {
  const loaded = await app.electron.evaluate(async ({ BrowserWindow }) => {
    const results = []
    for (const url of ['http://127.0.0.1:9/', 'https://example.com/', 'file:///etc/hosts']) {
      // A window of its own: the end of a load before would be told as a failure of this one, without its cause.
      const window = new BrowserWindow({ show: false })
      results.push(
        await window.loadURL(url).then(
          () => 'loaded',
          (error: unknown) => String(error),
        ),
      )
      window.destroy()
    }
    return results
  })
  for (const result of loaded) expect(result).toContain('ERR_BLOCKED_BY_CLIENT')
})

test('nothing leaves the page by WebRTC', async ({ app }) => {
  const told: string[] = []
  const udp = createSocket('udp4').on('message', () => told.push('udp'))
  const tcp = createServer((socket) => {
    told.push('tcp')
    socket.destroy()
  })
  udp.bind(0, '127.0.0.1')
  tcp.listen(0, '127.0.0.1')
  await Promise.all([once(udp, 'listening'), once(tcp, 'listening')])
  const { port } = tcp.address() as AddressInfo
  try {
    await app.page.evaluate(
      async ([udpPort, tcpPort]) => {
        const login = { username: 'a', credential: 'b' }
        const connection = new RTCPeerConnection({
          iceServers: [
            { urls: `stun:127.0.0.1:${udpPort}` },
            { urls: `turn:127.0.0.1:${udpPort}`, ...login },
            { urls: `turn:127.0.0.1:${tcpPort}?transport=tcp`, ...login },
          ],
        })
        const gathered = new Promise<void>((resolve) => {
          connection.addEventListener('icegatheringstatechange', () => {
            if (connection.iceGatheringState === 'complete') resolve()
          })
        })
        connection.createDataChannel('out')
        await connection.setLocalDescription(await connection.createOffer())
        await gathered
        connection.close()
      },
      [udp.address().port, port],
    )
    expect(told).toEqual([])
  } finally {
    udp.close()
    tcp.close()
  }
  app.problems.length = 0
})

test('no core dump is written of the process that holds the key', async ({ app }) => {
  test.skip(process.platform !== 'linux', 'Linux alone writes them unasked')
  const pid = app.electron.process().pid
  await expect
    .poll(() =>
      /Max core file size\s+(\S+)\s+(\S+)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.slice(1),
    )
    .toEqual(['0', '0'])
})

test('every permission is denied', async ({ app }) => {
  const states = await app.page.evaluate(async () => {
    const names = [
      'geolocation',
      'notifications',
      'camera',
      'microphone',
      'clipboard-read',
      'clipboard-write',
      'midi',
    ] as PermissionName[]
    const answers = await Promise.all(names.map((name) => navigator.permissions.query({ name })))
    const camera = await navigator.mediaDevices.getUserMedia({ video: true }).then(
      () => 'granted',
      (error: unknown) => (error instanceof Error ? error.name : 'unknown'),
    )
    return {
      states: answers.map(({ state }) => state),
      camera,
      notification: await Notification.requestPermission(),
    }
  })
  expect(new Set(states.states)).toEqual(new Set(['denied']))
  expect(states.camera).toMatch(/NotAllowedError|NotFoundError/)
  expect(states.notification).toBe('denied')

  expect(await app.ask('app.copyText', { text: 'copied by the core' })).toBeNull()
  expect(await app.electron.evaluate(({ clipboard }) => clipboard.readText())).toBe('copied by the core')
})

test('a sender that is not our page is refused', async ({ app }) => {
  await expect(firstRunOf(app.page).demo).toBeVisible()
  const answer = await app.electron.evaluate(async ({ app: electron, BrowserWindow }) => {
    const preload = `${electron.getAppPath()}/out/preload/preload.cjs`
    const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
    await window.loadURL('app://cyanotype/')
    const result: unknown = await window.webContents.executeJavaScript(
      `window.cyanotype.request('app.snapshot', null)`,
    )
    window.destroy()
    return result
  })
  expect(answer).toMatchObject({ ok: false, error: { code: 'notAllowed' } })
})

test('pictures come by id and never by path', async ({ app, profile }) => {
  await tryDemo(app.page)
  await generate(app.page, { prompt: 'A glass apple' })
  await expect(galleryOf(app.page).tile('A glass apple', 1, 1, 'saved')).toBeVisible()
  const [row] = (await app.ask('gallery.page', { text: '', offset: 0, limit: 1 })).rows
  const [path = ''] = await profile.libraryImages()

  expect(await loads(app, `cyanotype://thumb/${row?.id}`)).toBe(true)
  expect(await loads(app, `cyanotype://image/${row?.id}`)).toBe(true)
  for (const url of [
    `cyanotype://image${path}`,
    `cyanotype://image/${encodeURIComponent(path)}`,
    `cyanotype://image/${row?.id}/../${row?.id}x`,
    `cyanotype://file${path}`,
    `app://cyanotype/${encodeURIComponent(`../../..${path}`)}`,
    pathToFileURL(path).href,
  ]) {
    expect(await loads(app, url), url).toBe(false)
  }
  app.problems.length = 0
})
