import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Locator, Page } from '@playwright/test'
import { percentile } from '../figure'
import { appMemory } from '../processMemory'
import type { GalleryBench, GalleryPart } from './galleryPart'
import { type GalleryWindow, openGallery } from './galleryWindow'
import { type PageTrace, traced } from './pageTrace'
import { openPlainPage, type PlainPicture } from './plainPage'
import { boxOf, dragThumb, scrollFor } from './scrolling'

const plainPictures = 2000
const passes = 10
const settleMs = 1_000
/** Until what is done once after the start is over; the start itself has a bench of its own. */
const openedMs = 5_000

/** Wheel and thumb over the whole library, beside a static page of pictures. */
export const scroll: GalleryPart = async (bench) => {
  const { profile, folder, seconds, add } = bench
  const window = await openGallery(profile)
  const { electron, page, scroller } = window
  await pause(openedMs)
  const counting = await countElements(page)
  const app = await traced(electron, folder, () => scrollFor(page, scroller, seconds * 1000))
  const { tiles, nodes } = await counting.stop()
  const boxes = await tileBoxes(scroller)
  const size = await boxOf(scroller)
  const memory = await memoryOfPasses(window, bench.rows)
  await electron.close()

  const plain = await scrollPlain(bench, size, boxes)
  const tell = (what: string, value: number, unit: string, target: number | null = null) =>
    add({ name: `scroll: ${what}`, value, unit, target })
  tell('main thread a frame, p95', percentile(app.frameWork, 0.95), 'ms', 8)
  tell('main thread a frame, median', percentile(app.frameWork, 0.5), 'ms')
  tell('main thread a frame, static page, p95', percentile(plain.frameWork, 0.95), 'ms')
  tell('longest task', app.longestTask, 'ms', 50)
  tell('longest task, by the clock', app.longestTaskByClock, 'ms')
  tell('frames dropped', app.droppedShare, 'of those wanted')
  tell('frames dropped, static page', plain.droppedShare, 'of those wanted')
  tell('frames dropped / static page', app.droppedShare / plain.droppedShare, 'ratio', 1.2)
  tell('tiles in the window, at most', tiles, 'tiles', 150)
  tell('nodes in the window, at most', nodes, 'nodes', 1500)
  const [third = 0, last = 0] = [memory[2], memory.at(-1)]
  tell('memory after the third pass', third, 'MiB')
  tell(`memory after ${passes} passes / after the third`, last / third, 'ratio', 1.1)
}

/** Counts what is in the page a few times a second, until it is told to stop. */
async function countElements(page: Page) {
  const counted = await page.evaluateHandle(() => {
    const most = { tiles: 0, nodes: 0, timer: 0 }
    most.timer = window.setInterval(() => {
      let nodes = 0
      const walker = document.createTreeWalker(document, NodeFilter.SHOW_ALL)
      while (walker.nextNode() !== null) nodes += 1
      most.nodes = Math.max(most.nodes, nodes)
      most.tiles = Math.max(most.tiles, document.querySelectorAll('[role=option]').length)
    }, 200)
    return most
  })
  return {
    stop: () =>
      counted.evaluate(({ timer, ...most }) => {
        clearInterval(timer)
        return most
      }),
  }
}

const tileBoxes = (scroller: Locator) =>
  scroller.getByRole('option').evaluateAll((tiles) =>
    tiles.map((tile) => {
      const { width, height } = tile.getBoundingClientRect()
      return { width, height }
    }),
  )

/** MiB of all processes after each drag of the thumb from one end to the other. */
async function memoryOfPasses(
  { electron, page, scroller }: GalleryWindow,
  rows: number,
): Promise<readonly number[]> {
  const after: number[] = []
  await dragThumb(page, scroller, 0)
  for (let pass = 1; pass <= passes; pass++) {
    await dragThumb(page, scroller, pass % 2)
    const end = pass % 2 === 1 ? rows : 1
    await scroller.locator(`[role=option][aria-posinset="${end}"]`).waitFor()
    await pause(settleMs)
    after.push(await appMemory(electron))
  }
  return after
}

/** The same on a page of pictures of the sizes that the gallery had in view. */
async function scrollPlain(
  { profile, folder, seconds }: GalleryBench,
  size: { readonly width: number; readonly height: number },
  boxes: readonly { readonly width: number; readonly height: number }[],
): Promise<PageTrace> {
  const pictures: PlainPicture[] = []
  for (const path of thumbnailsOf(profile)) {
    const box = boxes[pictures.length % boxes.length]
    if (box === undefined) throw new Error('the gallery had no tiles')
    if (pictures.push({ path, ...box }) === plainPictures) break
  }
  const plain = await openPlainPage(join(folder, 'plain'), size, pictures)
  await pause(openedMs)
  const trace = await traced(plain.electron, folder, () =>
    scrollFor(plain.page, plain.scroller, seconds * 1000),
  )
  await plain.electron.close()
  return trace
}

function* thumbnailsOf(profile: string): Generator<string> {
  const folder = join(profile, 'thumbnails')
  for (const part of readdirSync(folder))
    for (const file of readdirSync(join(folder, part))) yield join(folder, part, file)
}
