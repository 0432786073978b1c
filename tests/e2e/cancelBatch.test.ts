import type { Page } from '@playwright/test'
import { expect, type RunningApp, test } from './fixtures/app'
import { type DemoRequest, demoPosts } from './fixtures/demoService'
import type { Profile } from './fixtures/profile'
import { queueOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const demo = { taskMs: 1500, slots: 8 }
const requests = 500

/** A batch of 500 is on its way, and part of it is at the service. */
async function mistake({ page }: RunningApp, profile: Profile): Promise<void> {
  await tryDemo(page)
  await generate(page, { prompt: 'A mistake', images: requests })
  await page.getByRole('button', { name: `Queue ${requests} requests` }).click()
  await expect.poll(async () => (await demoPosts(profile)).length).toBeGreaterThan(10)
}

/** What the bar says about a cancel, as numbers. */
async function cancelled(page: Page): Promise<{ readonly cancelled: number; readonly arriving: number }> {
  const words = /^(\d+) cancelled, (\d+) already sent will arrive$/
  const text = await page.getByRole('status').getByText(words).textContent()
  const [, dropped = '', arriving = ''] = words.exec(text ?? '') ?? []
  return { cancelled: Number(dropped), arriving: Number(arriving) }
}

/** Waits until everything sent is in the library; checks that no other request was made. */
async function sentOnly(
  sent: number,
  { page }: RunningApp,
  profile: Profile,
): Promise<readonly DemoRequest[]> {
  await expect.poll(() => profile.libraryImages()).toHaveLength(sent)
  await expect(queueOf(page).region.getByRole('region', { name: /^(Waiting|Running)/ })).toHaveCount(0)
  const posts = await demoPosts(profile)
  expect(posts).toHaveLength(sent)
  return posts
}

test('a batch of 500 cancelled in full flight: nothing more is sent, what was sent arrives', async ({
  launch,
  profile,
}) => {
  const app = await launch(profile, { demo })
  await mistake(app, profile)
  await app.page.getByRole('status').getByRole('button', { name: 'Cancel batch' }).click()
  const told = await cancelled(app.page)
  expect(told.cancelled).toBeGreaterThan(0)
  expect(told.arriving).toBeGreaterThan(0)
  await sentOnly(requests - told.cancelled, app, profile)
})

test('Mod+. stops a batch of 500 in place; once cancelled, nothing more of it is sent', async ({
  launch,
  profile,
}) => {
  const app = await launch(profile, { demo })
  await mistake(app, profile)
  await app.page.keyboard.press('ControlOrMeta+.')
  const queue = queueOf(app.page)
  await expect(queue.resume).toBeVisible()
  await queue.cancelBatch.click()
  const told = await cancelled(app.page)
  await queue.resume.click()
  await sentOnly(requests - told.cancelled, app, profile)
})
