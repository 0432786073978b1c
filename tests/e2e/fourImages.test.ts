import { expect, test } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { sha256Of } from './fixtures/profile'
import { galleryOf, queueOf } from './fixtures/regions'
import { connect, generate, tryDemo } from './fixtures/steps'

test('four images in Background are four requests and four different files', async ({ app, profile }) => {
  const { page } = app
  await tryDemo(page)
  await generate(page, { prompt: 'Paper cranes', images: 4 })
  await expect(galleryOf(page).tiles('Paper cranes', 'saved')).toHaveCount(4)
  const files = await profile.libraryImages()
  expect(new Set(await Promise.all(files.map(sha256Of))).size).toBe(4)
})

test('all four images of a task are saved as they come, although the app is killed before the last', async ({
  launch,
  profile,
}) => {
  const demo = { taskMs: 8000, spread: 0 }
  const first = await launch(profile, { demo })
  await tryDemo(first.page)
  await generate(first.page, { prompt: 'Paper cranes [yield 4]' })
  await expect(galleryOf(first.page).tiles('Paper cranes [yield 4]', 'saved').first()).toBeVisible()
  await first.kill()
  // On a busy machine one poll may find two.
  expect([1, 2, 3]).toContain((await profile.libraryImages()).length)

  const { page } = await launch(profile, { demo })
  await expect(galleryOf(page).tiles('Paper cranes [yield 4]', 'saved')).toHaveCount(4)
  await expect(queueOf(page).region).not.toContainText('Running')
  const files = await profile.libraryImages()
  expect(new Set(await Promise.all(files.map(sha256Of))).size).toBe(4)
  expect(files).toHaveLength(4)
  expect(await demoPosts(profile)).toHaveLength(1)
})

test('four images in Direct are one request', async ({ app, profile, serve }) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await connect(page, service)
  await generate(page, { prompt: 'Paper cranes', images: 4, mode: 'Direct' })
  for (const index of [1, 2, 3, 4]) {
    await expect(galleryOf(page).tile('Paper cranes', index, 4, 'saved')).toBeVisible()
  }
  expect(service.accepted).toHaveLength(1)
  expect(await profile.libraryImages()).toHaveLength(4)
})

test('one of four images is refused: three are saved and the row says so', async ({
  app,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', refusedItems: [2] })
  const { page } = app
  await connect(page, { url: service.url, key: service.key, fullBackground: true })
  await generate(page, { prompt: 'Paper cranes', images: 4 })
  await expect(galleryOf(page).tiles('Paper cranes', 'saved')).toHaveCount(3)
  await expect(queueOf(page).region).toContainText('3 of 4 saved')
  expect(await profile.libraryImages()).toHaveLength(3)
  expect(service.posts).toBe(1)
})
