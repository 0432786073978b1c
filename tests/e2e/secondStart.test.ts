import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { commandOf, expect, type RunningApp, test } from './fixtures/app'
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

/** Everything that a person would see change. */
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
  const { executablePath, args } = commandOf(profile)
  const given = [
    ...['https://example.com/', 'file:///etc/hostname', 'javascript:alert(1)', 'data:text/html,x'],
    ...['app://cyanotype/assets/other.html', 'cyanotype://image/1', 'cyanotype://connect?key=x'],
    ...[table, profile.exports, '../../etc/hostname', `--open=${table}`, `--library=${profile.exports}`],
    ...['--remote-debugging-port=0', '--disable-web-security', '--load-extension=/tmp'],
  ]
  for (const more of [[], given]) {
    await frame.evaluate((window) => window.hide())
    const second = spawn(executablePath, [...args, ...more], { stdio: 'ignore' })
    const [code] = await once(second, 'exit')
    expect(code).toBe(0)
    // The first app has been notified.
    await expect.poll(() => frame.evaluate((window) => window.isVisible())).toBe(true)
    expect(app.electron.windows()).toHaveLength(1)
    expect(await stateOf(app)).toEqual(before)
    expect(await openedOf(app)).toEqual([])
  }
})
