import { once } from 'node:events'
import { native } from '@shared/text/native'
import { expect, type RunningApp, test } from './fixtures/app'
import { connect, generate } from './fixtures/steps'

/** Presses a button of the next native message boxes; what they asked comes back. */
async function answerMessageBoxes({ electron }: RunningApp, button: string): Promise<void> {
  await electron.evaluate(({ dialog }, pressed) => {
    // Electron has a form with a window and one without.
    dialog.showMessageBox = async (...given: readonly unknown[]) => {
      const options = given.at(-1) as Electron.MessageBoxOptions
      return { response: options.buttons?.indexOf(pressed) ?? -1, checkboxChecked: false }
    }
  }, button)
}

const quit = ({ electron }: RunningApp) => electron.evaluate(({ app }) => app.quit())
const isShown = ({ electron }: RunningApp) =>
  electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible() ?? false)

test('quitting while a Direct request is open can be taken back, waited for, and ends with its image', async ({
  app,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', holdDirect: true })
  await connect(app.page, service)
  await generate(app.page, { prompt: 'A slow river', mode: 'Direct' })
  await expect.poll(() => service.accepted.length).toBe(1)

  await answerMessageBoxes(app, native.quit.cancel)
  await quit(app)
  expect(await isShown(app)).toBe(true)

  await answerMessageBoxes(app, native.quit.wait)
  await quit(app)
  await expect.poll(() => isShown(app)).toBe(false)
  const gone = once(app.electron.process(), 'exit')
  service.release()
  await gone
  expect(service.posts).toBe(1)
  expect(await profile.libraryImages()).toHaveLength(1)
})

test('quitting at once leaves the open request to the person, and never sends it again', async ({
  launch,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', holdDirect: true })
  const first = await launch(profile)
  await connect(first.page, service)
  await generate(first.page, { prompt: 'A slow river', mode: 'Direct' })
  await expect.poll(() => service.accepted.length).toBe(1)
  await answerMessageBoxes(first, native.quit.now)
  await first.quit()

  const second = await launch(profile)
  await expect(second.page.getByRole('button', { name: 'Send again, may be billed again' })).toBeVisible()
  expect(service.posts).toBe(1)
})
