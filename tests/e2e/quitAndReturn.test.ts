import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { sha256Of } from './fixtures/profile'
import { galleryOf, queueOf } from './fixtures/regions'
import { generate, giveKey, reconnect } from './fixtures/steps'

const test = testOnOneApp()

/** Once so many requests were accepted, their answers were read, and their tasks are being worked on. */
const areRunning = ({ ask }: RunningApp, count: number) =>
  expect
    .poll(async () => (await ask('queue.overview', { limit: 9 })).running.map(({ state }) => state))
    .toEqual(Array.from({ length: count }, () => 'running'))

for (const [name, end, prompt] of [
  ['quit', 'quit', 'A kite over dunes'],
  ['kill -9', 'kill', 'A kite over rocks'],
] as const) {
  test(`of six tasks two were done: after ${name} and a restart every image arrives from one POST a job`, async ({
    app,
    restart,
    profile,
    serve,
  }) => {
    const service = await serve({ key: 'sk-1', drawsAtFirst: 2 })
    const before = (await profile.libraryImages()).length
    await reconnect(app, service)
    await generate(app.page, { prompt, images: 6 })
    await expect(galleryOf(app.page).tiles(prompt, 'saved')).toHaveCount(2)
    await areRunning(app, 4)
    await app[end]()
    expect(await profile.libraryImages()).toHaveLength(before + 2)

    service.release()
    const second = await restart()
    await giveKey(second.page, service.key)
    await expect(galleryOf(second.page).tiles(prompt, 'saved')).toHaveCount(6)
    expect(await profile.libraryImages()).toHaveLength(before + 6)
    expect(service.posts).toBe(6)
    expect(new Set(service.accepted.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(6)
  })
}

test('all four images of a task are saved as they come, although the app is killed before the last', async ({
  app,
  restart,
  profile,
  serve,
}) => {
  const prompt = 'Paper cranes'
  const service = await serve({ key: 'sk-1', drawsAtFirst: 1 })
  const before = new Set(await profile.libraryImages())
  const added = async () => (await profile.libraryImages()).filter((path) => !before.has(path))
  await reconnect(app, { url: service.url, key: service.key, fullBackground: true })
  await generate(app.page, { prompt, images: 4 })
  await expect(galleryOf(app.page).tiles(prompt, 'saved')).toHaveCount(1)
  await app.kill()
  expect(await added()).toHaveLength(1)

  service.release()
  const { page } = await restart()
  await giveKey(page, service.key)
  await expect(galleryOf(page).tiles(prompt, 'saved')).toHaveCount(4)
  await expect(queueOf(page).region).not.toContainText('Running')
  const files = await added()
  expect(new Set(await Promise.all(files.map(sha256Of))).size).toBe(4)
  expect(files).toHaveLength(4)
  expect(service.posts).toBe(1)
})
