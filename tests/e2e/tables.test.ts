import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { resize } from '../../scripts/screenshots/resize'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { composeOf, tableOf } from './fixtures/regions'
import { tryDemo } from './fixtures/steps'

const test = testOnOneApp(({ page }) => tryDemo(page))

test.beforeEach(async ({ app: { ask, page } }) => {
  await ask('tables.close', null)
  await page.reload()
  await expect(composeOf(page).prompt).toBeVisible()
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
  // The rows are shown once they were fetched, and get the keys then.
  await expect(tableOf(page).focusedCell).toBeVisible()
}

/** Drops a file from the disk on the window, as the desktop does: the page gets a file that has a path. */
async function drop(page: Page, path: string): Promise<void> {
  const source = await page.evaluateHandle(() => {
    const input = document.createElement('input')
    input.type = 'file'
    return input
  })
  await source.setInputFiles(path)
  await source.evaluate((input) => {
    const dropped = new DataTransfer()
    for (const file of input.files ?? []) dropped.items.add(file)
    const event = { dataTransfer: dropped, bubbles: true, cancelable: true }
    document.body.dispatchEvent(new DragEvent('dragover', event))
    document.body.dispatchEvent(new DragEvent('drop', event))
  })
}

test('a file is opened for a look, by the dialog or by a drop; nothing is queued', async ({
  app,
  profile,
}) => {
  const { page } = app
  const table = tableOf(page)
  const first = join(profile.folder, 'chairs.csv')
  const second = join(profile.folder, 'lamps.jsonl')
  await writeFile(first, 'prompt;size\n"a chair; red";1024x1024\n', 'latin1')
  await writeFile(second, '{"prompt":"a lamp"}\n{"prompt":"a {{shade}} lamp","shade":"paper"}\n')

  await app.answerOpenDialogs(first)
  await page.keyboard.press('ControlOrMeta+O')
  await expect(table.button('Queue 1 row')).toBeVisible()
  await expect(table.grid).toContainText('a chair; red')
  await page.keyboard.press('Escape')

  await drop(page, second)
  await expect(table.button('Queue 2 rows')).toBeVisible()
  await expect(table.dialog).toContainText('lamps.jsonl')
  await table.button('Discard').click()
  await page.keyboard.press('Escape')
  await expect(table.dialog).toBeHidden()
  expect(await app.ask('tables.current', null)).toBeNull()
  expect(await app.ask('queue.overview', { limit: 1 })).toMatchObject({ counts: { waiting: 0, finished: 0 } })
  expect(await demoPosts(profile)).toEqual([])
})

test('a file that isn’t a table says so, by row if it has one, and is left as it is', async ({
  app,
  profile,
}) => {
  const { page } = app
  const table = tableOf(page)
  const binary = join(profile.folder, 'picture.csv')
  const torn = join(profile.folder, 'torn.csv')
  await writeFile(binary, Buffer.from(Array.from({ length: 4_096 }, (_, at) => (at * 89) % 256)))
  await writeFile(torn, 'prompt\na chair\n"a lamp\n')

  await drop(page, binary)
  await expect(table.dialog).toContainText('This isn’t a text file, whatever its name says.')
  await app.answerOpenDialogs(torn)
  await table.dialog.getByRole('alert').getByRole('button', { name: 'Open another…' }).click()
  await expect(table.dialog).toContainText('The row at line 3 has a quotation mark that is never closed.')
  await expect(table.grid).toContainText('a chair')
  expect(await demoPosts(profile)).toEqual([])
})

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
