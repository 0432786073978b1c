import { expect, test } from './fixtures/app'
import { composeOf, queueOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

const prompt = 'Rain on a tin roof'

test('images that can’t be fetched hold further requests, until they are given up, retried or fetched', async ({
  launch,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', hidesImages: true })
  const { page, ask } = await launch(profile)
  await connect(page, service)
  const { connections } = await ask('app.snapshot', null)
  const [saved] = connections
  if (saved === undefined) throw new Error('nothing is connected')
  const { id, kind, keyState, paused, hold, ...draft } = saved
  await ask('connections.save', {
    id,
    draft: { ...draft, undeliveredImages: 3, backgroundSlots: 1 },
    apiKey: null,
  })

  await generate(page, { prompt, images: 8 })
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
  await expect.poll(() => profile.libraryImages()).toHaveLength(8)
  expect(service.posts).toBe(8)
})
