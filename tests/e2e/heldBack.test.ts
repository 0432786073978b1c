import type { Locator, Page } from '@playwright/test'
import { groupRowsMaximum } from '@shared/model/queue'
import { errors } from '@shared/text/errors'
import { expect, testOnOneApp } from './fixtures/app'
import { composeOf, connectionDialogOf, galleryOf, queueOf } from './fixtures/regions'
import { generate, reconnect } from './fixtures/steps'

const test = testOnOneApp()

// First: what other tests send today would be counted too.
test('a daily cap holds what would exceed it, and raising the cap releases it', async ({ app, serve }) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await reconnect(app, { url: service.url, key: service.key, price: 2, dailyCap: 7 })
  await generate(page, { prompt: 'A red door', images: 5 })
  const banner = page
    .getByRole('status')
    .getByText(/The next request would exceed the daily cap of 7 credits/)
  await expect(banner).toBeVisible()
  await expect(queueOf(page).region.getByText('6 today, 4 waiting, cap 7', { exact: true })).toBeVisible()
  expect(service.posts).toBe(3)

  await page.getByRole('button', { name: 'Change the cap' }).click()
  const form = connectionDialogOf(page)
  await expect(form.dailyCap).toBeFocused()
  await form.dailyCap.fill('10')
  await form.save.click()
  await expect(queueOf(page).region.getByText('10 credits today, cap 10', { exact: true })).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(service.posts).toBe(5)
  await expect(galleryOf(page).tiles('A red door', 'saved')).toHaveCount(5)
})

test('a wrong key holds the connection, keeps the job and its prompt, and a new key sends it', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-right' })
  const { page } = app
  await reconnect(app, { url: service.url, key: 'sk-wrong' })
  await generate(page, { prompt: 'A locked door' })
  await expect(page.getByText(errors.keyRefused.cause).first()).toBeVisible()
  expect(service.accepted).toHaveLength(0)

  await page.getByRole('button', { name: 'Replace key' }).first().click()
  const form = connectionDialogOf(page)
  await form.apiKey.fill('sk-right')
  await form.save.click()
  await expect(galleryOf(page).tile('A locked door', 1, 1, 'saved')).toBeVisible()
  expect(service.accepted.map(({ body }) => body.prompt)).toEqual(['A locked door'])
})

test('of 20 jobs to a wrong prefix, three are sent and 17 stay queued', async ({ app, serve }) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await reconnect(app, { url: service.url, key: 'sk-1', prefix: '/wrong' })
  await generate(page, { prompt: 'Twenty boats', images: 20 })
  await expect(page.getByText(errors.breakerTripped.cause).first()).toBeVisible()

  const { counts } = await app.ask('queue.overview', { limit: groupRowsMaximum })
  expect(counts.waiting).toBe(17)
  expect(service.posts).toBe(3)
})

test('images that can’t be fetched hold further requests, until they are given up, retried or fetched', async ({
  app,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', hidesImages: true })
  const { page } = app
  const before = (await profile.libraryImages()).length
  await reconnect(app, service, { undeliveredImages: 3, backgroundSlots: 1 })

  await generate(page, { prompt: 'Rain on a tin roof', images: 8 })
  const banner = page.getByRole('status').filter({ hasText: 'Images from Studio paid for' })
  await expect(banner).toContainText('Nothing more is sent until there are fewer.')
  expect(service.posts).toBe(3)
  for (const { region } of [composeOf(page), queueOf(page)])
    await expect(region).toContainText('On hold. Images from Studio not on disk yet: 3,')

  await banner.getByRole('button', { name: 'Send anyway' }).click()
  await expect.poll(() => service.posts).toBe(8)
  await expect(banner).toContainText('As you chose, requests are sent anyway')

  await expect(banner).toContainText('paid for but not on disk yet: 8,')
  await banner.getByRole('button', { name: 'Give up on these images' }).click()
  await expect(page.getByText('8 requests no longer wait for their images')).toBeVisible()
  await expect(banner).toBeHidden()

  service.showImages()
  await queueOf(page).button('Try all 8 again').click()
  await expect.poll(() => profile.libraryImages()).toHaveLength(before + 8)
  expect(service.posts).toBe(8)
})

/** Waiting batches by name, as shown. */
function batches(page: Page): Locator {
  return queueOf(page)
    .region.getByRole('region', { name: /^Waiting/ })
    .locator(':scope > div > ul > li > [role=group]')
}

async function dragOnto(page: Page, dragged: Locator, target: Locator): Promise<void> {
  const from = await dragged.boundingBox()
  const to = await target.boundingBox()
  if (from === null || to === null) throw new Error('a row is not on the screen')
  await page.mouse.move(from.x + 40, from.y + 14)
  await page.mouse.down()
  await page.mouse.move(to.x + 40, to.y + 30, { steps: 4 })
  await page.mouse.move(to.x + 40, to.y + 4, { steps: 4 })
  await page.mouse.up()
}

test('waiting batches are reordered by key and by drag, one is edited, and they are sent in that order', async ({
  app,
  serve,
}) => {
  const { page } = app
  const service = await serve({ key: 'sk-1' })
  // Requests that are open at the same time may arrive in any order.
  await reconnect(app, service, { backgroundSlots: 1 })
  const { pause, resume, button, region } = queueOf(page)
  await pause.click()
  await generate(page, { prompt: 'Fern' })
  await generate(page, { prompt: 'Moss', images: 3 })
  await generate(page, { prompt: 'Reed' })
  await expect(batches(page)).toHaveCount(3)

  const reed = button('More for Reed')
  await reed.focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(region.getByRole('status')).toHaveText('“Reed” is now number 2 of 3 waiting batches')
  await expect(batches(page).nth(1)).toContainText('Reed')
  await expect(reed).toBeFocused()

  await dragOnto(page, batches(page).nth(2), batches(page).nth(0))
  await expect(batches(page).nth(0)).toContainText('Moss')
  await expect(batches(page).nth(1)).toContainText('Fern')

  await button('Show the requests of Moss').click()
  const requests = region.getByRole('list', { name: 'Waiting requests of Moss' }).getByRole('group')
  await requests.nth(1).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit a waiting request' })
  const prompt = dialog.getByRole('textbox', { name: 'Prompt' })
  await expect(prompt).toBeFocused()
  await prompt.fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(prompt).toHaveAttribute('aria-invalid', 'true')
  await prompt.fill('Lichen')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(requests.nth(1)).toContainText('Lichen')
  await expect(requests.nth(1)).toBeFocused()
  await page.keyboard.press('Alt+Home')
  await expect(requests.nth(0)).toContainText('Lichen')
  await expect(requests.nth(0)).toBeFocused()

  await resume.click()
  await expect(galleryOf(page).tile('Reed', 1, 1, 'saved')).toBeVisible()
  expect(service.accepted.map(({ body }) => body.prompt)).toEqual(['Lichen', 'Moss', 'Moss', 'Fern', 'Reed'])
})
