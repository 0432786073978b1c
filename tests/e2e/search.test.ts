import type { Locator } from '@playwright/test'
import { resize } from '../../scripts/screenshots/resize'
import { expect, testOnOneApp } from './fixtures/app'
import { pretendImages } from './fixtures/longGallery'
import { galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'
import { violations } from './fixtures/violations'

const test = testOnOneApp(({ page }) => tryDemo(page))

test('images are found by keyboard alone: offers, chips, counts, a view, and what was typed wrongly', async ({
  app,
}) => {
  const { page } = app
  const gallery = galleryOf(page)
  await generate(page, { prompt: 'A heron on ice', images: 2, mode: 'Direct' })
  await generate(page, { prompt: '灯台と海の絵', mode: 'Direct' })
  await expect(gallery.tiles('A heron on ice', 'saved')).toHaveCount(2)
  await expect(gallery.tiles('灯台と海の絵', 'saved')).toHaveCount(1)

  await page.keyboard.press('ControlOrMeta+F')
  await page.keyboard.type('台と')
  await expect(page.getByText('1 of 3')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(gallery.tiles('A heron on ice', 'saved')).toHaveCount(2)

  await page.keyboard.type('mod')
  await expect(page.getByRole('option', { name: /^model:/ })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: 'model:aurora-2' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(gallery.region.getByRole('button', { name: 'Remove model aurora-2' })).toBeVisible()
  await page.keyboard.type('heron -is:seen ')
  await expect(page.getByText('2 of 3')).toBeVisible()
  expect(await violations(page)).toEqual([])

  await page.keyboard.press('Backspace')
  await page.keyboard.press('Home')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(' size:huge ')
  await expect(page.getByText('“size:huge” isn’t a size.')).toBeVisible()
})

test('what was opened is seen, and a search as a view outlives a restart of the window', async ({ app }) => {
  const { page } = app
  const gallery = galleryOf(page)
  await gallery.search.fill('')
  await expect(gallery.tiles('A heron on ice', 'saved')).toHaveCount(2)
  await gallery.tiles('A heron on ice', 'saved').first().click()
  await page.keyboard.press('Space')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await gallery.search.fill('is:unseen heron ')
  await expect(gallery.tiles('A heron on ice', 'saved')).toHaveCount(1)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this search as a view…' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
  await page.keyboard.type('Herons to see')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await app.ask('app.snapshot', null)).preferences.views).toHaveLength(1)
  await page.reload()
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemradio', { name: 'Herons to see' }).click()
  await expect(gallery.tiles('A heron on ice', 'saved')).toHaveCount(1)
  await expect(gallery.tiles('灯台と海の絵', 'saved')).toHaveCount(0)
})

test('words and count have room in the field beside a long name of a view and a selection', async ({
  app,
}) => {
  const { page, electron } = app
  const { region, search, export: exported } = galleryOf(page)
  await resize(page, electron, { width: 1280, height: 800 })
  await pretendImages(app, 100_000)
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitemradio', { name: 'Paid for, never opened' }).click()
  await region.getByRole('option').first().click()
  await expect(exported).toHaveText('Export 1')
  const count = region.getByRole('status').filter({ hasText: '100,000' })
  await expect(count).toBeVisible()

  const edges = async (part: Locator) => {
    const { x, width } = (await part.boundingBox()) ?? { x: 0, width: 0 }
    return { left: x, right: x + width, width }
  }
  const words = search.locator('xpath=../..')
  const [field, query, told, clear] = await Promise.all(
    [words.locator('..'), words, count, region.getByRole('button', { name: 'Clear the search' })].map(edges),
  )
  expect(query?.width).toBeGreaterThan(160)
  expect(query?.right).toBeLessThanOrEqual(told?.left ?? 0)
  expect(told?.right).toBeLessThanOrEqual(clear?.left ?? 0)
  expect(clear?.right).toBeLessThanOrEqual(field?.right ?? 0)
  await count.click()
  await expect(search).toBeFocused()
})
