import { once } from 'node:events'
import { native } from '@shared/text/native'
import { expect, type RunningApp, test } from './fixtures/app'
import { answerMessageBoxes } from './fixtures/messageBoxes'
import { galleryOf } from './fixtures/regions'
import { connect, generate } from './fixtures/steps'

const quit = ({ electron }: RunningApp) => electron.evaluate(({ app }) => app.quit())
const isShown = ({ electron }: RunningApp) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false)

test('quitting while a Direct request is open can be taken back, or waits for the answer', async ({
  launch,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', holdDirect: true })
  const first = await launch(profile)
  await connect(first.page, service)
  await generate(first.page, { prompt: 'A slow river', mode: 'Direct' })
  await expect.poll(() => service.accepted.length).toBe(1)

  const said = await answerMessageBoxes(first, native.quit.cancel)
  await quit(first)
  await expect.poll(() => said.jsonValue()).toEqual(['1 request has not been answered yet'])
  expect(await isShown(first)).toBe(true)

  await answerMessageBoxes(first, native.quit.wait)
  await expect
    .poll(async () => {
      await quit(first)
      return await isShown(first)
    })
    .toBe(false)
  const gone = once(first.electron.process(), 'exit')
  service.release()
  await gone

  const second = await launch(profile)
  await expect(galleryOf(second.page).tile('A slow river', 1, 1, 'saved')).toBeVisible()
  expect(await profile.libraryImages()).toHaveLength(1)
  expect(service.posts).toBe(1)
})

for (const [name, end] of [
  ['quitting at once', quitAtOnce],
  ['shutting the computer down', shutDown],
  ['kill -9', (app: RunningApp) => app.kill()],
] as const) {
  test(`${name} leaves the open request to the person, and never sends it again`, async ({
    launch,
    profile,
    serve,
  }) => {
    const service = await serve({ key: 'sk-1', holdDirect: true })
    const first = await launch(profile)
    await connect(first.page, service)
    await generate(first.page, { prompt: 'A slow river', mode: 'Direct' })
    await expect.poll(() => service.accepted.length).toBe(1)
    await end(first)

    const second = await launch(profile)
    await expect(second.page.getByRole('button', { name: 'Send again, may be billed again' })).toBeVisible()
    expect(service.posts).toBe(1)
  })
}

async function quitAtOnce(app: RunningApp): Promise<void> {
  await answerMessageBoxes(app, native.quit.now)
  await app.quit()
}

/** As the system announces it; nobody answers a question then. */
async function shutDown({ electron }: RunningApp): Promise<void> {
  const gone = once(electron.process(), 'exit')
  await electron.evaluate(({ powerMonitor }) => powerMonitor.emit('shutdown', { preventDefault() {} }))
  await gone
}
