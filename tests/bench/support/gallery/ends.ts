import { join } from 'node:path'
import type { JSHandle, Locator } from '@playwright/test'
import type { GalleryPart } from './galleryPart'
import { openGallery, picturesDrawn } from './galleryWindow'
import { type KeyWork, noPaints, tellPaints, timeBoth, timeKey } from './keyPaint'
import { openPlainTiles } from './plainTiles'
import { tilesInView } from './tilesInView'

/** Of each key. */
const tries = 30

/**
 * From Home and End to the paint of the pictures of all tiles in view there, beside a bare page that gets the same
 * pictures by the same key.
 */
export const ends: GalleryPart = async ({ profile, folder, rows, add }) => {
  const { electron, page, scroller } = await openGallery(profile)
  const plain = await openPlainTiles(profile, join(folder, 'plain'))
  await scroller.locator(`[role=option][aria-setsize="${rows}"]`).first().focus()
  const paints = { Home: noPaints(), End: noPaints() }
  for (let n = 0; n < 2 * tries; n++) {
    const key = n % 2 === 0 ? 'End' : 'Home'
    const place = key === 'End' ? rows : 1
    await timeBoth(
      paints[key],
      async () => timeKey(page, key, await picturesAt(scroller, place)),
      async () => {
        await picturesDrawn(page)
        const tiles = await plain.copyOf(page, scroller, '')
        return timeKey(plain.page, key, await plain.next(tiles))
      },
    )
  }
  await Promise.all([electron.close(), plain.electron.close()])
  tellPaints(add, 'Home', paints.Home)
  tellPaints(add, 'End', paints.End)
}

/** The tile at a place, from 1, is in view, and every tile in view shows its picture. */
const picturesAt = async (scroller: Locator, place: number): Promise<JSHandle<KeyWork>> =>
  (await tilesInView(scroller)).evaluateHandle(
    (inView, wanted) => ({
      isDone() {
        const tiles = inView()
        return (
          tiles.some(({ ariaPosInSet }) => Number(ariaPosInSet) === wanted) &&
          tiles.every((tile) => tile.querySelector('canvas')?.dataset.shows === 'picture')
        )
      },
    }),
    place,
  )
