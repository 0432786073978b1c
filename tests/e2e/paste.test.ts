import { expect, type RunningApp, test } from './fixtures/app'
import { composeOf } from './fixtures/regions'
import { tryDemo } from './fixtures/steps'

/** Pastes from the system's clipboard, with nothing focused. */
async function pasteAnywhere({ electron, page }: RunningApp, text: string): Promise<void> {
  await electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
  await composeOf(page).prompt.blur()
  await page.keyboard.press('Control+v')
}

test('lines pasted anywhere are one prompt or a table, and nothing is queued', async ({ app }) => {
  const { page } = app
  const { prompt } = composeOf(page)
  await tryDemo(page)

  await pasteAnywhere(app, 'A kite over dunes')
  await expect(prompt).toHaveValue('A kite over dunes')
  await expect(prompt).toBeFocused()

  await pasteAnywhere(app, 'A pier\nin the fog')
  await expect(page.getByRole('dialog', { name: 'You pasted 2 lines' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(prompt).toHaveValue('A kite over dunes')

  await pasteAnywhere(app, 'A pier\nin the fog')
  await page.getByRole('button', { name: 'One prompt' }).click()
  await expect(prompt).toHaveValue('A pier\nin the fog')

  await pasteAnywhere(app, 'prompt\tsize\r\nA crane\t1024x1024\r\nA gull\t\r\n')
  await expect(page.getByRole('dialog', { name: 'You pasted a table with 2 rows' })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Queue 2 rows' })).toBeVisible()
  expect((await app.ask('queue.overview', { limit: 10 })).counts.waiting).toBe(0)
  expect((await app.ask('tables.current', null))?.counts.rows).toBe(2)
})
