import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { sandboxArguments } from '../display.ts'
import { definedEnvironment } from '../environment.ts'
import { projectRoot } from '../project.ts'
import { copyBenchLibrary } from './benchLibrary.ts'
import type { PictureOptions } from './options.ts'
import { resize } from './resize.ts'
import type { Scene, WindowSize } from './scene.ts'

/** Pixels of the window's content. */
const usualSizes: readonly WindowSize[] = [
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
  { width: 1000, height: 700 },
]

const quitMilliseconds = 10_000

/** Plays a scene once and saves a picture in each size and theme. Returns the files. */
export async function photograph(
  scene: Scene,
  executable: string,
  { folder, sizes, themes }: PictureOptions,
): Promise<readonly string[]> {
  const profile =
    scene.library === undefined
      ? await mkdtemp(join(tmpdir(), 'cyanotype-scene-'))
      : await copyBenchLibrary(scene.library)
  const app = await _electron.launch({
    executablePath: executable,
    args: [
      ...sandboxArguments(),
      '--disable-gpu',
      '--force-device-scale-factor=1',
      projectRoot,
      `--user-data-dir=${profile}`,
    ],
    env: {
      ...definedEnvironment(),
      // So that pictures look the same everywhere, they show the app as it is without a keychain.
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      CYANOTYPE_DEMO: JSON.stringify(scene.demo ?? {}),
    },
  })
  try {
    const page = await app.firstWindow()
    await scene.prepare(page, app)
    const files: string[] = []
    for (const theme of themes) {
      await page.emulateMedia({ colorScheme: theme })
      for (const size of sizes ?? scene.sizes ?? usualSizes) {
        await resize(page, app, size)
        const path = join(folder, `${scene.name}-${sizeName(size)}-${theme}.png`)
        await takePicture(page, path)
        files.push(path)
      }
    }
    return files
  } finally {
    await close(app)
    await rm(profile, { recursive: true, force: true })
  }
}

/** The whole window: if the window is zoomed, Playwright's own picture shows only part of it. */
async function takePicture(page: Page, path: string): Promise<void> {
  // Whether the caret is visible at that moment is chance.
  await page.evaluate(() => document.documentElement.style.setProperty('caret-color', 'transparent'))
  const session = await page.context().newCDPSession(page)
  const { data } = await session.send('Page.captureScreenshot', { format: 'png' })
  await session.detach()
  await writeFile(path, Buffer.from(data, 'base64'))
}

/** `1280x800`, or `1280x800-200%`. */
function sizeName({ width, height, zoom = 1 }: WindowSize): string {
  return `${width}x${height}${zoom === 1 ? '' : `-${zoom * 100}%`}`
}

/** An app that hangs while quitting must not take the other scenes with it. */
async function close(app: ElectronApplication): Promise<void> {
  const timer = setTimeout(() => app.process().kill('SIGKILL'), quitMilliseconds)
  await app.close()
  clearTimeout(timer)
}
