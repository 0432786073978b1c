import { errors } from '@shared/text/errors'
import { expect, test } from './fixtures/app'
import { galleryOf, queueOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

test('what is queued offline is sent once by itself when the service can be reached', async ({
  app,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await connect(page, service)
  await service.offline()
  await generate(page, { prompt: 'Fog over the harbour', mode: 'Direct' })
  await expect(queueOf(page).region).toContainText(errors.connectionRefused.cause)
  expect(await profile.libraryImages()).toEqual([])

  await service.online()
  await expect(galleryOf(page).tile('Fog over the harbour', 1, 1, 'saved')).toBeVisible({ timeout: 60_000 })
  expect(service.posts).toBe(1)
})
