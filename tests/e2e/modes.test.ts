import { expect, test } from './fixtures/app'
import { composeOf, galleryOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

test('Background sends only model, prompt and async; Direct sends size and n as well', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await connect(page, service)

  await generate(page, { prompt: 'In the background' })
  await expect(galleryOf(page).tile('In the background', 1, 1, 'saved')).toBeVisible()

  await composeOf(page).mode('Direct').click()
  await composeOf(page).size.fill('640x480')
  await composeOf(page).size.press('Tab')
  await generate(page, { prompt: 'At once', mode: 'Direct' })
  await expect(galleryOf(page).tile('At once', 1, 1, 'saved')).toBeVisible()

  expect(service.accepted.map(({ body }) => body)).toEqual([
    { model: 'painter-1', prompt: 'In the background', async: true },
    { model: 'painter-1', prompt: 'At once', size: '640x480', n: 1 },
  ])
  expect(service.posts).toBe(2)
})
