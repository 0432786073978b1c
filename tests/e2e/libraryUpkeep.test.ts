import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, testOnOneApp } from './fixtures/app'
import { galleryOf } from './fixtures/regions'
import { generate, reconnect } from './fixtures/steps'
import { violations } from './fixtures/violations'

const test = testOnOneApp()

async function check(page: Page, result: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click()
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('button', { name: 'Check the library' }).click()
  await expect(settings.getByRole('status').getByText(result, { exact: true })).toBeVisible()
}

test('a library whose disk was removed changes nothing, until it is back', async ({
  app,
  profile,
  serve,
}) => {
  const { page } = app
  const gallery = galleryOf(page)
  await reconnect(app, await serve({ key: 'sk-1' }))
  await generate(page, { prompt: 'A reed', mode: 'Direct' })
  await expect(gallery.tile('A reed', 1, 1, 'saved')).toBeVisible()
  const unplugged = `${profile.library}-unplugged`
  await rename(profile.library, unplugged)
  await check(
    page,
    `1 can’t be checked now. This folder isn’t connected or can’t be read: ${profile.library}`,
  )
  await page.keyboard.press('Escape')
  await expect(gallery.tile('A reed', 1, 1, 'saved')).toBeVisible()
  await rename(unplugged, profile.library)
  await check(page, 'Every image is in its place.')
})

test('an image whose file was deleted is back from the service, with the same bytes and without a new request', async ({
  app,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  const gallery = galleryOf(page)
  await reconnect(app, service)
  await generate(page, { prompt: 'A moss', mode: 'Direct' })
  await expect(gallery.tile('A moss', 1, 1, 'saved')).toBeVisible()
  const file = (await profile.libraryImages()).find((path) => path.includes('a-moss')) ?? ''
  await rm(file)
  await check(page, '1 missing.')
  await page.getByRole('button', { name: 'Show missing images' }).click()
  await gallery.tile('A moss', 1, 1, 'saved, file missing').click()
  await page.keyboard.press('i')
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('button', { name: 'Ask the service again' }).click()
  await expect(gallery.region.getByText('The image is back from the service.')).toBeVisible()
  expect(await readFile(file)).toEqual(service.served[0])
  expect(service.served).toHaveLength(2)
  expect(service.posts).toBe(1)
  await gallery.region.getByRole('button', { name: 'Clear the search' }).first().click()
  await expect(gallery.tile('A moss', 1, 1, 'saved')).toBeVisible()
})

// Last: it leaves a file changed.
test('images whose files were moved, renamed, changed and removed outside are found, or say what is the matter', async ({
  app,
  profile,
  serve,
}) => {
  const { page } = app
  const gallery = galleryOf(page)
  await reconnect(app, await serve({ key: 'sk-1' }))
  await generate(page, { prompt: 'A fern', mode: 'Direct', images: 4 })
  for (const index of [1, 2, 3, 4]) await expect(gallery.tile('A fern', index, 4, 'saved')).toBeVisible()
  const files = (await profile.libraryImages()).filter((path) => path.includes('a-fern'))
  const named = (index: number) => files.find((file) => new RegExp(`-${index}\\.\\w+$`).test(file)) ?? ''
  const inLibrary = (file: string) => join(profile.library, file)
  const outside = `${profile.library}-outside`
  await mkdir(inLibrary('chosen/print'), { recursive: true })
  await rename(named(1), inLibrary('chosen/print/Fern (final).png'))
  await rename(named(2), inLibrary(`chosen/${basename(named(2))}`))
  await rename(named(3), outside)
  await writeFile(named(4), await readFile(inLibrary('chosen/print/Fern (final).png')))

  await check(page, '2 images found again. 1 changed outside. 1 missing.')
  expect.soft(await violations(page), 'a check').toEqual([])
  await page.getByRole('button', { name: 'Show missing images' }).click()
  const missing = gallery.tile('A fern', 3, 4, 'saved, file missing')
  await expect(missing).toBeVisible()
  await expect(page.getByRole('option')).toHaveCount(1)
  await missing.click()
  await page.keyboard.press('i')
  const details = page.getByRole('complementary', { name: 'Details' })
  await expect(details.getByText('The file isn’t in the library any more.')).toBeVisible()
  expect.soft(await violations(page), 'a missing image').toEqual([])

  // Put back under any name, it is found.
  await rename(outside, inLibrary('chosen/back again.png'))
  await details.getByRole('button', { name: 'Check the library' }).click()
  await expect(page.getByRole('option')).toHaveCount(0)
  await gallery.region.getByRole('button', { name: 'Clear the search' }).first().click()
  await expect(gallery.tile('A fern', 4, 4, 'saved, changed outside')).toBeVisible()
  await gallery.tile('A fern', 3, 4, 'saved').click()
  await expect(details.getByText('chosen/back again.png')).toBeVisible()
})
