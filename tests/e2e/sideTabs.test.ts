import { resize } from '../../scripts/screenshots/resize'
import { expect, testOnOneApp } from './fixtures/app'
import { galleryOf, queueOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const lanterns = 'Two lanterns in the snow'

const test = testOnOneApp(({ page }) => tryDemo(page))

test('Details share the queue’s column, tell how an image came, and the choice outlives a restart', async ({
  app,
  restart,
}) => {
  const { page, electron } = app
  await resize(page, electron, { width: 1280, height: 800 })
  const details = page.getByRole('complementary', { name: 'Details' })
  const queueTab = page.getByRole('tab', { name: /^Queue/ })
  await expect(queueTab).toHaveAttribute('aria-selected', 'true')

  await generate(page, { prompt: lanterns })
  const saved = galleryOf(page).tiles(lanterns, 'saved')
  await expect(saved).toHaveCount(1)
  await saved.first().click()
  await expect(details).toBeHidden()
  await page.keyboard.press('i')
  await expect(details.getByRole('button', { name: /^Queued .*Sent .*Saved/s })).toBeVisible()
  await expect(saved.first()).toBeFocused()

  // The link to its batch may have the same name.
  await details.getByRole('button', { name: lanterns, exact: true }).first().click()
  await expect(details.getByRole('status')).toHaveText('Copied')
  expect(await electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(lanterns)

  await details.getByRole('button', { name: 'Quick look' }).click()
  await expect(page.getByRole('dialog', { name: 'Quick look' })).toBeVisible()
  await page.keyboard.press('Escape')
  await app.quit()

  const next = await restart()
  await resize(next.page, next.electron, { width: 1280, height: 800 })
  await expect(next.page.getByRole('tab', { name: 'Details' })).toHaveAttribute('aria-selected', 'true')
  await expect(next.page.getByText('No image selected')).toBeVisible()
})

test('the queue keeps its place and its open rows while Details are in front', async ({ app }) => {
  const { page, electron } = app
  await resize(page, electron, { width: 1280, height: 600 })
  await page.getByRole('tab', { name: /^Queue/ }).click()
  const { pause, region, button } = queueOf(page)
  await pause.click()
  await generate(page, { prompt: 'A harbour {a|b|c|d|e|f|g|h|i|j|k|l|m|n|o|p|q|r|s|t}' })
  const show = region.getByRole('button', { name: /^Show the requests of/ })
  await show.click()
  const requests = region.getByRole('list', { name: /^Waiting requests of/ })
  await expect(requests.getByRole('group').first()).toBeVisible()
  const scroller = region.locator('[data-lines]')
  const top = () => scroller.evaluate((element) => element.scrollTop)
  await scroller.evaluate((element) => element.scrollTo(0, 300))
  await expect.poll(top).toBe(300)

  await page.getByRole('tab', { name: 'Details' }).click()
  await expect(region).toBeHidden()
  await page.getByRole('tab', { name: /^Queue 20/ }).click()
  await expect(region).toBeVisible()
  expect(await top()).toBe(300)
  await expect(requests).toBeVisible()
  await expect(button('Resume queue')).toBeVisible()
})
