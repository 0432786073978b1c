import type { Page } from '@playwright/test'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import type { Profile } from './fixtures/profile'
import { queueOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const requests = 500

const test = testOnOneApp(({ page }) => tryDemo(page), { demo: { taskMs: 1500, slots: 8 } })

test.beforeEach(({ app }) => app.page.reload())

/** What the service was sent, and what came of it, before a test. */
interface Before {
  readonly posts: number
  readonly images: number
}

/** A batch of 500 is on its way, and part of it is at the service. */
async function mistake({ page }: RunningApp, profile: Profile): Promise<Before> {
  const before = {
    posts: (await demoPosts(profile)).length,
    images: (await profile.libraryImages()).length,
  }
  await generate(page, { prompt: 'A mistake', images: requests })
  await page.getByRole('button', { name: `Queue ${requests} requests` }).click()
  await expect.poll(async () => (await demoPosts(profile)).length - before.posts).toBeGreaterThan(10)
  return before
}

/** What the bar says about a cancel, as numbers. */
async function cancelled(page: Page): Promise<{ readonly cancelled: number; readonly arriving: number }> {
  const words = /^(\d+) cancelled, (\d+) already sent will arrive$/
  const text = await page.getByRole('status').getByText(words).textContent()
  const [, dropped = '', arriving = ''] = words.exec(text ?? '') ?? []
  return { cancelled: Number(dropped), arriving: Number(arriving) }
}

/** Waits until everything sent is in the library; checks that no other request was made. */
async function sentOnly(sent: number, before: Before, { page }: RunningApp, profile: Profile): Promise<void> {
  await expect.poll(() => profile.libraryImages()).toHaveLength(before.images + sent)
  await expect(queueOf(page).region.getByRole('region', { name: /^(Waiting|Running)/ })).toHaveCount(0)
  expect(await demoPosts(profile)).toHaveLength(before.posts + sent)
}

test('a batch of 500 cancelled in full flight: nothing more is sent, what was sent arrives', async ({
  app,
  profile,
}) => {
  const before = await mistake(app, profile)
  await app.page.getByRole('status').getByRole('button', { name: 'Cancel batch' }).click()
  const told = await cancelled(app.page)
  expect(told.cancelled).toBeGreaterThan(0)
  expect(told.arriving).toBeGreaterThan(0)
  await sentOnly(requests - told.cancelled, before, app, profile)
})

test('Mod+. stops a batch of 500 in place; once cancelled, nothing more of it is sent', async ({
  app,
  profile,
}) => {
  const before = await mistake(app, profile)
  await app.page.keyboard.press('ControlOrMeta+.')
  const queue = queueOf(app.page)
  await expect(queue.resume).toBeVisible()
  await queue.cancelBatch.click()
  const told = await cancelled(app.page)
  await queue.resume.click()
  await sentOnly(requests - told.cancelled, before, app, profile)
})
