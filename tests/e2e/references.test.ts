import { expect, test } from './fixtures/app'
import { composeOf, galleryOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

test('an image of the gallery becomes a reference, is looked at by a click, and is in the body of a Direct request', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  const { region, mode } = composeOf(page)
  await connect(page, service)
  await generate(page, { prompt: 'A heron' })
  const tile = galleryOf(page).tile('A heron', 1, 1, 'saved')
  await expect(tile).toBeVisible()
  expect(service.served).toHaveLength(1)

  // Background carries no references: it is kept, and switching is offered, no more.
  await tile.click()
  await page.getByRole('button', { name: 'Use as reference' }).click()
  const told = page.getByRole('status').filter({ hasText: 'Kept as a reference for Direct' })
  await expect(told).toContainText('such links often expire')
  await expect(mode('Background')).toBeChecked()
  await told.getByRole('button', { name: 'Switch to Direct' }).click()
  await expect(mode('Direct')).toBeChecked()

  // Nothing was fetched for the list; a click fetches it, once.
  const row = region.getByRole('listitem', { name: /^Reference 1 of 1: http/ })
  await expect(row).toBeVisible()
  expect(service.served).toHaveLength(1)
  await row.getByRole('button', { name: 'Look at reference 1' }).click()
  const preview = page.getByRole('dialog', { name: 'Reference 1 of 1' })
  const picture = preview.getByRole('img', { name: 'Reference 1 as it looks now' })
  await expect(picture).toBeVisible()
  await expect
    .poll(() => picture.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth > 0))
    .toBe(true)
  expect(service.served).toHaveLength(2)
  await page.keyboard.press('Escape')
  await expect(preview).toBeHidden()
  await expect(row).toBeFocused()

  await generate(page, { prompt: 'The same heron', mode: 'Direct' })
  await expect(galleryOf(page).tile('The same heron', 1, 1, 'saved')).toBeVisible()
  expect(service.accepted.map(({ body }) => body)).toEqual([
    { model: 'painter-1', prompt: 'A heron', async: true },
    {
      model: 'painter-1',
      prompt: 'The same heron',
      n: 1,
      image: [expect.stringMatching(`^${service.url}/files/`)],
    },
  ])
})
