import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures/app'
import { galleryOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'
import { testPng } from './fixtures/testPng'

/** A complete picture of 16,000 x 16,000 pixels. */
const avif = await readFile(join(import.meta.dirname, '../core/imaging/large.avif'))

function claimingToBeHuge(): Buffer {
  const png = testPng(1)
  png.writeUInt32BE(40_000, 16)
  png.writeUInt32BE(30_000, 20)
  return png
}

test('images that are too large to show are saved unchanged, and described in words', async ({
  app,
  profile,
  serve,
}) => {
  const pictures = [claimingToBeHuge(), avif]
  const service = await serve({ key: 'sk-1', draw: (number) => pictures[number - 1] ?? testPng(number) })
  const { page } = app
  await connect(page, service)
  await generate(page, { prompt: 'The whole coast', images: 3, mode: 'Direct' })
  const gallery = galleryOf(page)
  await expect(gallery.tile('The whole coast', 3, 3, 'saved')).toBeVisible()
  for (const index of [1, 2]) {
    const tile = gallery.tile('The whole coast', index, 3, 'saved, too large to show')
    await expect(tile).toContainText('Too large to show here. The file is saved.')
    await expect(tile.locator('canvas')).toHaveCount(0)
  }
  const saved = await Promise.all((await profile.libraryImages()).map((file) => readFile(file)))
  for (const picture of pictures) expect(saved.filter((bytes) => bytes.equals(picture))).toHaveLength(1)

  await gallery.tile('The whole coast', 1, 3, 'saved, too large to show').click()
  await page.keyboard.press('Space')
  const look = page.getByRole('dialog', { name: 'Quick look' })
  await expect(look).toContainText('40000 × 30000')
  await expect(look.getByRole('img')).toHaveCount(0)
})
