import { demoPrices } from '@shared/processes/demo'
import { expect, test } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { composeOf, connectionDialogOf, galleryOf, queueOf } from './fixtures/regions'
import { connect, generate, tryDemo } from './fixtures/steps'

test('25 requests are asked about: Cancel queues none, accepting queues 25, and the sums match the demo’s', async ({
  app,
  profile,
}) => {
  const { page } = app
  await tryDemo(page)
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
})

test('a daily cap holds what would exceed it, and raising the cap releases it', async ({ app, serve }) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await connect(page, { url: service.url, key: service.key, price: 2, dailyCap: 7 })
  await generate(page, { prompt: 'A red door', images: 5 })
  const banner = page
    .getByRole('status')
    .getByText(/The next request would exceed the daily cap of 7 credits/)
  await expect(banner).toBeVisible()
  await expect(queueOf(page).region.getByText('About 6 credits today', { exact: true })).toBeVisible()
  expect(service.posts).toBe(3)

  await page.getByRole('button', { name: 'Change the cap' }).click()
  const form = connectionDialogOf(page)
  await expect(form.dailyCap).toBeFocused()
  await form.dailyCap.fill('10')
  await form.save.click()
  await expect(queueOf(page).region.getByText('About 10 credits today', { exact: true })).toBeVisible()
  await expect(banner).toHaveCount(0)
  expect(service.posts).toBe(5)
})
