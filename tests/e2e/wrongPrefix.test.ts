import { groupRowsMaximum } from '@shared/model/queue'
import { errors } from '@shared/text/errors'
import { expect, test } from './fixtures/app'
import { connect, generate } from './fixtures/steps'

test('of 20 jobs to a wrong prefix, three are sent and 17 stay queued', async ({ app, serve }) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await connect(page, { url: service.url, key: 'sk-1', prefix: '/wrong' })
  await generate(page, { prompt: 'Twenty boats', images: 20 })
  await expect(page.getByText(errors.breakerTripped.cause).first()).toBeVisible()

  const { counts } = await app.ask('queue.overview', { limit: groupRowsMaximum })
  expect(counts.waiting).toBe(17)
  expect(service.posts).toBe(3)
})
