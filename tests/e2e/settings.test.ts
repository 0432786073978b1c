import { resize } from '../../scripts/screenshots/resize'
import { expect, test } from './fixtures/app'
import { connectionDialogOf, firstRunOf } from './fixtures/regions'

test('at 1280x800 the connection form shows Advanced, and without a keychain it and Settings say in full where the key is', async ({
  app,
}) => {
  const { page, electron } = app
  await resize(page, electron, { width: 1280, height: 800 })
  await firstRunOf(page).connect.click()
  const form = connectionDialogOf(page)
  await expect(form.dialog).toContainText('for this session only')
  await expect(form.advanced).toBeInViewport({ ratio: 1 })

  // With prices and a cap it has its greatest height.
  await form.name.fill('Studio')
  await form.baseUrl.fill('https://api.images.studio.example.com')
  await form.models.fill('painter-1, painter-1-fast, sketch-1, sketch-1-fast')
  await form.priceOf('painter-1').fill('2')
  await expect(form.dailyCap).toBeInViewport({ ratio: 1 })
  // The list of prices scrolls down only, and what a price is for is shown in full.
  const prices = form.dialog.getByRole('group', { name: 'Prices' })
  const sideways = await prices
    .locator('ul, [role=combobox] *')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.tagName))
  expect(sideways).toEqual([])
  await expect(form.advanced).toBeInViewport({ ratio: 1 })
  await form.apiKey.fill('sk-1')
  await form.save.click()
  await expect(form.dialog).toBeHidden()

  await page.keyboard.press('Control+,')
  const row = page
    .getByRole('dialog', { name: 'Settings' })
    .getByRole('listitem')
    .filter({ hasText: 'Studio' })
  const lines = row.getByText(/Key for this session only|example\.com/)
  await expect(lines).toHaveCount(2)
  const cut = await lines.evaluateAll((all) =>
    all.filter((line) => (line.closest('p') ?? line).scrollWidth > (line.closest('p') ?? line).clientWidth),
  )
  expect(cut).toEqual([])
})
