import { once } from 'node:events'
import { native } from '@shared/text/native'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { answerMessageBoxes } from './fixtures/messageBoxes'
import { galleryOf } from './fixtures/regions'
import { generate, giveKey, reconnect } from './fixtures/steps'

const test = testOnOneApp()

const quit = ({ electron }: RunningApp) => electron.evaluate(({ app }) => app.quit())
const isShown = ({ electron }: RunningApp) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false)

test('quitting while a Direct request is open can be cancelled, or waits for the answer', async ({
  app: first,
  restart,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', holdDirect: true })
  const before = (await profile.libraryImages()).length
  await reconnect(first, service)
  await generate(first.page, { prompt: 'A slow river', mode: 'Direct' })
  await expect.poll(() => service.accepted.length).toBe(1)

  const said = await answerMessageBoxes(first, native.quit.cancel)
  await quit(first)
  await expect.poll(() => said.jsonValue()).toEqual(['1 request hasn’t been answered yet'])
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

  const second = await restart()
  await expect(galleryOf(second.page).tile('A slow river', 1, 1, 'saved')).toBeVisible()
  expect(await profile.libraryImages()).toHaveLength(before + 1)
  expect(service.posts).toBe(1)
})

test('nothing more is sent while open requests are being answered, and all of it after the next start', async ({
  app: first,
  restart,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', holdDirect: 'afterFirst' })
  const before = (await profile.libraryImages()).length
  await reconnect(first, service)
  await first.ask('preferences.change', { askAboveRequests: null })
  const numbers = Array.from({ length: 15 }, (_, index) => index + 1)
  await generate(first.page, { prompt: `River {${numbers.join('|')}}`, mode: 'Direct' })
  // The first is answered, four are open, ten are waiting.
  await expect.poll(() => service.accepted.length).toBe(5)
  await expect
    .poll(async () => (await first.ask('queue.overview', { limit: 1 })).counts)
    .toMatchObject({ finished: 1, running: 4, waiting: 10 })

  const gone = once(first.electron.process(), 'exit')
  await answerMessageBoxes(first, native.quit.wait)
  await quit(first)
  await expect.poll(() => isShown(first)).toBe(false)
  service.release()
  await gone
  expect(service.posts).toBe(5)

  const second = await restart()
  const counts = async () => (await second.ask('queue.overview', { limit: 1 })).counts
  await expect.poll(counts).toMatchObject({ finished: 5, running: 0, waiting: 10, needsYou: 0 })
  await giveKey(second.page, service.key)
  await expect.poll(counts).toMatchObject({ finished: 15, running: 0, waiting: 0, needsYou: 0 })
  expect(service.posts).toBe(15)
  expect(new Set(service.accepted.map(({ body }) => body.prompt)).size).toBe(15)
  expect(await profile.libraryImages()).toHaveLength(before + 15)
})

test('showing the window again, for example by a notification, cancels the wait, and what is waiting is sent', async ({
  app,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', holdDirect: true })
  await reconnect(app, service)
  await generate(app.page, { prompt: 'Brook {1|2|3|4|5}', mode: 'Direct' })
  await expect.poll(() => service.accepted.length).toBe(1)
  await answerMessageBoxes(app, native.quit.wait)
  await quit(app)
  await expect.poll(() => isShown(app)).toBe(false)
  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show())
  service.release()
  await expect.poll(() => service.posts).toBe(5)
  expect(await isShown(app)).toBe(true)
  await expect(
    galleryOf(app.page).region.getByRole('option', { name: /^Brook \d, image 1 of 1, saved/ }),
  ).toHaveCount(5)
})

for (const [name, end] of [
  ['quitting at once', quitAtOnce],
  ['shutting the computer down', shutDown],
  ['kill -9', (app: RunningApp) => app.kill()],
] as const) {
  test(`${name} leaves the open request to the user, and never sends it again`, async ({
    app,
    restart,
    serve,
  }) => {
    const service = await serve({ key: 'sk-1', holdDirect: true })
    await reconnect(app, service)
    const again = ({ page }: RunningApp) =>
      page.getByRole('button', { name: 'Send again, may be billed again' })
    await expect(again(app)).toHaveCount(0)
    await generate(app.page, { prompt: 'A slow river', mode: 'Direct' })
    await expect.poll(() => service.accepted.length).toBe(1)
    await end(app)

    const second = await restart()
    await expect(again(second)).toBeVisible()
    expect(service.posts).toBe(1)
    // For the test that follows.
    await second.page.getByRole('button', { name: 'Leave as it is' }).click()
    await expect(again(second)).toHaveCount(0)
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
