import { existsSync, statSync } from 'node:fs'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { type Browser, chromium, expect, test } from '@playwright/test'
import {
  asRoot,
  createPerson,
  debFile,
  processesOf,
  type RunningApp,
  removePerson,
  startAsPerson,
} from './installedApp'

const installedFolder = '/usr/lib/cyanotype'
const command = '/usr/bin/cyanotype'
const executable = `${installedFolder}/cyanotype`

test.describe.configure({ mode: 'serial' })

test.describe('the Debian package', () => {
  let app: RunningApp | undefined
  let browser: Browser | undefined

  test.beforeAll(() => {
    createPerson()
  })

  test.afterAll(async () => {
    await browser?.close()
    await app?.stop()
    if (existsSync(executable)) asRoot('apt-get', 'remove', '-y', 'cyanotype')
    removePerson()
  })

  test('installs with what it depends on', () => {
    asRoot('apt-get', 'install', '-y', '--no-install-recommends', debFile())
    expect(existsSync(command)).toBe(true)
    expect(existsSync('/usr/share/applications/cyanotype.desktop')).toBe(true)
  })

  test('has the doors of Node shut', async () => {
    const wire = await getCurrentFuseWire(executable)
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ]
    const on = [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.OnlyLoadAppFromAsar,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
    ]
    for (const fuse of off) expect(wire[fuse], FuseV1Options[fuse]).toBe(FuseState.DISABLE)
    for (const fuse of on) expect(wire[fuse], FuseV1Options[fuse]).toBe(FuseState.ENABLE)
  })

  test('shows the first-run screen to a person who is not root', async () => {
    app = await startAsPerson(command)
    browser = await chromium.connectOverCDP(app.debuggingUrl)
    const [context] = browser.contexts()
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'))
    if (!page) throw new Error('The app has no window')
    await expect(page.getByRole('button', { name: 'Connect a service' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try the demo service' })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('firstRun.png') })
  })

  test('runs with its sandbox on', () => {
    const processes = processesOf(command, installedFolder)
    expect(processes.map(({ commandLine }) => commandLine).join('\n')).not.toContain('--no-sandbox')
    const renderers = processes.filter(({ commandLine }) => commandLine.includes('--type=renderer'))
    expect(renderers.length).toBeGreaterThan(0)
    for (const { pid, status } of renderers) {
      expect(status.get('Seccomp')).toBe('2')
      expect(asRoot('readlink', `/proc/${pid}/ns/pid`)).not.toBe(asRoot('readlink', '/proc/self/ns/pid'))
    }
  })

  test('has a helper for systems without user namespaces', () => {
    const { mode, uid } = statSync(`${installedFolder}/chrome-sandbox`)
    expect(mode & 0o7777).toBe(0o4755)
    expect(uid).toBe(0)
  })

  test('leaves nothing behind when it is removed', async () => {
    await browser?.close()
    await app?.stop()
    asRoot('apt-get', 'remove', '-y', 'cyanotype')
    for (const path of [installedFolder, command, '/usr/share/applications/cyanotype.desktop']) {
      expect(existsSync(path), path).toBe(false)
    }
  })
})
