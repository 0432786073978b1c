import { join } from 'node:path'
import type { JSHandle, Locator } from '@playwright/test'
import { galleryOf } from '../../../e2e/fixtures/regions'
import { queries } from '../search/queries'
import type { GalleryPart } from './galleryPart'
import { openGallery, picturesDrawn } from './galleryWindow'
import { type KeyWork, noPaints, tellPaints, timeBoth, timeKey } from './keyPaint'
import { openPlainTiles } from './plainTiles'
import { tilesInView } from './tilesInView'

const words = queries['a common word'] ?? []

/**
 * Words typed key by key: from each key to the paint of its letter, and to that of what it finds, which is the count
 * and the pictures of all tiles in view. Beside it a bare page: a field, and the same pictures by the same key.
 */
export const searchKeys: GalleryPart = async ({ profile, folder, add }) => {
  const { electron, page, scroller } = await openGallery(profile)
  const plain = await openPlainTiles(profile, join(folder, 'plain'))
  const { search, region } = galleryOf(page)
  const plainField = plain.page.locator('input')
  const letters = noPaints()
  const results = noPaints()
  for (const word of words) {
    for (const what of ['letter', 'results'] as const) {
      await search.fill('')
      await plainField.fill('')
      await picturesDrawn(page)
      await search.focus()
      for (const [at, letter] of [...word].entries()) {
        if (what === 'letter') {
          await timeBoth(
            letters,
            async () => timeKey(page, letter, await letterIn(search)),
            async () => timeKey(plain.page, letter, await letterIn(plainField)),
          )
          continue
        }
        await timeBoth(
          results,
          async () => timeKey(page, letter, await resultsOf(search, scroller)),
          async () => {
            await picturesDrawn(page)
            const tiles = await plain.copyOf(page, scroller, word.slice(0, at + 1))
            const count = await region.locator('.field').getByRole('status').textContent()
            return timeKey(plain.page, letter, await plain.next(tiles, count ?? ''))
          },
        )
      }
    }
  }
  await Promise.all([electron.close(), plain.electron.close()])
  tellPaints(add, 'search: a letter', letters)
  tellPaints(add, 'search: what a letter finds', results)
}

/** The field shows what was typed. */
const letterIn = (field: Locator): Promise<JSHandle<KeyWork>> =>
  field.evaluateHandle((input: HTMLInputElement) => {
    const before = input.value
    return { isDone: () => input.value !== before }
  })

/**
 * The count is there again, which is empty from the moment the letter is there until the answer, and every tile in view
 * shows its picture.
 */
const resultsOf = async (field: Locator, scroller: Locator): Promise<JSHandle<KeyWork>> =>
  field.evaluateHandle(
    (input: HTMLInputElement, inView) => {
      const before = input.value
      return {
        isDone: () =>
          input.value !== before &&
          input.closest('.field')?.querySelector('[role=status]')?.textContent !== '' &&
          inView().every((tile) => tile.querySelector('canvas')?.dataset.shows === 'picture'),
      }
    },
    await tilesInView(scroller),
  )
