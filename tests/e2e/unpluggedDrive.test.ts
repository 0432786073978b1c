import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { errors } from '@shared/text/errors'
import { expect, test } from './fixtures/app'
import { galleryOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

test('a library whose drive is unplugged is not begun anew, and takes what waited once it is back', async ({
  launch,
  profile,
  serve,
}) => {
  const drive = `${profile.library}-drive`
  const service = await serve({ key: 'sk-1' })
  const app = await launch(profile)
  const { page } = app
  await connect(app, service)
  await generate(page, { prompt: 'A pier', mode: 'Direct' })
  await expect(galleryOf(page).tile('A pier', 1, 1, 'saved')).toBeVisible()

  await rename(profile.library, drive)
  await mkdir(profile.library)
  await generate(page, { prompt: 'A buoy', mode: 'Direct' })
  const banner = page.getByText(errors.libraryAway.cause, { exact: true })
  await expect(banner).toBeVisible()
  expect(service.posts).toBe(1)
  expect(await readdir(profile.library)).toEqual([])

  await rm(profile.library, { recursive: true })
  await rename(drive, profile.library)
  await expect(galleryOf(page).tile('A buoy', 1, 1, 'saved')).toBeVisible()
  await expect(banner).toBeHidden()
  expect(service.posts).toBe(2)
  await app.quit()
})
