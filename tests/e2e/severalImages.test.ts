import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoPrices } from '@shared/processes/demo'
import { expect, testOnOneApp } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { type Profile, sha256Of } from './fixtures/profile'
import { composeOf, galleryOf, queueOf } from './fixtures/regions'
import { generate, reconnect, tryDemo } from './fixtures/steps'
import { testPng } from './fixtures/testPng'

const test = testOnOneApp(({ page }) => tryDemo(page))

/** A complete picture of 16,000 x 16,000 pixels. */
const avif = await readFile(join(import.meta.dirname, '../core/imaging/large.avif'))

function claimingToBeHuge(): Buffer {
  const png = testPng(1)
  png.writeUInt32BE(40_000, 16)
  png.writeUInt32BE(30_000, 20)
  return png
}

/** The files whose names have the words of a prompt. */
const filesOf = async (profile: Profile, words: string) =>
  (await profile.libraryImages()).filter((path) => path.includes(words))

// First: what other tests send today would be counted too.
test('25 requests are asked about: Cancel queues none, accepting queues 25, and the sums match the demo’s', async ({
  app,
  profile,
}) => {
  const { page } = app
  const total = 25 * demoPrices['aurora-2']
  const question = page.getByRole('dialog', { name: 'Queue 25 requests?', exact: true })
  const queue = queueOf(page)

  await generate(page, { prompt: 'Paper cranes', images: 25 })
  await expect(question).toContainText(`about ${total} demo credits`)
  await question.getByRole('button', { name: 'Cancel', exact: true }).click()
  await expect(question).toBeHidden()
  await expect(composeOf(page).prompt).toBeFocused()
  const { counts } = await app.ask('queue.overview', { limit: 1 })
  expect(counts).toEqual({ needsYou: 0, running: 0, waiting: 0, stopped: 0, finished: 0 })

  // A second Mod+Enter is not an answer.
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(question).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()

  await question.getByRole('button', { name: 'Queue 25 requests', exact: true }).click()
  await expect(question).toBeHidden()
  await expect(queue.region.getByText(`About ${total} demo credits today`, { exact: true })).toBeVisible()
  const posts = await demoPosts(profile)
  expect(posts).toHaveLength(25)
  expect(posts.every(({ status }) => status === 200)).toBe(true)
  await expect(galleryOf(page).tiles('Paper cranes', 'saved').first()).toBeVisible()
  await expect.poll(async () => (await app.ask('queue.overview', { limit: 1 })).counts.finished).toBe(25)
})

test('four images in Background are four requests and four different files', async ({ app, profile }) => {
  const { page } = app
  await generate(page, { prompt: 'Four cranes', images: 4 })
  await expect(galleryOf(page).tiles('Four cranes', 'saved')).toHaveCount(4)
  const files = await filesOf(profile, 'four-cranes')
  expect(files).toHaveLength(4)
  expect(new Set(await Promise.all(files.map(sha256Of))).size).toBe(4)
})

test('four images in Direct are one request', async ({ app, profile, serve }) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await reconnect(app, service)
  await generate(page, { prompt: 'Paper boats', images: 4, mode: 'Direct' })
  for (const index of [1, 2, 3, 4]) {
    await expect(galleryOf(page).tile('Paper boats', index, 4, 'saved')).toBeVisible()
  }
  expect(service.accepted).toHaveLength(1)
  expect(await filesOf(profile, 'paper-boats')).toHaveLength(4)
})

test('one of four images is refused: three are saved and the row says so', async ({
  app,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', refusedItems: [2] })
  const { page } = app
  await reconnect(app, { url: service.url, key: service.key, fullBackground: true })
  await generate(page, { prompt: 'Paper kites', images: 4 })
  await expect(galleryOf(page).tiles('Paper kites', 'saved')).toHaveCount(3)
  await expect(queueOf(page).region).toContainText('3 of 4 saved')
  expect(await filesOf(profile, 'paper-kites')).toHaveLength(3)
  expect(service.posts).toBe(1)
})

test('images that are too large to show are saved unchanged, and described in words', async ({
  app,
  profile,
  serve,
}) => {
  const pictures = [claimingToBeHuge(), avif]
  const service = await serve({ key: 'sk-1', draw: (number) => pictures[number - 1] ?? testPng(number) })
  const { page } = app
  await reconnect(app, service)
  await generate(page, { prompt: 'The whole coast', images: 3, mode: 'Direct' })
  const gallery = galleryOf(page)
  await expect(gallery.tile('The whole coast', 3, 3, 'saved')).toBeVisible()
  for (const index of [1, 2]) {
    const tile = gallery.tile('The whole coast', index, 3, 'saved, too large to show')
    await expect(tile).toContainText('Too large to show here. The file is saved.')
    await expect(tile.locator('canvas')).toHaveCount(0)
  }
  const saved = await Promise.all((await profile.libraryImages()).map((file) => readFile(file)))
  for (const picture of pictures) expect(saved.filter((bytes) => bytes.equals(picture))).toHaveLength(1)

  await gallery.tile('The whole coast', 1, 3, 'saved, too large to show').click()
  await page.keyboard.press('Space')
  const look = page.getByRole('dialog', { name: 'Quick look' })
  await expect(look).toContainText('40000 × 30000')
  await expect(look.getByRole('img')).toHaveCount(0)
})
