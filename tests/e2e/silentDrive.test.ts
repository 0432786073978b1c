import { mkdir } from 'node:fs/promises'
import { errors } from '@shared/text/errors'
import { mountSilentDrive } from '../support/silentDrive'
import { expect, test } from './fixtures/app'
import { composeOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

test('a library on a network drive that does not answer is said, and keeps nobody from quitting', async ({
  launch,
  profile,
  serve,
}) => {
  await mkdir(profile.library, { recursive: true })
  const drive = mountSilentDrive(profile.library)
  if ('refused' in drive) {
    console.log(`No silent drive: ${drive.refused}`)
    test.skip(true, drive.refused)
    return
  }
  try {
    const service = await serve({ key: 'sk-1' })
    const app = await launch(profile)
    const { page } = app
    await connect(page, service)
    await expect(page.getByText(errors.librarySilent.cause, { exact: true })).toBeVisible({ timeout: 60_000 })
    await generate(page, { prompt: 'A buoy', mode: 'Direct' })
    await expect
      .poll(async () => (await app.ask('queue.overview', { limit: 10 })).counts.waiting, { timeout: 30_000 })
      .toBe(1)
    await composeOf(page).prompt.fill('The window still listens')
    const { electron } = app
    const ended = new Promise((resolve) => electron.process().once('exit', resolve))
    await electron.evaluate(({ app: shell }) => shell.quit())
    await ended
    expect(service.posts).toBe(0)
  } finally {
    drive.unmount()
  }
})
