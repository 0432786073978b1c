import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Locator, type Page } from '@playwright/test'
import { sandboxArguments } from '../../../../scripts/display'
import { definedEnvironment } from '../../../../scripts/environment'
import { namedElectron } from '../benchApp'

/** A file that the page shows, and its place in CSS pixels. */
export interface PlainPicture {
  /** Absolute. */
  readonly path: string
  readonly width: number
  readonly height: number
}

/** A page without any script, in Electron alone: nothing but pictures in a box that scrolls. */
export interface PlainPage {
  readonly electron: ElectronApplication
  readonly page: Page
  readonly scroller: Locator
}

/** Shows the pictures in rows; resolves once all of them are loaded. Files are served as the app serves its own. */
export async function openPlainPage(
  folder: string,
  size: { readonly width: number; readonly height: number },
  pictures: readonly PlainPicture[],
): Promise<PlainPage> {
  await mkdir(folder, { recursive: true })
  const images: string[] = []
  for (const [n, { path, width, height }] of pictures.entries()) {
    await copyFile(path, join(folder, `${n}.webp`))
    images.push(`<img src="${n}.webp" width="${width}" height="${height}">`)
  }
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><title>Pictures</title>
    <style>
      body { margin: 0; background: #101214 }
      main { width: ${size.width}px; height: ${size.height}px; overflow-y: scroll }
      img { object-fit: cover; margin: 0 6px 6px 0; vertical-align: top }
    </style>
    <main>${images.join('')}</main>`,
  )
  const { electron, page } = await startPlainApp(folder)
  await page.waitForFunction(
    (count) =>
      document.images.length === count &&
      [...document.images].every(({ complete, naturalWidth }) => complete && naturalWidth > 0),
    pictures.length,
  )
  return { electron, page, scroller: page.locator('main') }
}

/** Electron alone, with the `index.html` of a folder in its window, whose files are served as the app serves its own. */
export async function startPlainApp(
  folder: string,
): Promise<{ readonly electron: ElectronApplication; readonly page: Page }> {
  const electron = await _electron.launch({
    executablePath: namedElectron(),
    args: [
      ...sandboxArguments(),
      ...['--disable-gpu', join(process.cwd(), 'tests/bench/plainPage'), `--user-data-dir=${folder}/profile`],
    ],
    env: { ...definedEnvironment(), DBUS_SESSION_BUS_ADDRESS: 'disabled:', PLAIN_PAGE: folder },
  })
  const page = await electron.firstWindow()
  await page.setViewportSize({ width: 1280, height: 800 })
  return { electron, page }
}
