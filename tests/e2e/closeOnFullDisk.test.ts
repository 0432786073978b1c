import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errors } from '@shared/text/errors'
import { native } from '@shared/text/native'
import { mountSmallDisk } from '../support/smallDisk'
import { expect, test } from './fixtures/app'
import { answerMessageBoxes } from './fixtures/messageBoxes'
import { createProfile } from './fixtures/profile'
import { connect, generate } from './fixtures/steps'

/** The app sends nothing that would leave less than a gigabyte. */
const megabytes = 1500

test('on a full disk, closing the window still asks about open requests, and the app quits cleanly', async ({
  launch,
  serve,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'cyanotype-disk-'))
  const disk = mountSmallDisk(folder, megabytes)
  if ('refused' in disk) {
    console.log(`No disk to fill: ${disk.refused}`)
    test.skip(true, disk.refused)
    return
  }
  try {
    const service = await serve({ key: 'sk-1', holdDirect: true })
    const app = await launch(await createProfile(folder))
    await connect(app, service)
    await generate(app.page, { prompt: 'A slow river', mode: 'Direct' })
    await expect.poll(() => service.accepted.length).toBe(1)

    await disk.fill(0)
    const close = () =>
      app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close())
    const said = await answerMessageBoxes(app, native.quit.cancel)
    await close()
    await expect.poll(() => said.jsonValue()).toEqual(['1 request hasn’t been answered yet'])
    await expect(app.page.getByText(errors.settingsUnwritten.cause, { exact: true })).toBeVisible()

    await answerMessageBoxes(app, native.quit.now)
    const gone = once(app.electron.process(), 'exit')
    await close()
    expect(await gone).toEqual([0, null])
  } finally {
    disk.unmount()
    await rm(folder, { recursive: true, force: true })
  }
})
