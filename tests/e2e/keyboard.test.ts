import { mkdir } from 'node:fs/promises'
import { basename } from 'node:path'
import { expect, test } from './fixtures/app'
import { filesBelow, sha256Of } from './fixtures/profile'
import { composeOf, firstRunOf, galleryOf } from './fixtures/regions'
import { pressUntilFocused } from './fixtures/steps'

test('from the first start to exported files without a pointer', async ({ app, profile }) => {
  const { page } = app
  const { keyboard } = page
  await mkdir(profile.exports, { recursive: true })
  await app.answerOpenDialogs(profile.exports)

  await expect(firstRunOf(page).demo).toBeVisible()
  await pressUntilFocused(page, 'Tab', firstRunOf(page).demo)
  await keyboard.press('Enter')

  const compose = composeOf(page)
  await expect(compose.prompt).toBeVisible()
  await pressUntilFocused(page, 'Tab', compose.prompt)
  await keyboard.type('A lantern in the snow')
  await pressUntilFocused(page, 'Tab', compose.images)
  await keyboard.press('ArrowUp')
  await expect(compose.images).toHaveValue('2')
  await keyboard.press('Control+Enter')

  const gallery = galleryOf(page)
  await expect(gallery.tiles('A lantern in the snow', 'saved')).toHaveCount(2)
  await pressUntilFocused(page, 'Tab', gallery.tiles('A lantern in the snow', 'saved'))
  await keyboard.press('Control+a')
  await expect(page.getByRole('option', { selected: true })).toHaveCount(2)
  await keyboard.press('Control+e')

  await expect(page.getByText(/^2 images exported/)).toBeVisible()
  const exported = await filesBelow(profile.exports)
  expect(exported).toHaveLength(2)
  const originals = await profile.libraryImages()
  const sums = async (paths: readonly string[]) => (await Promise.all(paths.map(sha256Of))).toSorted()
  expect(await sums(exported)).toEqual(await sums(originals))
  for (const path of exported) expect(basename(path)).toMatch(/^[^/\\:*?"<>|]+\.(png|jpe?g|webp)$/)
})
