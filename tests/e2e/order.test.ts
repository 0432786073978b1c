import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures/app'
import { galleryOf, queueOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

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
  app: { page, ask },
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  await connect(page, service)
  const [studio] = (await ask('app.snapshot', null)).connections
  if (studio === undefined) throw new Error('there is no connection')
  // Requests that are open at the same time may arrive in any order.
  await ask('connections.save', { id: studio.id, draft: { ...studio, backgroundSlots: 1 }, apiKey: null })
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
