import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { errors } from '@shared/text/errors'
import { sendGateInRow } from '@shared/text/sendGate'
import Libsql from 'libsql'
import { expect, type RunningApp, test } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import type { Profile } from './fixtures/profile'
import { galleryOf, queueOf } from './fixtures/regions'
import type { ScriptedService } from './fixtures/scriptedService'
import { connect, generate, giveKey, tryDemo } from './fixtures/steps'

const prompt = 'Fog over the harbour'

const tryNow = (page: Page) => page.getByRole('button', { name: 'Try now' })

/** Every image of the prompt is in the library, from one request each. */
async function allArrived(images: number, page: Page, profile: Profile, service: ScriptedService) {
  await expect.poll(() => profile.libraryImages()).toHaveLength(images)
  await expect(tryNow(page)).toBeHidden()
  await expect(
    queueOf(page).region.getByRole('region', { name: /^(Waiting|Running|Needs you)/ }),
  ).toHaveCount(0)
  expect(service.posts).toBe(images)
  expect(new Set(service.accepted.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(images)
}

async function power({ electron }: RunningApp, event: 'suspend' | 'resume'): Promise<void> {
  await electron.evaluate(({ powerMonitor }, name) => void powerMonitor.emit(name), event)
}

test('thirty requests queued while the service is away survive a restart and are sent once each', async ({
  launch,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const first = await launch(profile)
  await connect(first, service)
  await service.offline()
  await generate(first.page, { prompt, images: 30 })
  await first.page.getByRole('button', { name: 'Queue 30 requests' }).click()
  await expect(queueOf(first.page).region).toContainText(sendGateInRow.unreached)
  await expect(first.page.getByText(errors.connectionRefused.cause).first()).toBeVisible()
  await expect(tryNow(first.page)).toHaveCount(1)
  await first.quit()

  const { page } = await launch(profile)
  await giveKey(page, service.key)
  await expect(tryNow(page)).toHaveCount(1)
  await expect(queueOf(page).region.getByRole('region', { name: 'Waiting 30' })).toBeVisible()
  await expect(queueOf(page).region.getByRole('region', { name: /^Needs you/ })).toHaveCount(0)
  expect(await profile.libraryImages()).toEqual([])

  await service.online()
  await allArrived(30, page, profile, service)
})

test('a computer that sleeps sends nothing, and continues where it was when it wakes', async ({
  app,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1' })
  const { page } = app
  await connect(app, service)
  await generate(page, { prompt, images: 12 })
  await expect.poll(() => service.accepted.length).toBeGreaterThan(0)
  await power(app, 'suspend')
  await generate(page, { prompt, images: 3 })
  // What was being sent has its answer: nobody would know what came of a request that lost its connection.
  await expect
    .poll(async () => (await app.ask('queue.overview', { limit: 20 })).running.map(({ state }) => state))
    .not.toContain('sending')
  await service.offline()
  const sent = service.posts

  await power(app, 'resume')
  await expect(tryNow(page)).toHaveCount(1)
  expect(service.posts).toBe(sent)
  await service.online()
  await power(app, 'resume')
  await allArrived(15, page, profile, service)
})

/** Makes it look as if waiting requests had been queued that long ago, and the queue not paused since. */
function age(profile: Profile, hours: number): void {
  const path = join(profile.folder, 'cyanotype.db')
  const db = new Libsql(path)
  const by = hours * 3_600_000
  db.exec(`UPDATE jobs SET created_at = created_at - ${by}; UPDATE queue_state SET paused = 0`)
  db.close()
  // As after a kill, which leaves its log: a file that differs from what a run closed counts as put back from a copy.
  rmSync(`${path}-sealed`)
  writeFileSync(`${path}-wal`, '')
}

test('requests that waited half a day are asked about after each start, and sent only with consent', async ({
  launch,
  profile,
}) => {
  const before = await launch(profile)
  await tryDemo(before.page)
  await queueOf(before.page).pause.click()
  await generate(before.page, { prompt, images: 3 })
  await expect(queueOf(before.page).region.getByRole('region', { name: 'Waiting 3' })).toBeVisible()
  await before.quit()
  age(profile, 13)

  const asked = (page: Page) => page.getByText('3 requests have been waiting a long time')
  const keeping = await launch(profile)
  await expect(asked(keeping.page)).toHaveCount(1)
  await keeping.page.getByRole('button', { name: 'Keep waiting' }).click()
  await expect(keeping.page.getByText('3 requests wait until you send them.')).toBeVisible()
  await generate(keeping.page, { prompt: 'A kite over dunes' })
  await expect(galleryOf(keeping.page).tile('A kite over dunes', 1, 1, 'saved')).toBeVisible()
  expect(await demoPosts(profile)).toHaveLength(1)
  await keeping.quit()

  const sending = await launch(profile)
  await expect(asked(sending.page)).toHaveCount(1)
  await sending.page.getByRole('button', { name: 'Send them' }).click()
  await expect(galleryOf(sending.page).tiles(prompt, 'saved')).toHaveCount(3)
  await expect(sending.page.getByRole('button', { name: 'Send them' })).toBeHidden()
  expect(await demoPosts(profile)).toHaveLength(4)
})
