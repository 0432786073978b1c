import { expect, testOnOneApp } from './fixtures/app'
import { composeOf, galleryOf } from './fixtures/regions'
import { generate, reconnect } from './fixtures/steps'

const test = testOnOneApp()

test('an image of the gallery becomes a reference, is previewed, and is in the body of a Direct request', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  const { region, mode } = composeOf(page)
  await reconnect(app, service)
  await generate(page, { prompt: 'A heron' })
  const tile = galleryOf(page).tile('A heron', 1, 1, 'saved')
  await expect(tile).toBeVisible()
  expect(service.served).toHaveLength(1)

  // Background can't include references: it is kept, and switching is only offered.
  await tile.click()
  await page.keyboard.press('i')
  await page.getByRole('button', { name: 'Use as reference' }).click()
  const told = page.getByRole('status').filter({ hasText: 'Kept as a reference for Direct' })
  await expect(told).toContainText('links like this often expire')
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

test('references are added by paste and by drop, and put in order by pointer and keys', async ({
  app,
  serve,
}) => {
  const { page } = app
  const { region, mode } = composeOf(page)
  await reconnect(app, await serve({ key: 'sk-1' }))
  await mode('Direct').click()
  const field = region.getByRole('textbox', { name: 'Reference images' })
  const rows = region.getByRole('listitem', { name: /^Reference \d/ })
  const shown = async () => (await rows.allTextContents()).map((text) => text.replace(/^\d/, ''))

  await page.evaluate(() =>
    window.cyanotype.request('app.copyText', { text: 'https://a.example\nhttps://b.example' }),
  )
  await field.focus()
  await page.keyboard.press('Control+V')
  await expect(rows).toHaveCount(2)
  const links = await page.evaluateHandle(() => {
    const data = new DataTransfer()
    data.setData('text/uri-list', '# a page\r\nhttps://c.example')
    return data
  })
  await field.dispatchEvent('drop', { dataTransfer: links })
  await expect.poll(shown).toEqual(['a.example', 'b.example', 'c.example'])

  await rows.nth(2).dragTo(rows.nth(0), { targetPosition: { x: 40, y: 4 }, sourcePosition: { x: 40, y: 14 } })
  await expect.poll(shown).toEqual(['c.example', 'a.example', 'b.example'])
  await expect(rows.nth(0)).toBeFocused()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(shown).toEqual(['a.example', 'c.example', 'b.example'])
  await page.keyboard.press('Delete')
  await expect.poll(shown).toEqual(['a.example', 'b.example'])
})
