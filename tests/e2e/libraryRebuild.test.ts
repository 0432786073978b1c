import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures/app'
import { filesBelow } from './fixtures/profile'
import { galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

test('images are back with their marks and collections when all but the library was lost, wherever their files are', async ({
  launch,
  profile,
}) => {
  // Of several formats, so that some are renamed to a name of another.
  const first = await launch(profile, { demo: { plain: false } })
  await tryDemo(first.page)
  await generate(first.page, { prompt: 'A fern', mode: 'Direct', images: 3 })
  await expect(galleryOf(first.page).tiles('A fern', 'saved')).toHaveCount(3)
  const { rows } = await first.ask('gallery.page', { text: '', offset: 0, limit: 3 })
  const [one, two, three] = rows.map(({ id }) => ({ ids: [id] }))
  if (one === undefined || two === undefined || three === undefined) throw new Error('there are three')
  await first.ask('images.mark', { selection: one, change: { flag: 'kept' } })
  await first.ask('images.mark', { selection: two, change: { rating: 4 } })
  await first.ask('collections.create', { name: 'Ferns', selection: { ids: [...one.ids, ...two.ids] } })
  await first.ask('images.delete', three)
  await expect(async () => {
    const records = await filesBelow(join(profile.library, '.cyanotype/records'))
    const texts = await Promise.all(records.map((record) => readFile(record, 'utf8')))
    expect(texts.map((text) => JSON.parse(text).marks.collections.length).toSorted()).toEqual([0, 1, 1])
    expect(texts.filter((text) => !text.includes('"deletedAt":null'))).toHaveLength(1)
  }).toPass()
  await first.quit()
  for (const name of await readdir(profile.folder))
    if (name !== 'library') await rm(join(profile.folder, name), { recursive: true })
  await mkdir(join(profile.library, 'chosen'))
  for (const [n, file] of (await profile.libraryImages()).entries())
    await rename(file, join(profile.library, 'chosen', `${n}.png`))

  const { page } = await launch(profile)
  await tryDemo(page)
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Rebuild from files' }).click()
  await expect(settings.getByRole('status').getByText('3 images are back.')).toBeVisible()
  await page.keyboard.press('Escape')
  const gallery = galleryOf(page)
  await expect(gallery.tiles('A fern', 'saved')).toHaveCount(2)
  for (const [text, count] of [
    ['is:kept', 1],
    ['rating:4', 1],
    ['collection:Ferns', 2],
    ['is:deleted', 1],
  ] as const) {
    await gallery.search.fill(text)
    await expect(page.getByRole('option', { name: /^A fern, image/ })).toHaveCount(count)
  }
})
