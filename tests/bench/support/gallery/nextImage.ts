import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { type RouteInput, type RouteName, type RouteOutput, routes } from '@shared/ipc/contract'
import { z } from 'zod'
import { median } from '../figure'
import type { GalleryPart } from './galleryPart'
import { openGallery } from './galleryWindow'
import { startPlainApp } from './plainPage'

const steps = 40
/** As a user steps who looks at each image: what is decoded ahead is ready then. */
const lookMs = 400

/**
 * From the key to the paint of the next image in quick look, beside an image element of a bare page whose address is
 * changed by the same key: the same files, in turns.
 */
export const nextImage: GalleryPart = async ({ profile, folder, add }) => {
  const { electron, page } = await openGallery(profile)
  const images = await newestImages(page, 2 * steps + 1)
  const plain = await startPlainApp(await plainFolder(profile, folder, images))
  await page.getByRole('option').first().focus()
  await page.keyboard.press('Space')
  await page.locator('[role=dialog] [data-shows*="//image/"]').waitFor()
  await plain.page.locator('body').click()

  const times = { looked: [] as number[], hurried: [] as number[], bare: [] as number[] }
  const [first, ...others] = images.map(({ name }) => name)
  await plain.page.evaluate((name) => document.querySelector('img')?.setAttribute('src', name), first ?? '')
  for (const [n, name] of others.entries()) {
    const isHurried = n >= steps
    // One of the two works at a time: what the app decodes ahead must not slow the page.
    if (!isHurried) {
      await pause(lookMs)
      times.looked.push(await timeKey(page, null))
      await pause(lookMs)
      times.bare.push(await timeKey(plain.page, name))
    } else times.hurried.push(await timeKey(page, null))
  }
  await Promise.all([electron.close(), plain.electron.close()])

  const bare = median(times.bare)
  const tell = (what: string, value: number, unit: string, target: number | null = null) =>
    add({ name: `next image: ${what}`, value, unit, target })
  tell('key to paint', median(times.looked), 'ms')
  tell('key to paint, each at once after the one before', median(times.hurried), 'ms')
  tell('key to paint, bare page', bare, 'ms')
  tell('quick look / bare page', median(times.looked) / bare, 'ratio', 1.3)
  tell('quick look, each at once / bare page', median(times.hurried) / bare, 'ratio', 1.3)
}

interface ListedImage {
  /** Inside the library. */
  readonly file: string
  /** On the bare page. */
  readonly name: string
}

async function newestImages(page: Page, count: number): Promise<readonly ListedImage[]> {
  const { rows } = await ask(page, 'gallery.page', { text: '', offset: 0, limit: count })
  const details = await Promise.all(rows.map(({ id }) => ask(page, 'images.details', { id })))
  return details.map(({ file }, n) => ({ file, name: `${n}${extname(file)}` }))
}

async function ask<R extends RouteName>(page: Page, route: R, input: RouteInput<R>): Promise<RouteOutput<R>>
async function ask(page: Page, route: RouteName, input: unknown): Promise<unknown> {
  const answer = await page.evaluate(([name, value]) => window.cyanotype.request(name, value), [
    route,
    input,
  ] as const)
  return routes[route].output.parse(z.object({ value: z.unknown() }).parse(answer).value)
}

async function plainFolder(profile: string, folder: string, images: readonly ListedImage[]): Promise<string> {
  const plain = join(folder, 'plain')
  await mkdir(plain)
  for (const { file, name } of images) await copyFile(join(profile, 'library', file), join(plain, name))
  await writeFile(
    join(plain, 'index.html'),
    `<!doctype html><title>Picture</title>
    <style>
      body { margin: 16px; background: #161616 }
      img { width: 1248px; height: 716px; object-fit: contain }
    </style>
    <img decoding="sync">`,
  )
  return plain
}

/**
 * Milliseconds from a key to the frame after the one with the next picture, which is decoded by then. `address`: what
 * the page's image is given when the key comes; null if the page does that.
 */
async function timeKey(page: Page, address: string | null): Promise<number> {
  const timed = await page.evaluateHandle((next) => {
    const bare = document.querySelector<HTMLImageElement>('body > img')
    const shown = () =>
      bare?.src ?? document.querySelector<HTMLElement>('[role=dialog] [data-shows]')?.dataset.shows
    const before = shown()
    const key = new Promise<number>((resolve) => {
      const options = { capture: true, once: true }
      window.addEventListener('keydown', ({ timeStamp }) => resolve(timeStamp), options)
      if (next !== null) window.addEventListener('keydown', () => bare?.setAttribute('src', next), options)
    })
    const changed = new Promise<void>((resolve) => {
      const look = () => {
        const address = shown()
        if (address === undefined || address === before || address.includes('//thumb/')) return
        observer.disconnect()
        resolve()
      }
      const observer = new MutationObserver(look)
      const attributeFilter = ['src', 'data-shows']
      observer.observe(document.body, { subtree: true, childList: true, attributeFilter })
    })
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const painted = Promise.all([key, changed]).then(async ([start]) => {
      await bare?.decode()
      await frame()
      await frame()
      return performance.now() - start
    })
    return { painted }
  }, address)
  await page.keyboard.press('ArrowRight')
  return timed.evaluate(({ painted }) => painted)
}
