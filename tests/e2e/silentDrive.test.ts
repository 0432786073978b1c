import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errors } from '@shared/text/errors'
import { mountSilentDrive } from '../support/silentDrive'
import { expect, test } from './fixtures/app'
import { filesBelow } from './fixtures/profile'
import { composeOf, galleryOf } from './fixtures/regions'
import { connect, generate, tryDemo } from './fixtures/steps'

test('a library on an unresponsive network drive is reported, and does not keep the app from quitting', async ({
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
    await connect(app, service)
    await expect(page.getByText(errors.librarySilent.cause, { exact: true })).toBeVisible()
    await generate(page, { prompt: 'A buoy', mode: 'Direct' })
    await expect.poll(async () => (await app.ask('queue.overview', { limit: 10 })).counts.waiting).toBe(1)
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

test('an unresponsive former library is named, and does not keep images out of the new one', async ({
  launch,
  profile,
}) => {
  const chosen = join(profile.exports, 'new library')
  const first = await launch(profile)
  await tryDemo(first.page)
  await generate(first.page, { prompt: 'An old buoy', mode: 'Direct' })
  await expect(galleryOf(first.page).tile('An old buoy', 1, 1, 'saved')).toBeVisible()
  await mkdir(chosen, { recursive: true })
  await first.answerOpenDialogs(chosen)
  await first.ask('library.choose', null)
  await first.quit()

  const drive = mountSilentDrive(profile.library)
  if ('refused' in drive) {
    console.log(`No silent drive: ${drive.refused}`)
    test.skip(true, drive.refused)
    return
  }
  try {
    const { page, electron, ask } = await launch(profile)
    await generate(page, { prompt: 'A new buoy', mode: 'Direct' })
    await expect(galleryOf(page).tile('A new buoy', 1, 1, 'saved')).toBeVisible()
    expect((await filesBelow(chosen)).filter((file) => file.includes('a-new-buoy'))).toHaveLength(1)
    await expect(
      page.getByText(`Your former library folder ${profile.library} isn’t responding.`, { exact: true }),
    ).toBeVisible()
    await expect(page.getByText(errors.librarySilent.cause, { exact: true })).toBeHidden()
    expect((await ask('queue.overview', { limit: 10 })).counts).toMatchObject({ waiting: 0, needsYou: 0 })
    const ended = new Promise((resolve) => electron.process().once('exit', resolve))
    await electron.evaluate(({ app: shell }) => shell.quit())
    await ended
  } finally {
    drive.unmount()
  }
})
