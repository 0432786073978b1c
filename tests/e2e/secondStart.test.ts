import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { native } from '@shared/text/native'
import { startPlace } from '../../electron/shell/secondStart'
import { commandOf, expect, type RunningApp, test } from './fixtures/app'
import type { Profile } from './fixtures/profile'
import { firstRunOf } from './fixtures/regions'

/** Records from now on what the app opens, outside or in a dialog. */
const watchOpening = ({ electron }: RunningApp) =>
  electron.evaluate(({ app, dialog, shell }) => {
    const opened: string[] = []
    Reflect.set(app, 'openedInTest', opened)
    for (const [part, names] of [
      [shell, ['openExternal', 'openPath', 'showItemInFolder']],
      [dialog, ['showOpenDialog', 'showSaveDialog', 'showMessageBox', 'showErrorBox']],
    ] as const)
      for (const name of names)
        Reflect.set(part, name, (...given: unknown[]) => {
          opened.push(`${name} ${JSON.stringify(given)}`)
          return Promise.resolve({})
        })
  })

const openedOf = ({ electron }: RunningApp) =>
  electron.evaluate(({ app }): unknown => Reflect.get(app, 'openedInTest'))

/** Everything that a user would see change. */
async function stateOf({ ask, electron, page }: RunningApp) {
  return {
    app: await ask('app.snapshot', null),
    queue: await ask('queue.overview', { limit: 10 }),
    gallery: await ask('gallery.page', { text: '', offset: 0, limit: 10 }),
    table: await ask('tables.current', null),
    at: page.url(),
    windows: await electron.evaluate(({ webContents }) => webContents.getAllWebContents().length),
  }
}

/** More than Electron's lock can take: 32 KB. */
const many = Array.from({ length: 1_500 }, (_, at) => `/home/ada/pictures/holidays by the sea/${at}.png`)

/** Starts the app once more; resolves with its exit code. */
async function startAgain(profile: Profile, before: readonly string[], after: readonly string[]) {
  const { executablePath, args } = commandOf(profile)
  const second = spawn(executablePath, [...before, ...args, ...after], { stdio: 'ignore' })
  const [code] = await once(second, 'exit')
  return code
}

test('a second start on the same profile shows the first one’s window and ends, whatever its arguments', async ({
  app,
  profile,
}) => {
  await expect(firstRunOf(app.page).demo).toBeVisible()
  await mkdir(profile.exports)
  const table = join(profile.exports, 'prompts.csv')
  await writeFile(table, 'prompt\nA wool fern\n')
  await watchOpening(app)
  const before = await stateOf(app)
  const frame = await app.electron.browserWindow(app.page)
  const given = [
    ...['https://example.com/', 'file:///etc/hostname', 'javascript:alert(1)', 'data:text/html,x'],
    ...['app://cyanotype/assets/other.html', 'cyanotype://image/1', 'cyanotype://connect?key=x'],
    ...[table, profile.exports, '../../etc/hostname', `--open=${table}`, `--library=${profile.exports}`],
    ...['--remote-debugging-port=0', '--disable-web-security', '--load-extension=/tmp'],
  ]
  for (const more of [[], given, many]) {
    await frame.evaluate((window) => window.hide())
    expect(await startAgain(profile, [], more)).toBe(0)
    // The first app has been notified.
    await expect.poll(() => frame.evaluate((window) => window.isVisible())).toBe(true)
    expect(app.electron.windows()).toHaveLength(1)
    expect(await stateOf(app)).toEqual(before)
    expect(await openedOf(app)).toEqual([])
  }
})

test('a start that finds the running app silent says so and ends, whatever its arguments', async ({
  profile,
}) => {
  await mkdir(profile.folder)
  await mkdir(profile.exports)
  const said = join(profile.exports, 'said.json')
  const script = join(profile.exports, 'say.cjs')
  await writeFile(
    script,
    `require('electron').dialog.showErrorBox = (...words) =>
      require('node:fs').writeFileSync(${JSON.stringify(said)}, JSON.stringify(words))`,
  )
  const silent = createServer()
  silent.listen(startPlace(profile.folder))
  try {
    for (const more of [[], many]) {
      expect(await startAgain(profile, ['-r', script], more)).toBe(1)
      const { title, message } = native.runningSilent
      expect(JSON.parse(await readFile(said, 'utf8'))).toEqual([title, message])
      await writeFile(said, '')
    }
  } finally {
    silent.close()
  }
})

test('a first start with 1,500 files runs, and is found by the next', async ({ launch, profile }) => {
  const { page } = await launch(profile, { args: many })
  await expect(firstRunOf(page).demo).toBeVisible()
  expect(await startAgain(profile, [], [])).toBe(0)
  expect(await startAgain(profile, [], many)).toBe(0)
  await expect(firstRunOf(page).demo).toBeVisible()
})
