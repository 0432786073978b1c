import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { expect, type RunningApp, test } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import type { Profile } from './fixtures/profile'
import { batchOf, composeOf, queueOf, tableOf } from './fixtures/regions'
import { tryDemo } from './fixtures/steps'

const wrongNumber = 50
const wrongPrompt = 120
const promptOf = (row: number): string =>
  row === 7 ? 'A chair, "number 7",\nin two lines' : `A chair number ${row}`
const noteOf = (row: number): string => (row % 2 === 0 ? '=SUM(A1)' : 'كرسي 🪑')

/** Text as a spreadsheet copies it. */
const pasted = [
  'prompt\tmodel\tn\tnote',
  ...Array.from({ length: 200 }, (_, at) => {
    const row = at + 1
    const prompt = row === wrongPrompt ? '' : promptOf(row)
    const cells = [/["\n]/.test(prompt) ? `"${prompt.replaceAll('"', '""')}"` : prompt]
    return [...cells, 'sketch-1', row === wrongNumber ? 'two' : '1', noteOf(row)].join('\t')
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

/** Images were saved, others are on their way, and no request is being sent, so that a kill leaves none uncertain. */
async function isInTheMiddle(app: RunningApp): Promise<boolean> {
  const { counts, running } = await overview(app)
  return counts.finished > 0 && counts.waiting > 0 && running.every(({ state }) => state !== 'sending')
}

/** Completes all the work that is left; what a kill left uncertain is sent again, under its own key. */
async function isDone(app: RunningApp): Promise<boolean> {
  const { counts, needsYou } = await overview(app)
  const ids = needsYou.map(({ id }) => id)
  if (ids.length > 0) await app.ask('jobs.act', { ids, action: 'sendAgain' })
  return counts.needsYou + counts.running + counts.waiting === 0
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
  await expect(app.page.getByText(`200 rows saved to ${path}`)).toBeVisible()
  const text = await readFile(path, 'utf8')
  expect(text.split('\r\n')[0]).toBe('prompt\tmodel\tn\tnote\tstatus\tfile\trevised_prompt\terror\ttask_id')
  return parse(text, { columns: true, delimiter: '\t' })
}

test('200 pasted rows, two of them fixed, are queued once, survive a kill and are written back', async ({
  launch,
  profile,
}) => {
  const first = await launch(profile, { demo: { taskMs: 2_000, spread: 0, slots: 20 } })
  await tryDemo(first.page)
  await pasteTable(first, pasted)
  const table = tableOf(first.page)
  await expect(table.dialog).toContainText('2 selected rows have errors')
  await fixNext(first, 'two', '1')
  await expect(table.dialog).toContainText('1 selected row has an error')
  await fixNext(first, '', promptOf(wrongPrompt))
  await expect(table.dialog).toContainText('200 rows, 200 requests, 200 images')
  await expect(table.button('Queue 200 rows')).toBeEnabled()
  await first.page.keyboard.press('ControlOrMeta+Enter')
  await first.page.getByRole('dialog').getByRole('button', { name: 'Queue 200 requests' }).click()
  await expect(table.dialog).toBeHidden()
  await expect.poll(() => isInTheMiddle(first)).toBe(true)
  await first.kill()

  const second = await launch(profile, { demo: { taskMs: 50, spread: 0, slots: 50 } })
  await expect(queueOf(second.page).region).toBeVisible()
  await pasteTable(second, pasted)
  const again = tableOf(second.page)
  await expect(again.dialog).toContainText('All selected rows were queued before.')
  await expect(again.dialog).toContainText('200 rows queued before are left out.')
  await again.button('Discard').click()
  await second.page.keyboard.press('Escape')
  await expect(again.dialog).toBeHidden()

  await expect.poll(() => isDone(second)).toBe(true)
  const rows = await writtenRows(profile, second)
  expect(rows.map(({ prompt }) => prompt)).toEqual(Array.from({ length: 200 }, (_, at) => promptOf(at + 1)))
  expect(rows.map(({ note }) => note)).toEqual(Array.from({ length: 200 }, (_, at) => noteOf(at + 1)))
  expect(new Set(rows.map(({ model, n, status, error }) => [model, n, status, error].join()))).toEqual(
    new Set(['sketch-1,1,done,']),
  )
  const files = rows.map(({ file }) => file ?? '')
  expect(new Set(files).size).toBe(200)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
  const posts = await demoPosts(profile)
  // A request whose answer was lost in the kill was sent again under its own key: its row has the last task.
  const tasks = new Map(posts.map(({ idempotencyKey, taskId }) => [idempotencyKey, taskId]))
  expect(tasks.size).toBe(200)
  expect(new Set(rows.map(({ task_id }) => task_id))).toEqual(new Set(tasks.values()))
})
