import { join } from 'node:path'
import type { JSHandle, Page } from '@playwright/test'
import type { GalleryPart } from './galleryPart'
import { openGallery } from './galleryWindow'
import { type KeyWork, noPaints, tellPaints, timeBoth, timeKey } from './keyPaint'
import { anotherImage } from './nextImage'
import { openPlainLook } from './plainLook'

const tries = 40
/** Images beside the one that is looked at. */
const neighbours = 12

/**
 * From Space to the paint of the image itself, and from P and X to the paint of the mark and of the next image, beside a
 * bare page that shows the same: a picture, its neighbours and a line of words.
 */
export const quickLook: GalleryPart = async ({ profile, folder, add }) => {
  const { electron, page } = await openGallery(profile)
  const plain = await openPlainLook(page, {
    ...{ profile, folder: join(folder, 'plain'), count: 2 * tries + neighbours },
  })
  const tiles = page.getByRole('listbox', { name: 'Images' })
  const dialog = page.getByRole('dialog')
  const viewOf = (at: number, words: string) => {
    const image = plain.images[at]
    if (image === undefined) throw new Error('there are too few images')
    return { image, neighbours: plain.images.slice(at, at + neighbours), words }
  }

  const opened = noPaints()
  await tiles.getByRole('option').first().focus()
  for (let n = 0; n < tries; n++) {
    await timeBoth(
      opened,
      async () => timeKey(page, 'Space', await anotherImage(page)),
      async () => timeKey(plain.page, 'Space', await plain.next(viewOf(n, 'Opened'))),
    )
    await plain.clear()
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    await page.keyboard.press('ArrowRight')
  }

  const marked = noPaints()
  await page.keyboard.press('Space')
  await dialog.locator('[data-shows*="//image/"]').waitFor()
  for (let n = tries; n < 2 * tries; n++) {
    const { key, word } = n % 2 === 0 ? { key: 'p', word: 'kept' } : { key: 'x', word: 'rejected' }
    await timeBoth(
      marked,
      async () => timeKey(page, key, await markedAndNext(page, n + 1, word)),
      async () => timeKey(plain.page, key, await plain.next(viewOf(n, word))),
    )
  }
  await Promise.all([electron.close(), plain.electron.close()])
  tellPaints(add, 'quick look opens', opened)
  tellPaints(add, 'P or X in quick look', marked)
}

/** The image at a place of the list, from 1, has its mark in the filmstrip, and the next one is in view. */
async function markedAndNext(page: Page, place: number, word: string): Promise<JSHandle<KeyWork>> {
  const next = await anotherImage(page)
  return page.evaluateHandle(
    ({ place, word, next }) => ({
      isDone() {
        const marked = document.querySelector(`[role=dialog] [role=option][aria-posinset="${place}"]`)
        return marked?.ariaLabel?.endsWith(word) === true && 'isDone' in next && next.isDone()
      },
    }),
    { place, word, next },
  )
}
