import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectionDefaults } from '@shared/model/connection'
import { parse } from 'csv-parse/sync'
import { expect, type RunningApp, test } from './fixtures/app'
import type { Profile } from './fixtures/profile'
import { batchOf, composeOf, queueOf, tableOf } from './fixtures/regions'
import { connect, giveKey } from './fixtures/steps'

/** More than a window shows at once. */
const count = 60
const drawnAtFirst = 5
const wrongNumber = 20
const wrongPrompt = 45
const promptOf = (row: number): string =>
  row === 7 ? 'A chair, "number 7",\nin two lines' : `A chair number ${row}`
const noteOf = (row: number): string => (row % 2 === 0 ? '=SUM(A1)' : 'كرسي 🪑')

/** Text as a spreadsheet copies it. */
const pasted = [
  'prompt\tmodel\tn\tnote',
  ...Array.from({ length: count }, (_, at) => {
    const row = at + 1
    const prompt = row === wrongPrompt ? '' : promptOf(row)
    const cells = [/["\n]/.test(prompt) ? `"${prompt.replaceAll('"', '""')}"` : prompt]
    return [...cells, 'painter-1', row === wrongNumber ? 'two' : '1', noteOf(row)].join('\t')
  }),
].join('\r\n')

/** By keyboard alone, through the system's clipboard. */
async function pasteTable({ electron, page }: RunningApp, text: string): Promise<void> {
  await electron.evaluate(({ clipboard }, words) => clipboard.writeText(words), text)
  await composeOf(page).table.focus()
  await page.keyboard.press('Enter')
  await expect(tableOf(page).button('Open a file…')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+V')
}

/** Goes to the next invalid cell, whose text is known, and overwrites it with a valid one. */
async function fixNext({ page }: RunningApp, wrong: string, right: string): Promise<void> {
  await page.keyboard.press('F8')
  await expect(tableOf(page).focusedCell).toHaveText(wrong)
  await expect(tableOf(page).focusedCell).toHaveAttribute('aria-invalid', 'true')
  await page.keyboard.type(right)
  await page.keyboard.press('Enter')
}

const overview = ({ ask }: RunningApp) => ask('queue.overview', { limit: 100 })

/** Once nothing more happens: some were saved, as many as fit are at the service, and the others wait. */
const isInTheMiddle = async (app: RunningApp): Promise<boolean> => {
  const { counts, running } = await overview(app)
  const atService = running.filter(({ state }) => state === 'running').length
  return counts.finished === drawnAtFirst && atService === connectionDefaults.backgroundSlots
}

async function writtenRows(
  profile: Profile,
  app: RunningApp,
): Promise<readonly Readonly<Record<string, string>>[]> {
  const path = join(profile.exports, 'chairs.tsv')
  await mkdir(profile.exports, { recursive: true })
  await app.answerSaveDialogs(path)
  await queueOf(app.page).button('Batches').click()
  await app.page.getByRole('listbox', { name: 'Batches' }).getByRole('option').click()
  await batchOf(app.page).button('Save table…').click()
  await expect(app.page.getByText(`${count} rows saved to ${path}`)).toBeVisible()
  const text = await readFile(path, 'utf8')
  expect(text.split('\r\n')[0]).toBe(
    '\ufeffprompt\tmodel\tn\tnote\tstatus\tfile\trevised_prompt\terror\ttask_id',
  )
  return parse(text, { columns: true, delimiter: '\t', bom: true })
}

test('sixty pasted rows, two of them fixed, are queued once, survive a kill and are written back', async ({
  launch,
  profile,
  serve,
}) => {
  const service = await serve({ key: 'sk-1', drawsAtFirst: drawnAtFirst })
  const first = await launch(profile)
  await connect(first, service)
  await pasteTable(first, pasted)
  const table = tableOf(first.page)
  await expect(table.dialog).toContainText('2 selected rows have errors')
  await expect(table.focusedCell).toBeVisible()
  await fixNext(first, 'two', '1')
  await expect(table.dialog).toContainText('1 selected row has an error')
  await fixNext(first, '', promptOf(wrongPrompt))
  await expect(table.dialog).toContainText(`${count} rows, ${count} requests, ${count} images`)
  await expect(table.button(`Queue ${count} rows`)).toBeEnabled()
  await first.page.keyboard.press('ControlOrMeta+Enter')
  await first.page
    .getByRole('dialog')
    .getByRole('button', { name: `Queue ${count} requests` })
    .click()
  await expect(table.dialog).toBeHidden()
  await expect.poll(() => isInTheMiddle(first)).toBe(true)
  await first.kill()

  service.release()
  const second = await launch(profile)
  await expect(queueOf(second.page).region).toBeVisible()
  await pasteTable(second, pasted)
  const again = tableOf(second.page)
  await expect(again.dialog).toContainText('All selected rows were queued before.')
  await expect(again.dialog).toContainText(`${count} rows queued before are left out.`)
  await again.button('Discard').click()
  await second.page.keyboard.press('Escape')
  await expect(again.dialog).toBeHidden()

  await giveKey(second.page, service.key)
  await expect
    .poll(async () => (await overview(second)).counts)
    .toMatchObject({ finished: count, needsYou: 0 })
  const rows = await writtenRows(profile, second)
  expect(rows.map(({ prompt }) => prompt)).toEqual(Array.from({ length: count }, (_, at) => promptOf(at + 1)))
  expect(rows.map(({ note }) => note)).toEqual(Array.from({ length: count }, (_, at) => noteOf(at + 1)))
  expect(new Set(rows.map(({ model, n, status, error }) => [model, n, status, error].join()))).toEqual(
    new Set(['painter-1,1,done,']),
  )
  const files = rows.map(({ file }) => file ?? '')
  expect(new Set(files).size).toBe(count)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const tasks = service.accepted.map((_, at) => `task-${at + 1}`)
  expect(tasks).toHaveLength(count)
  expect(new Set(rows.map(({ task_id }) => task_id))).toEqual(new Set(tasks))
  expect(service.posts).toBe(count)
})
