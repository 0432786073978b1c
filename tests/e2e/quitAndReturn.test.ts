import { expect, type RunningApp, test } from './fixtures/app'
import { sha256Of } from './fixtures/profile'
import { galleryOf, queueOf } from './fixtures/regions'
import { connect, generate, giveKey } from './fixtures/steps'

/** Once so many requests were accepted, their answers were read, and their tasks are being worked on. */
const areRunning = ({ ask }: RunningApp, count: number) =>
  expect
    .poll(async () => (await ask('queue.overview', { limit: 9 })).running.map(({ state }) => state))
    .toEqual(Array.from({ length: count }, () => 'running'))

for (const [name, end] of [
  ['quit', 'quit'],
  ['kill -9', 'kill'],
] as const) {
  test(`of six tasks two were done: after ${name} and a restart every image arrives from one POST a job`, async ({
    launch,
    profile,
    serve,
  }) => {
    const prompt = 'A kite over dunes'
    const service = await serve({ key: 'sk-1', drawsAtFirst: 2 })
    const first = await launch(profile)
    await connect(first, service)
    await generate(first.page, { prompt, images: 6 })
    await expect(galleryOf(first.page).tiles(prompt, 'saved')).toHaveCount(2)
    await areRunning(first, 4)
    await first[end]()
    expect(await profile.libraryImages()).toHaveLength(2)

    service.release()
    const second = await launch(profile)
    await giveKey(second.page, service.key)
    await expect(galleryOf(second.page).tiles(prompt, 'saved')).toHaveCount(6)
    expect(await profile.libraryImages()).toHaveLength(6)
    expect(service.posts).toBe(6)
    expect(new Set(service.accepted.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(6)
  })
}

test('all four images of a task are saved as they come, although the app is killed before the last', async ({
  launch,
  profile,
  serve,
}) => {
  const prompt = 'Paper cranes'
  const service = await serve({ key: 'sk-1', drawsAtFirst: 1 })
  const first = await launch(profile)
  await connect(first, { url: service.url, key: service.key, fullBackground: true })
  await generate(first.page, { prompt, images: 4 })
  await expect(galleryOf(first.page).tiles(prompt, 'saved')).toHaveCount(1)
  await first.kill()
  expect(await profile.libraryImages()).toHaveLength(1)

  service.release()
  const { page } = await launch(profile)
  await giveKey(page, service.key)
  await expect(galleryOf(page).tiles(prompt, 'saved')).toHaveCount(4)
  await expect(queueOf(page).region).not.toContainText('Running')
  const files = await profile.libraryImages()
  expect(new Set(await Promise.all(files.map(sha256Of))).size).toBe(4)
  expect(files).toHaveLength(4)
  expect(service.posts).toBe(1)
})
