import { join } from 'node:path'
import type { JSHandle, Page } from '@playwright/test'
import { median } from '../figure'
import type { GalleryPart } from './galleryPart'
import { openGallery } from './galleryWindow'
import { type KeyWork, noPaints, tellPaints, timeBoth, timeKey } from './keyPaint'
import { openPlainLook } from './plainLook'

const steps = 40

/**
 * From the key to the paint of the next image in quick look, beside an image element of a bare page whose address is
 * changed by the same key: the same files, in turns.
 */
export const nextImage: GalleryPart = async ({ profile, folder, add }) => {
  const { electron, page } = await openGallery(profile)
  const plain = await openPlainLook(page, {
    ...{ profile, folder: join(folder, 'plain'), count: 2 * steps + 1 },
  })
  await page.getByRole('option').first().focus()
  await page.keyboard.press('Space')
  await page.locator('[role=dialog] [data-shows*="//image/"]').waitFor()

  const timeNext = async () => timeKey(page, 'ArrowRight', await anotherImage(page))
  const looked = noPaints()
  for (const image of plain.images.slice(1, steps + 1))
    await timeBoth(looked, timeNext, async () =>
      timeKey(plain.page, 'ArrowRight', await plain.next({ image })),
    )
  const hurried: number[] = []
  for (let n = 0; n < steps; n++) hurried.push(await timeNext())
  await Promise.all([electron.close(), plain.electron.close()])

  const bare = median(looked.bare)
  const tell = (what: string, value: number, unit: string, target: number | null = null) =>
    add({ name: `next image: ${what}`, value, unit, target })
  tellPaints(add, 'next image', looked)
  tell('key to paint, each at once after the one before, median', median(hurried), 'ms')
  tell('quick look / bare page', median(looked.app) / bare, 'ratio', 1.3)
  tell('quick look, each at once / bare page', median(hurried) / bare, 'ratio', 1.3)
}

/** Quick look shows the picture of another image than now; its thumbnail doesn't count. */
export const anotherImage = (page: Page): Promise<JSHandle<KeyWork>> =>
  page.evaluateHandle(() => {
    const shown = () => document.querySelector<HTMLElement>('[role=dialog] [data-shows]')?.dataset.shows
    const before = shown()
    return {
      isDone() {
        const now = shown()
        return now !== undefined && now !== before && now.includes('//image/')
      },
    }
  })
