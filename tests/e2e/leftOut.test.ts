import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures/app'
import { galleryOf } from './fixtures/regions'
import { connect, generate, giveKey } from './fixtures/steps'

test('work at which two starts in a row crashed is left out and reported, until it is retried', async ({
  launch,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', drawsAtFirst: 0 })
  const first = await launch(profile)
  await connect(first, service)
  await generate(first.page, { prompt: 'Paper cranes' })
  await expect(galleryOf(first.page).tiles('Paper cranes', 'running')).toHaveCount(1)
  const { running } = await first.ask('queue.overview', { limit: 1 })
  const { version } = await first.ask('app.snapshot', null)
  await first.kill()
  // What the second of two such runs leaves behind.
  const poll = `poll ${running[0]?.id}`
  const head = { version, failures: 1, before: [poll], leftOut: [], retries: {} }
  await writeFile(join(profile.folder, 'start.log'), `${JSON.stringify(head)}\n+${poll}\n`)

  service.release()
  const { page, ask } = await launch(profile)
  const banner = page.getByRole('status').filter({ hasText: 'Cyanotype closed unexpectedly' })
  await expect(banner).toContainText('while asking the service about “Paper cranes”')
  await giveKey(page, service.key)
  await generate(page, { prompt: 'Paper boats' })
  await expect(galleryOf(page).tiles('Paper boats', 'saved')).toHaveCount(1)
  expect((await ask('queue.overview', { limit: 1 })).counts.running).toBe(1)

  await banner.getByRole('button', { name: 'Try again' }).click()
  await expect(galleryOf(page).tiles('Paper cranes', 'saved')).toHaveCount(1)
  await expect(banner).toHaveCount(0)
  expect(service.posts).toBe(2)
})
