import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import type { ElectronApplication, JSHandle, Page } from '@playwright/test'
import { ask } from '../askRoute'
import type { KeyWork } from './keyPaint'
import { startPlainApp } from './plainPage'
import { thumbnailOf } from './seededLibrary'

/** An image and its thumbnail, by their names on the bare page. */
export interface PlainImage {
  readonly name: string
  readonly thumbnail: string
}

/** What a bare page shows of an image: its picture alone, or also its neighbours, and words. */
interface PlainView {
  readonly image: PlainImage
  readonly neighbours?: readonly PlainImage[]
  readonly words?: string
}

/** A bare page that looks as quick look does. */
export interface PlainLook {
  readonly electron: ElectronApplication
  readonly page: Page
  /** Newest first. */
  readonly images: readonly PlainImage[]
  /** Shows another image, by the next key. */
  next(view: PlainView): Promise<JSHandle<KeyWork>>
  /** Shows nothing. */
  clear(): Promise<void>
}

/** Opens it in a new folder, with the files of the newest images of a profile, whose app shows its gallery. */
export async function openPlainLook(
  app: Page,
  options: { readonly profile: string; readonly folder: string; readonly count: number },
): Promise<PlainLook> {
  const { profile, folder, count } = options
  await mkdir(folder)
  await writeFile(join(folder, 'index.html'), html)
  const { rows } = await ask(app, 'gallery.page', { text: '', offset: 0, limit: count })
  const images: PlainImage[] = []
  for (const [n, { id }] of rows.entries()) {
    const { file } = await ask(app, 'images.details', { id })
    const image = { name: `${n}${extname(file)}`, thumbnail: `${n}.small.webp` }
    await copyFile(join(profile, 'library', file), join(folder, image.name))
    await copyFile(thumbnailOf(profile, id, 'small'), join(folder, image.thumbnail))
    images.push(image)
  }
  const { electron, page } = await startPlainApp(folder)
  await page.locator('body').click()
  return {
    electron,
    page,
    images,
    next: ({ image, neighbours = [], words = '' }) =>
      page.evaluateHandle(
        ([source, thumbnails, text]) => ({
          act() {
            const [main, picture] = [document.querySelector('main'), document.querySelector('img')]
            const [caption, strip] = [document.querySelector('p'), document.querySelector('nav')]
            if (!main || !picture || !caption || !strip) throw new Error('the page is not there')
            main.hidden = false
            picture.src = source
            caption.textContent = text
            strip.replaceChildren(
              ...thumbnails.map((src) => Object.assign(new Image(96, 68), { decoding: 'sync', src })),
            )
            return picture.decode()
          },
        }),
        [image.name, neighbours.map(({ thumbnail }) => thumbnail), words] as const,
      ),
    clear: () =>
      page
        .locator('main')
        .evaluate((main) => main.toggleAttribute('hidden', true))
        .then(() => {}),
  }
}

const html = `<!doctype html><title>Picture</title>
<style>
  body { min-height: 700px; margin: 16px; background: #161616; color: #ddd; font: 13px sans-serif }
  img { object-fit: contain }
  main > img { width: 1248px; height: 616px }
  p { height: 36px; margin: 0 }
  nav { display: flex; gap: 6px }
  nav > img { object-fit: cover }
</style>
<main hidden><img decoding="sync"><p></p><nav></nav></main>`
