import { demoPrices } from '@shared/processes/demo'
import { expect, test } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { composeOf, galleryOf, queueOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

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
