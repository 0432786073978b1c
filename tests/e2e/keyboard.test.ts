import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from './fixtures/app'
import { demoPosts } from './fixtures/demoService'
import { walkByFocus } from './fixtures/focus'
import { letWordsPass } from './fixtures/passingWords'
import { filesBelow, sha256Of } from './fixtures/profile'
import { batchOf, composeOf, exportingOf, firstRunOf, galleryOf, queueOf, tableOf } from './fixtures/regions'

const lanterns = 'A lantern in the snow'
const rows = ['prompt,n', 'a chair,1', 'a lamp,two', 'a table,1', ',1', 'a shelf,1'].join('\n')

test('from the first start to exported files by keyboard alone, and the focus is never lost', async ({
  launch,
  profile,
}) => {
  const app = await launch(profile, { demo: { plain: false } })
  const { page } = app
  const { keyboard } = page
  const compose = composeOf(page)
  const gallery = galleryOf(page)
  const queue = queueOf(page)
  const table = tableOf(page)
  await mkdir(profile.exports, { recursive: true })
  const tableFile = join(profile.folder, 'chairs.csv')
  await writeFile(tableFile, rows)

  await expect(firstRunOf(page).demo).toBeVisible()
  const { step, reach } = await walkByFocus(page)
  const press = (wanted: Parameters<typeof reach>[0]) => async () => {
    await reach(wanted)
    await keyboard.press('Enter')
  }
  /** Replaces the text of the focused field. */
  const write = async (text: string) => {
    await keyboard.press('ControlOrMeta+a')
    await keyboard.type(text)
  }
  const order = (prompt: string, images: number) => async () => {
    await reach(compose.prompt)
    await write(prompt)
    await reach(compose.images)
    await write(String(images))
    await keyboard.press('ControlOrMeta+Enter')
  }

  await step('first run', () => expect(firstRunOf(page).connect).toBeFocused())
  await step('demo', async () => {
    await press(firstRunOf(page).demo)()
    await expect(compose.prompt).toBeVisible()
  })
  await step('three images queued', order(lanterns, 3))
  const saved = gallery.tiles(lanterns, 'saved')
  await step('three images saved', () => expect(saved).toHaveCount(3))

  await step('an image selected', async () => {
    await reach(saved)
    await keyboard.press('ArrowRight')
    await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
  })
  await step('deleted', async () => {
    await keyboard.press('Delete')
    await expect(saved).toHaveCount(2)
  })
  await step('undone', async () => {
    await press(page.getByRole('status').getByRole('button', { name: 'Undo' }))()
    await expect(saved).toHaveCount(3)
  })

  await step('paused', async () => {
    await keyboard.press('ControlOrMeta+.')
    await expect(queue.resume).toBeVisible()
  })
  await step('queued while paused', order('A mistake', 2))
  await step('cancelled', async () => {
    await press(page.getByRole('button', { name: 'Cancel batch' }))()
    await expect(page.getByRole('status').getByText('2 requests cancelled, nothing was sent')).toBeVisible()
  })
  await step('resumed', async () => {
    await keyboard.press('ControlOrMeta+.')
    await expect(queue.pause).toBeVisible()
  })

  const needsYou = queue.region.getByRole('region', { name: /^Needs you/ })
  await step('a request without an answer', async () => {
    await order('A harbour [drop]', 1)()
    await expect(needsYou).toBeVisible()
  })
  await step('retried', async () => {
    const posts = (await demoPosts(profile)).length
    await press(needsYou.getByRole('button', { name: /^Send again/ }))()
    await press(page.getByRole('dialog').getByRole('button', { name: 'Send again', exact: true }))()
    await expect.poll(async () => (await demoPosts(profile)).length).toBe(posts + 1)
  })
  // Such a request never gets an answer.
  await step('without an answer again', () => expect(needsYou).toBeVisible())

  const resume = page.getByRole('button', { name: 'Resume', exact: true })
  await step('held', async () => {
    await order('Paper crane [402]', 1)()
    await expect(resume).toBeVisible()
  })
  await step('resumed in the banner, and held again', async () => {
    const posts = (await demoPosts(profile)).length
    await press(resume)()
    await expect.poll(async () => (await demoPosts(profile)).length).toBe(posts + 1)
    await expect(resume).toBeVisible()
  })
  await step('taken back', async () => {
    await press(queue.region.getByRole('button', { name: 'Cancel batch' }))()
    await expect(page.getByRole('status').getByText('1 request cancelled, nothing was sent')).toBeVisible()
  })
  await step('resumed in the banner for good', async () => {
    await press(resume)()
    await expect(resume).toBeHidden()
  })

  await step('one batch alone', async () => {
    await press(queue.button('Batches'))()
    await keyboard.type(lanterns)
    await expect(page.getByRole('listbox', { name: 'Batches' }).getByRole('option')).toHaveCount(1)
    await keyboard.press('ArrowDown')
    await keyboard.press('Enter')
    await expect(batchOf(page).region).toBeVisible()
  })
  await step('all batches again', async () => {
    await press(page.getByRole('button', { name: 'Show all batches' }))()
    await expect(batchOf(page).region).toBeHidden()
  })

  const wrongCells = table.grid.locator('[role=gridcell][aria-invalid=true]')
  await step('a table opened', async () => {
    await app.answerOpenDialogs(tableFile)
    await keyboard.press('ControlOrMeta+o')
    await expect(wrongCells).toHaveCount(2)
  })
  await step('the first fault fixed', async () => {
    await reach(table.focusedCell)
    await keyboard.press('F8')
    await expect(table.focusedCell).toHaveText('two')
    await keyboard.type('2')
    await keyboard.press('Enter')
    await expect(wrongCells).toHaveCount(1)
  })
  await step('the second fault fixed', async () => {
    await keyboard.press('F8')
    await expect(table.focusedCell).toHaveAttribute('aria-invalid', 'true')
    await keyboard.type('a stool')
    await keyboard.press('Enter')
    await expect(table.dialog).toContainText('5 rows, 6 requests, 6 images')
    await expect(table.button('Queue 5 rows')).toBeEnabled()
  })
  await step('the table queued', async () => {
    await press(table.button('Queue 5 rows'))()
    await expect(table.dialog).toBeHidden()
  })
  await step('all saved', async () => {
    for (const thing of ['chair', 'table', 'stool', 'shelf'])
      await expect(gallery.tiles(`a ${thing}`, 'saved')).toHaveCount(1)
    await expect(gallery.tiles('a lamp', 'saved')).toHaveCount(2)
  })

  await step('all selected', async () => {
    await reach(gallery.region.getByRole('option', { name: /saved$/ }))
    await keyboard.press('ControlOrMeta+a')
    await expect(page.getByRole('option', { selected: true })).toHaveCount(9)
  })
  await step('exported', async () => {
    await letWordsPass(page)
    await app.answerOpenDialogs(profile.exports)
    await keyboard.press('ControlOrMeta+e')
    const exporting = exportingOf(page)
    await expect(exporting.choose).toBeFocused()
    await keyboard.press('Enter')
    await expect(exporting.button('Export 9 files')).toBeFocused()
    // Until the plan is made anew for the folder, it does nothing.
    await expect(exporting.button('Export 9 files')).not.toHaveAttribute('aria-disabled')
    await keyboard.press('Enter')
    await expect(page.getByText(/^9 images exported/)).toBeVisible()
  })

  const exported = await filesBelow(profile.exports)
  const originals = await profile.libraryImages()
  const sums = async (paths: readonly string[]) => (await Promise.all(paths.map(sha256Of))).toSorted()
  expect(await sums(exported)).toEqual(await sums(originals))
  for (const path of exported) expect(basename(path)).toMatch(/^[^/\\:*?"<>|]+\.(png|jpe?g|webp)$/)
})
