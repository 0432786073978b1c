import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { type Browser, chromium, expect, test } from '@playwright/test'
import { eventually } from '../support/eventually'
import { makeInspectableCopy } from './inspectableCopy'
import {
  asRoot,
  createPerson,
  debFile,
  debuggingUrl,
  listeningPorts,
  processesOf,
  type RunningApp,
  removePerson,
  startAsPerson,
} from './installedApp'

const installedFolder = '/usr/lib/cyanotype'
const command = '/usr/bin/cyanotype'
const executable = `${installedFolder}/cyanotype`
const inspectableFolder = '/opt/cyanotype-inspectable'

/** The switches that let a debugger in: Node's, and one or the other of Chromium's. */
const byPort = ['--inspect=0', '--remote-debugging-port=0']
const byPipe = ['--inspect=0', '--remote-debugging-pipe']

test.describe.configure({ mode: 'serial' })

test.describe('the Debian package', () => {
  let shipped: RunningApp | undefined
  let inspectable: RunningApp | undefined
  let browser: Browser | undefined

  test.beforeAll(() => {
    createPerson()
  })

  test.afterAll(async () => {
    await browser?.close()
    await inspectable?.stop()
    await shipped?.stop()
    if (existsSync(executable)) asRoot('apt-get', 'remove', '-y', 'cyanotype')
    asRoot('rm', '-rf', inspectableFolder)
    removePerson()
  })

  test('installs with its dependencies', () => {
    asRoot('apt-get', 'install', '-y', '--no-install-recommends', debFile())
    expect(existsSync(command)).toBe(true)
    expect(existsSync('/usr/share/applications/cyanotype.desktop')).toBe(true)
  })

  test('keeps Node’s entry points closed', async () => {
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

  for (const [way, args] of [
    ['pipe', byPipe],
    ['port', byPort],
  ] as const)
    test(`accepts no debugger by a ${way}`, async () => {
      await shipped?.stop()
      shipped = startAsPerson(command, { args })
      await isUp(shipped)
      const { profile, said, piped } = shipped
      expect(said()).not.toMatch(/listening on/i)
      expect(piped()).toBe('')
      expect(existsSync(join(profile, 'DevToolsActivePort'))).toBe(false)
      expect(listeningPorts(ofShipped())).toEqual([])
    })

  test('runs with its sandbox on', () => {
    const processes = ofShipped()
    expect(processes.map(({ commandLine }) => commandLine).join('\n')).not.toContain('--no-sandbox')
    const renderers = processes.filter(({ commandLine }) => commandLine.includes('--type=renderer'))
    expect(renderers.length).toBeGreaterThan(0)
    for (const { pid, status } of renderers) {
      expect(status.get('Seccomp')).toBe('2')
      expect(asRoot('readlink', `/proc/${pid}/ns/pid`)).not.toBe(asRoot('readlink', '/proc/self/ns/pid'))
    }
  })

  test('ignores options for the demo service', async () => {
    await shipped?.stop()
    // If they were read, the core could not start.
    shipped = startAsPerson(command, { env: { CYANOTYPE_DEMO: 'unreadable' } })
    await isUp(shipped)
    await shipped.stop()
  })

  test('accepts debuggers in a copy that differs by one fuse', async () => {
    const copy = await makeInspectableCopy(executable, inspectableFolder)
    const [wire, copied] = await Promise.all([getCurrentFuseWire(executable), getCurrentFuseWire(copy)])
    expect(copied).toEqual({ ...wire, [FuseV1Options.EnableNodeCliInspectArguments]: FuseState.ENABLE })

    // Each of these is shown here and is missing in the shipped package.
    inspectable = startAsPerson(copy, { args: byPipe })
    await expect.poll(inspectable.piped).toContain('"protocolVersion"')
    await inspectable.stop()
    inspectable = startAsPerson(copy, { args: byPort })
    const url = await debuggingUrl(inspectable)
    browser = await chromium.connectOverCDP(url)
    expect(existsSync(join(inspectable.profile, 'DevToolsActivePort'))).toBe(true)
    expect(listeningPorts(processesOf(`${inspectableFolder}/`))).toContain(Number(new URL(url).port))
  })

  test('shows the first-run screen to a user who is not root', async () => {
    const [context] = browser?.contexts() ?? []
    const page = context?.pages()[0] ?? (await context?.waitForEvent('page'))
    if (!page) throw new Error('The app has no window')
    await expect(page.getByRole('button', { name: 'Connect a service' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try the demo service' })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('firstRun.png') })
  })

  test('has a helper for systems without user namespaces', () => {
    const { mode, uid } = statSync(`${installedFolder}/chrome-sandbox`)
    expect(mode & 0o7777).toBe(0o4755)
    expect(uid).toBe(0)
  })

  test('leaves nothing behind when it is removed', async () => {
    await browser?.close()
    await inspectable?.stop()
    await shipped?.stop()
    asRoot('apt-get', 'remove', '-y', 'cyanotype')
    for (const path of [installedFolder, command, '/usr/share/applications/cyanotype.desktop']) {
      expect(existsSync(path), path).toBe(false)
    }
  })
})

const ofShipped = () => processesOf(command, `${installedFolder}/`)

/** Waits until the core has begun its work and the window has a page. */
const isUp = ({ profile }: RunningApp): Promise<boolean> =>
  eventually(
    () =>
      existsSync(join(profile, 'cyanotype.db')) &&
      ofShipped().some(({ commandLine }) => commandLine.includes('--type=renderer')),
    { what: 'a running core and a window' },
  )
