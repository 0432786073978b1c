import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ElectronApplication, JSHandle, Locator, Page } from '@playwright/test'
import { thumbnailEdges } from '@shared/processes/imaging'
import { ask } from '../askRoute'
import type { KeyWork } from './keyPaint'
import { startPlainApp } from './plainPage'
import { thumbnailOf } from './seededLibrary'
import { tilesInView } from './tilesInView'

/** A picture of a tile, and its place in the window in CSS pixels. */
interface PlainTile {
  /** Of its file on the bare page. */
  readonly name: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** A bare page with a field and tiles. */
export interface PlainTiles {
  readonly electron: ElectronApplication
  readonly page: Page
  /** The tiles that the app shows now, whose query is `text`. */
  copyOf(app: Page, scroller: Locator, text: string): Promise<readonly PlainTile[]>
  /** Shows other tiles, and a count in words, by the next key. Their files are read anew, as the app does. */
  next(tiles: readonly PlainTile[], words?: string): Promise<JSHandle<KeyWork>>
}

/** Opens it in a new folder, for images of a profile. */
export async function openPlainTiles(profile: string, folder: string): Promise<PlainTiles> {
  await mkdir(folder)
  await writeFile(join(folder, 'index.html'), html)
  const { electron, page } = await startPlainApp(folder)
  await page.locator('input').click()
  let copies = 0
  return {
    electron,
    page,
    async copyOf(app, scroller, text) {
      const boxes = await boxesOf(scroller)
      const offset = Math.min(...boxes.map(({ place }) => place)) - 1
      const { rows } = await ask(app, 'gallery.page', { text, offset, limit: boxes.length })
      copies += 1
      const tiles: PlainTile[] = []
      for (const { place, ...box } of boxes) {
        const image = rows[place - 1 - offset]
        if (image === undefined) throw new Error('a tile has no image')
        const name = `${copies}-${place}.webp`
        const kind = Math.max(box.width, box.height) <= thumbnailEdges.small ? 'small' : 'thumb'
        await copyFile(thumbnailOf(profile, image.id, kind), join(folder, name))
        tiles.push({ name, ...box })
      }
      return tiles
    },
    next: (tiles, words = '') =>
      page.evaluateHandle(
        ([shown, count]) => ({
          act() {
            const pictures = shown.map(({ name, left, top, width, height }) => {
              const picture = Object.assign(new Image(width, height), { decoding: 'sync', src: name })
              Object.assign(picture.style, { left: `${left}px`, top: `${top}px` })
              return picture
            })
            document.querySelector('main')?.replaceChildren(...pictures)
            document.querySelector('output')?.replaceChildren(count)
            return Promise.all(pictures.map((picture) => picture.decode()))
          },
        }),
        [tiles, words] as const,
      ),
  }
}

/** The tiles in view, by their places from 1. */
const boxesOf = async (scroller: Locator) =>
  (await tilesInView(scroller)).evaluate((inView) =>
    inView().map((tile) => {
      const { left, top, width, height } = tile.getBoundingClientRect()
      return { place: Number(tile.ariaPosInSet), left, top, width, height }
    }),
  )

const html = `<!doctype html><title>Pictures</title>
<style>
  body { margin: 0; background: #161616; color: #ddd; font: 13px sans-serif }
  main { position: fixed; inset: 52px 0 0 0; overflow: hidden }
  img { position: fixed; object-fit: cover }
</style>
<input><output></output><main></main>`
