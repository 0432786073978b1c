import { expect, type RunningApp, test } from './fixtures/app'
import { composeOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

/** What is written of the form. */
async function written({ ask }: RunningApp): Promise<string | undefined> {
  const [connection] = (await ask('app.snapshot', null)).connections
  return (await ask('drafts.read', { connectionId: connection?.id ?? '' }))?.prompt
}

/** Ends the process of the page, and resolves once the page has loaded again: it is another for Playwright. */
const crashWindow = ({ electron }: RunningApp) =>
  electron.evaluate(async ({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents
    const loaded = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()))
    contents?.forcefullyCrashRenderer()
    await loaded
  })

const promptInWindow = ({ electron }: RunningApp) =>
  electron.evaluate(({ BrowserWindow }): Promise<unknown> | undefined =>
    BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
      `document.querySelector('[data-field=prompt] textarea')?.value ?? null`,
    ),
  )

test('what is in the form survives crashes of the window and a kill, and an earlier draft is put back by keyboard after another', async ({
  launch,
  profile,
}) => {
  const first = await launch(profile)
  await tryDemo(first.page)
  await composeOf(first.page).prompt.pressSequentially('A kite over dunes')
  await expect.poll(() => written(first)).toBe('A kite over dunes')
  for (let crashes = 0; crashes < 2; crashes++) {
    await crashWindow(first)
    await expect.poll(() => promptInWindow(first)).toBe('A kite over dunes')
  }
  await first.kill()

  const second = await launch(profile)
  await expect(composeOf(second.page).prompt).toHaveValue('A kite over dunes')
  await generate(second.page, { prompt: 'A kite over dunes' })
  await expect(second.page.getByText('1 queued in “A kite over dunes”')).toBeVisible()
  await composeOf(second.page).prompt.fill('Half a sentence about a pier')
  await composeOf(second.page).images.fill('3')
  await composeOf(second.page).prompt.press('Alt+ArrowUp')
  await expect(composeOf(second.page).prompt).toHaveValue('A kite over dunes')
  await expect.poll(() => written(second)).toBe('A kite over dunes')
  await second.kill()

  const { page } = await launch(profile)
  const { prompt, images } = composeOf(page)
  await expect(prompt).toHaveValue('A kite over dunes')
  await images.fill('7')
  await page.getByRole('button', { name: 'Earlier drafts' }).focus()
  await page.keyboard.press('Enter')
  const options = page.getByRole('listbox', { name: 'Earlier drafts' }).getByRole('option')
  await expect(options.first()).toContainText('Half a sentence about a pier')
  await page.keyboard.press('Enter')
  await expect(prompt).toHaveValue('Half a sentence about a pier')
  await expect(prompt).toBeFocused()
  await expect(images).toHaveValue('3')

  await images.fill('4')
  await page.getByRole('button', { name: 'Earlier drafts' }).focus()
  await page.keyboard.press('Enter')
  await expect(options.first()).toContainText('A kite over dunes')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(images).toHaveValue('3')
  await expect(prompt).toHaveValue('Half a sentence about a pier')
  await page.getByRole('button', { name: 'Earlier drafts' }).click()
  await options.filter({ hasText: 'A kite over dunes' }).first().click()
  await expect(images).toHaveValue('7')
})
