import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { z } from 'zod'
import { fuses } from '../../scripts/packaging/fuses'
import { sourceFiles } from '../architecture/sourceFiles'
import { expect, type RunningApp, test } from './fixtures/app'
import {
  attachWebview,
  followRedirect,
  loadElsewhere,
  navigate,
  openWindows,
  runScript,
  webPreferencesOf,
} from './fixtures/attempts'
import { firstRunOf } from './fixtures/regions'

const root = resolve(import.meta.dirname, '../..')
const sources = sourceFiles().filter(({ path }) => path.startsWith('electron/'))
/** Paths of the app's own files, below `electron/`, whose text contains it. */
const naming = (pattern: RegExp) => sources.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

/** A point of the security checklist in Electron's documentation, by its number there. */
interface Point {
  readonly point: string
  /** `run`: observed while the app runs. `read`: what can't be observed is found in the source files. */
  readonly shown: 'run' | 'read' | 'run, read'
  readonly how: string
  readonly check: (app: RunningApp) => Promise<void>
}

const prefers = (wanted: Readonly<Record<string, unknown>>) => async (app: RunningApp) => {
  const found = z.record(z.string(), z.unknown()).parse(await webPreferencesOf(app))
  for (const [name, value] of Object.entries(wanted)) expect(found[name] || false, name).toBe(value)
}

const points: readonly Point[] = [
  {
    point: 'Only load secure content',
    shown: 'run',
    how: 'all the page loaded came by app: and cyanotype:; its session refuses http',
    async check(app) {
      const loaded: string[] = []
      app.page.on('request', (request) => void loaded.push(request.url()))
      await app.page.reload()
      await expect(firstRunOf(app.page).demo).toBeVisible()
      expect(loaded.length).toBeGreaterThan(1)
      for (const url of loaded) expect(url).toMatch(/^(app|cyanotype):/)
      expect(await loadElsewhere(app, 'http://127.0.0.1:9/')).toContain('ERR_BLOCKED_BY_CLIENT')
    },
  },
  {
    point: 'No Node.js integration',
    shown: 'run',
    how: 'off in frames and workers too; the page knows neither require nor process',
    async check(app) {
      await prefers({
        nodeIntegration: false,
        nodeIntegrationInWorker: false,
        nodeIntegrationInSubFrames: false,
      })(app)
      const known = () =>
        ['require', 'process', 'module', 'Buffer', 'global'].filter((name) => name in window)
      expect(await app.page.evaluate(known)).toEqual([])
    },
  },
  {
    point: 'Context isolation',
    shown: 'run',
    how: 'on; the page can neither replace the bridge nor change it',
    async check(app) {
      await prefers({ contextIsolation: true })(app)
      const changed = await app.page.evaluate(() => [
        Reflect.set(window, 'cyanotype', {}),
        Reflect.set(window.cyanotype, 'request', () => {}),
        Object.getPrototypeOf(window.cyanotype.request) !== Function.prototype,
      ])
      expect(changed).toEqual([false, false, false])
    },
  },
  {
    point: 'Process sandboxing',
    shown: 'run, read',
    how: 'on for the page and, unless root starts it, for all; the package test finds its seccomp filter',
    async check(app) {
      await prefers({ sandbox: true })(app)
      expect(naming(/\bapp\.enableSandbox\(\)/)).toEqual(['electron/main.ts'])
      expect(naming(/sandbox: false/)).toEqual([])
    },
  },
  {
    point: 'Handle permission requests',
    shown: 'run',
    how: 'asked for and looked up, each is denied, except to fill the screen',
    async check(app) {
      const answers = await app.page.evaluate(async () => {
        const names = ['geolocation', 'camera', 'microphone', 'clipboard-read', 'midi'] as PermissionName[]
        const looked = await Promise.all(names.map((name) => navigator.permissions.query({ name })))
        return [...looked.map(({ state }) => state), await Notification.requestPermission()]
      })
      expect(new Set(answers)).toEqual(new Set(['denied']))
    },
  },
  {
    point: 'Do not disable webSecurity',
    shown: 'run',
    how: 'on',
    check: prefers({ webSecurity: true }),
  },
  {
    point: 'Content-Security-Policy',
    shown: 'run',
    how: "a header with script-src 'self' and default-src 'none'; a script put into the page does not run",
    async check(app) {
      const response = await app.page.reload()
      const policy = (await response?.headerValue('content-security-policy')) ?? ''
      expect(policy).toMatch(/default-src 'none'; script-src 'self';/)
      expect(await runScript(app)).toBe(false)
      await expect.poll(() => app.problems.length).toBe(1)
      app.problems.length = 0
    },
  },
  {
    point: 'No allowRunningInsecureContent',
    shown: 'run',
    how: 'off',
    check: prefers({ allowRunningInsecureContent: false }),
  },
  {
    point: 'No experimental features',
    shown: 'run',
    how: 'off',
    check: prefers({ experimentalFeatures: false }),
  },
  {
    point: 'No enableBlinkFeatures',
    shown: 'run, read',
    how: 'none; the app sets no switch of Chromium',
    async check(app) {
      await prefers({ enableBlinkFeatures: false })(app)
      expect(naming(/appendSwitch|appendArgument|enableBlinkFeatures/)).toEqual([])
    },
  },
  {
    point: 'webview: no allowpopups',
    shown: 'run',
    how: 'the page can have no webview',
    async check(app) {
      await prefers({ webviewTag: false })(app)
      expect(naming(/allowpopups/)).toEqual([])
    },
  },
  {
    point: 'webview: verify options',
    shown: 'run',
    how: 'none is attached, whatever its options, where a page may have some',
    check: async (app) => expect(await attachWebview(app)).toEqual({ prevented: true, guests: 0 }),
  },
  {
    point: 'Limit navigation',
    shown: 'run',
    how: 'the page goes nowhere, within the app as little as outside; no redirect is followed',
    async check(app) {
      for (const url of ['https://example.com/', 'app://cyanotype/assets/other.html'])
        expect(await navigate(app, url)).toEqual({ prevented: true, at: 'app://cyanotype/' })
      expect(await followRedirect(app)).toEqual({ end: 'failed', asked: ['/'] })
    },
  },
  {
    point: 'Limit new windows',
    shown: 'run',
    how: 'none opens, by script or by link',
    check: async (app) => expect(await openWindows(app)).toEqual({ opened: 0, windows: 1 }),
  },
  {
    point: 'No openExternal of untrusted content',
    shown: 'run, read',
    how: 'a service page that is not https is refused; one file opens anything outside, tests/shell/opener.test.ts tries it',
    async check(app) {
      const draft = { ...connectionDefaults, name: 'Studio', baseUrl: 'https://service.test' }
      for (const pageUrl of ['http://service.test/', 'file:///etc/hostname', 'javascript:alert(1)', 'x'])
        await expect(
          app.ask('connections.save', { id: null, draft: { ...draft, pageUrl }, apiKey: 'sk-test' }),
          pageUrl,
        ).rejects.toThrow()
      expect(naming(/import [^']*\bshell\b[^']* from 'electron'/)).toEqual(['electron/shell/opener.ts'])
    },
  },
  {
    point: 'A current Electron',
    shown: 'read',
    how: 'one exact version, which the lockfile has with its hash; that it is the newest, no test without a network can tell',
    async check() {
      const manifest = z
        .object({ devDependencies: z.object({ electron: z.string().regex(/^\d+\.\d+\.\d+$/) }) })
        .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')))
      const lock = z
        .object({
          packages: z.record(z.string(), z.object({ version: z.string(), integrity: z.string() }).partial()),
        })
        .parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
      expect(lock.packages['node_modules/electron']).toMatchObject({
        version: manifest.devDependencies.electron,
        integrity: expect.stringMatching(/^sha512-/),
      })
    },
  },
  {
    point: 'Validate the sender of IPC messages',
    shown: 'run',
    how: 'our own page in another window is refused; every channel is heard in one file, which checks first',
    async check(app) {
      const answer = await app.electron.evaluate(async ({ app: electron, BrowserWindow }) => {
        const preload = `${electron.getAppPath()}/out/preload/preload.cjs`
        const window = new BrowserWindow({ show: false, webPreferences: { preload, sandbox: true } })
        await window.loadURL('app://cyanotype/')
        const said: unknown = await window.webContents.executeJavaScript(
          `window.cyanotype.request('app.snapshot', null)`,
        )
        window.destroy()
        return said
      })
      expect(answer).toMatchObject({ ok: false, error: { code: 'notAllowed' } })
      expect(naming(/\bipcMain\b/)).toEqual(['electron/shell/ipcTransport.ts'])
    },
  },
  {
    point: 'Avoid file:, use custom protocols',
    shown: 'run',
    how: 'the page is at app://cyanotype/; its session refuses file:',
    async check(app) {
      expect(app.page.url()).toBe('app://cyanotype/')
      expect(await loadElsewhere(app, 'file:///etc/hosts')).toContain('ERR_BLOCKED_BY_CLIENT')
      expect(naming(/loadFile\(/)).toEqual([])
    },
  },
  {
    point: 'Check which fuses to change',
    shown: 'read',
    how: 'seven are set when the app is packaged; the package test reads them from what is installed',
    async check() {
      const { version: _, ...set } = fuses
      expect(Object.keys(set)).toHaveLength(7)
      expect(readFileSync(join(root, 'forge.config.ts'), 'utf8')).toContain('new FusesPlugin(fuses)')
    },
  },
  {
    point: 'Expose no Electron API',
    shown: 'run',
    how: 'one global of ours with four functions; what it hears of has no event of Electron in it',
    async check(app) {
      const bridge = await app.page.evaluate(async () => {
        const heard = new Promise<unknown[]>((resolve) =>
          window.cyanotype.subscribe((...all) => resolve(all)),
        )
        await window.cyanotype.request('preferences.change', { theme: 'dark' })
        const names = ['electron', 'ipcRenderer', 'contextBridge', 'webFrame', 'webUtils']
        return {
          exposed: Object.keys(window.cyanotype).toSorted(),
          electron: names.filter((name) => name in window),
          event: (await heard)[0],
          arguments: (await heard).length,
        }
      })
      expect(bridge).toEqual({
        exposed: ['bringDropped', 'openDropped', 'request', 'subscribe'],
        electron: [],
        event: 'preferences.changed',
        arguments: 2,
      })
    },
  },
]

test('each of the twenty points of Electron’s security checklist holds', async ({ app }) => {
  await expect(firstRunOf(app.page).demo).toBeVisible()
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
