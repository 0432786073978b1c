import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { pathToFileURL } from 'node:url'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import {
  askForDevices,
  attachWebview,
  download,
  loadElsewhere,
  navigate,
  runScript,
} from './fixtures/attempts'
import { points } from './fixtures/electronChecklist'
import { firstRunOf, galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const test = testOnOneApp(({ page }) => expect(firstRunOf(page).demo).toBeVisible())

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

test('a file made up by the page is not opened, nor any path the page names', async ({ app }) => {
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

test('the page comes with a content security policy and runs only our own scripts', async ({ app }) => {
  const response = await app.page.reload()
  const policy = (await response?.headerValue('content-security-policy')) ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).toMatch(/style-src 'self' 'nonce-[^']{16,}'/)
  expect(policy).not.toContain('unsafe')

  expect(await runScript(app)).toBe(false)
  await expect.poll(() => app.problems.length).toBeGreaterThan(0)
  app.problems.length = 0
})

test('the page reaches no network', async ({ app }) => {
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
  app.problems.length = 0
})

test('the session itself refuses the network, whatever the page’s policy says', async ({ app }) => {
  for (const url of ['http://127.0.0.1:9/', 'https://example.com/', 'file:///etc/hosts'])
    expect(await loadElsewhere(app, url)).toContain('ERR_BLOCKED_BY_CLIENT')
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

test('the process that holds the key writes no core dump', async ({ app }) => {
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

test('no webview can be attached, even by a page that may have one', async ({ app }) => {
  expect(await attachWebview(app)).toEqual({ prevented: true, guests: 0 })
  const own = await app.page.evaluate(() => {
    const element = document.createElement('webview')
    document.body.append(element)
    const isKnown = 'getWebContentsId' in element
    element.remove()
    return isKnown
  })
  expect(own).toBe(false)
})

test('no device is found, and no device chooser opens', async ({ app }) => {
  expect(await askForDevices(app)).toEqual({ results: Array(8).fill(0), chosen: [] })
})

test('nothing is downloaded', async ({ app }) => {
  expect(await download(app)).toEqual([
    { url: 'blob', prevented: true },
    { url: 'app', prevented: true },
  ])
})

test('pictures come by id and never by path', async ({ app, profile }) => {
  await tryDemo(app.page)
  await generate(app.page, { prompt: 'A glass apple', mode: 'Direct' })
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

test('each of the twenty points of Electron’s security checklist holds', async ({ app }) => {
  const rows: string[][] = []
  for (const [index, { point, shown, how, check }] of points.entries()) {
    const failed = await test.step(point, () =>
      check(app).then(
        () => false,
        (error: unknown) => {
          expect.soft(false, `${point}: ${error}`).toBe(true)
          return true
        },
      ),
    )
    rows.push([String(index + 1).padStart(2), point, failed ? 'FAILS' : 'holds', shown, how])
  }
  console.log(tableOf([['', 'Electron’s checklist', '', 'shown by', 'how'], ...rows]))
  expect(points).toHaveLength(20)
})

// Last: Playwright would wait for the end of what was prevented.
test('the page can’t navigate, neither within the app nor outside', async ({ app }) => {
  for (const url of [
    'https://example.com/',
    'http://127.0.0.1:1/',
    'app://cyanotype/assets/other.html',
    'app://elsewhere/',
    'cyanotype://image/1',
  ]) {
    expect(await navigate(app, url), url).toEqual({ prevented: true, at: 'app://cyanotype/' })
  }
})

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
