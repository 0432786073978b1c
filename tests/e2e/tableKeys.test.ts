import { resize } from '../../scripts/screenshots/resize'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { composeOf, tableOf } from './fixtures/regions'
import { tryDemo } from './fixtures/steps'

const test = testOnOneApp(({ page }) => tryDemo(page))

test.beforeEach(async ({ app: { ask, page } }) => {
  await ask('tables.close', null)
  await page.reload()
})

/** Pastes from the system's clipboard, with nothing focused. */
async function pasteAnywhere({ electron, page }: RunningApp, text: string): Promise<void> {
  await electron.evaluate(({ clipboard }, copied) => clipboard.writeText(copied), text)
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
  await page.keyboard.press('ControlOrMeta+V')
}

const wrong = [2, 3, 5]
const rows = [
  'prompt\tsize\tplant',
  ...Array.from({ length: 12 }, (_, at) => {
    const row = at + 1
    return `a {{plant}} in the harbour, ${row}\t${wrong.includes(row) ? `bad ${row}` : '1024x1024'}\tfern`
  }),
].join('\n')

async function openRows(app: RunningApp): Promise<void> {
  const { page } = app
  await composeOf(page).prompt.fill('a kept prompt {red|blue|green}')
  await composeOf(page).mode('Direct').click()
  await pasteAnywhere(app, rows)
  await page.getByRole('dialog', { name: /^You pasted a table with 12 rows/ }).waitFor()
  await page.keyboard.press('Enter')
  await expect(tableOf(page).dialog).toContainText('3 selected rows have errors')
}

test('invalid cells are fixed one after another, undone and redone by keys, and the form is unchanged', async ({
  app,
}) => {
  const { page } = app
  const { keyboard } = page
  await openRows(app)
  const { dialog, focusedCell, button } = tableOf(page)
  for (const row of wrong) {
    await keyboard.press('F8')
    await expect(focusedCell).toHaveText(`bad ${row}`)
    await keyboard.type('512x512')
    await keyboard.press('Enter')
  }
  await expect(dialog).toContainText('12 rows, 12 requests')

  await keyboard.press('ControlOrMeta+Z')
  await expect(focusedCell).toHaveText('bad 5')
  await keyboard.press('ControlOrMeta+Z')
  await expect(focusedCell).toHaveText('bad 3')
  await expect(dialog).toContainText('2 selected rows have errors')
  await keyboard.press('ControlOrMeta+Shift+Z')
  await expect(focusedCell).toHaveText('512x512')
  await keyboard.press('ControlOrMeta+Y')
  await expect(dialog).toContainText('12 rows, 12 requests')

  await keyboard.press('Home')
  await keyboard.press(' ')
  await expect(button('Queue 11 rows')).toBeVisible()
  await keyboard.press('ControlOrMeta+Z')
  await expect(button('Queue 12 rows')).toBeVisible()
  for (let press = 0; press < 4; press++) await keyboard.press('ControlOrMeta+Z')
  await expect(button('Undo')).toHaveAttribute('aria-disabled', 'true')
  await expect(dialog).toContainText('3 selected rows have errors')

  await keyboard.press('F2')
  await keyboard.type('x')
  await keyboard.press('ControlOrMeta+Z')
  await expect(dialog.getByRole('textbox', { name: /^Edit Row/ })).toBeFocused()
  await keyboard.press('Escape')
  await keyboard.press('Escape')
  await expect(composeOf(page).prompt).toHaveValue('a kept prompt {red|blue|green}')
})

test('lines pasted anywhere are one prompt or a table, and nothing is queued', async ({ app }) => {
  const { page } = app
  const { prompt } = composeOf(page)
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

test('no part of the table is outside the window at 860x800 and twice the size', async ({ app }) => {
  const { electron, page } = app
  await openRows(app)
  await page.keyboard.press('F8')
  const { dialog, button } = tableOf(page)
  for (const zoom of [1, 2]) {
    await resize(page, electron, { width: 860, height: 800, zoom })
    for (const name of ['Close', 'Undo', 'Discard', 'Queue only the OK rows', 'Queue 12 rows']) {
      await button(name).scrollIntoViewIfNeeded()
      await expect(button(name), `${name} at ${zoom}`).toBeInViewport({ ratio: 1 })
    }
    const cut = await dialog.evaluate((element) =>
      [...element.querySelectorAll('button, p, [role=radio], label')]
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1 && clientWidth > 1)
        .map(({ textContent }) => textContent),
    )
    expect(cut).toEqual([])
    await expect(dialog.getByRole('grid', { name: 'Rows' })).toBeVisible()
  }
})
