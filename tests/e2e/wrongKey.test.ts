import { errors } from '@shared/text/errors'
import { expect, test } from './fixtures/app'
import { connectionDialogOf, galleryOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

test('a wrong key holds the connection, keeps the job and its prompt, and a new key sends it', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-right' })
  const { page } = app
  await connect(page, { url: service.url, key: 'sk-wrong' })
  await generate(page, { prompt: 'A red door' })
  await expect(page.getByText(errors.keyRefused.cause).first()).toBeVisible()
  expect(service.accepted).toHaveLength(0)

  await page.getByRole('button', { name: 'Replace key' }).first().click()
  const form = connectionDialogOf(page)
  await form.apiKey.fill('sk-right')
  await form.save.click()
  await expect(galleryOf(page).tile('A red door', 1, 1, 'saved')).toBeVisible()
  expect(service.accepted.map(({ body }) => body.prompt)).toEqual(['A red door'])
})
