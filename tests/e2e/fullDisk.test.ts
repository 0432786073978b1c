import { mkdir } from 'node:fs/promises'
import { errors } from '@shared/text/errors'
import { sendGateInRow } from '@shared/text/sendGate'
import { mountSmallDisk } from '../support/smallDisk'
import { expect, test } from './fixtures/app'
import { galleryOf, queueOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

const prompt = 'A jetty at low tide'
/** The app always leaves a gigabyte free: a disk only slightly larger doesn't take much to fill. */
const megabytes = 1010

test('a full disk is reported and holds what would be billed, which is sent once there is room', async ({
  launch,
  profile,
  serve,
}) => {
  await mkdir(profile.library, { recursive: true })
  const disk = mountSmallDisk(profile.library, megabytes)
  if ('refused' in disk) {
    console.log(`No disk to fill: ${disk.refused}`)
    test.skip(true, disk.refused)
    return
  }
  try {
    const service = await serve({ key: 'sk-1' })
    const app = await launch(profile)
    const { page } = app
    await connect(app, service)
    await disk.fill(900e6)
    await generate(page, { prompt, mode: 'Direct' })
    const banner = page.getByText(errors.diskLow.cause, { exact: true })
    await expect(banner).toBeVisible()
    await expect(queueOf(page).region).toContainText(sendGateInRow.computer)
    expect((await app.ask('queue.overview', { limit: 10 })).counts).toMatchObject({ waiting: 1 })
    expect(service.posts).toBe(0)

    await disk.clear()
    await expect(galleryOf(page).tile(prompt, 1, 1, 'saved')).toBeVisible()
    await expect(banner).toBeHidden()
    expect(service.posts).toBe(1)
    await app.quit()
  } finally {
    disk.unmount()
  }
})
