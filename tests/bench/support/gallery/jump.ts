import { createRandom } from '../../../support/random'
import { percentile } from '../figure'
import type { GalleryPart } from './galleryPart'
import { type GalleryWindow, openGallery } from './galleryWindow'
import { type Jump, watchJump } from './jumpWatch'
import { dragThumb } from './scrolling'

const jumps = 60
const keys = ['End', 'PageUp', 'Home', 'PageDown', 'End'] as const

/** To places all over the library: by the scroll position, by the thumb in one movement, and by keys. */
export const jump: GalleryPart = async ({ profile, rows, add }) => {
  const window = await openGallery(profile)
  await window.scroller.locator(`[role=option][aria-setsize="${rows}"]`).first().waitFor()
  const random = createRandom(15)
  const made: Jump[] = []
  for (let n = 0; n < jumps; n++) made.push(await jumpOnce(window, n, random.next()))
  await window.electron.close()

  const tell = (what: string, value: number, unit: string, target: number | null = null) =>
    add({ name: `jump: ${what}`, value, unit, target })
  tell(
    'with a tile that was empty in the next frame',
    made.filter(({ empty }) => empty > 0).length,
    `of ${jumps}`,
    0,
  )
  tell('tiles that were empty then, at most', Math.max(...made.map(({ empty }) => empty)), 'tiles')
  const sharp = made.map(({ sharpMs }) => sharpMs)
  tell('until all pictures were sharp, median', percentile(sharp, 0.5), 'ms')
  tell('until all pictures were sharp, p95', percentile(sharp, 0.95), 'ms', 300)
}

async function jumpOnce({ page, scroller }: GalleryWindow, n: number, share: number): Promise<Jump> {
  if (n % 3 === 0) {
    const watch = await watchJump(scroller, 'scroll')
    await scroller.evaluate((element, to) => {
      element.scrollTop = to * (element.scrollHeight - element.clientHeight)
    }, share)
    return watch.jump()
  }
  if (n % 3 === 1) {
    const watch = await watchJump(scroller, 'scroll')
    await dragThumb(page, scroller, share, { atOnce: true })
    return watch.jump()
  }
  await scroller.locator('[role=option][tabindex="0"]').focus()
  const watch = await watchJump(scroller, 'keydown')
  await page.keyboard.press(keys[Math.floor(n / 3) % keys.length] ?? 'End')
  return watch.jump()
}
