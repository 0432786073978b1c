import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, testOnOneApp } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { tableOf } from './fixtures/regions'
import { tryDemo } from './fixtures/steps'

const test = testOnOneApp(({ page }) => tryDemo(page))

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
