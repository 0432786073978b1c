import type { Page } from '@playwright/test'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { composeOf, galleryOf, tableOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const test = testOnOneApp(async ({ page }) => {
  await tryDemo(page)
  await generate(page, { prompt: 'A heron on ice', images: 2, mode: 'Direct' })
  await expect(galleryOf(page).tiles('A heron on ice', 'saved')).toHaveCount(2)
})

test.beforeEach(async ({ app: { page } }) => {
  // What could be undone is forgotten.
  await page.reload()
  await composeOf(page).prompt.fill('')
})

const focusedRole = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('role') ?? null)

/** Undoes through the menu as a user does, wherever the focus is. */
async function chooseInEditMenu({ electron }: RunningApp, label: 'Undo' | 'Redo'): Promise<void> {
  await electron.evaluate(({ BrowserWindow, Menu }, wanted) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? [])
    const [window] = BrowserWindow.getAllWindows()
    items?.find((item) => item.label === wanted)?.click({}, window, window?.webContents)
  }, label)
}

async function chooseFromHistory(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Prompt history', exact: true }).click()
  await page.getByRole('listbox', { name: 'Prompt history' }).getByRole('option', { name }).click()
}

test('undo and redo in the gallery, by key and by the menu, leave the prompt as it is', async ({ app }) => {
  const { page } = app
  const { prompt } = composeOf(page)
  await prompt.pressSequentially('three herons')
  await galleryOf(page).tile('A heron on ice', 1, 2, 'saved').click()
  await page.keyboard.press('Delete')
  await expect(galleryOf(page).tiles('A heron on ice')).toHaveCount(1)
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(galleryOf(page).tiles('A heron on ice')).toHaveCount(2)
  expect(await focusedRole(page)).toBe('option')
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect(galleryOf(page).tiles('A heron on ice')).toHaveCount(1)
  await chooseInEditMenu(app, 'Undo')
  await expect(galleryOf(page).tiles('A heron on ice')).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+Y')
  await expect(galleryOf(page).tiles('A heron on ice')).toHaveCount(1)
  await chooseInEditMenu(app, 'Undo')
  await expect(galleryOf(page).tiles('A heron on ice')).toHaveCount(2)
  // Nothing is left to undo.
  await page.keyboard.press('ControlOrMeta+Z')
  await chooseInEditMenu(app, 'Undo')
  await prompt.press('End')
  await expect(prompt).toHaveValue('three herons')

  // A focused field has its own undo, by key and by the menu.
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(prompt).not.toHaveValue('three herons')
  await chooseInEditMenu(app, 'Redo')
  await expect(prompt).toHaveValue('three herons')
})

test('an undo in one field never changes another', async ({ app }) => {
  const { page } = app
  const { prompt, images } = composeOf(page)
  await prompt.fill('A heron on ice')
  await prompt.pressSequentially(', at dawn')
  await galleryOf(page).search.focus()
  await page.keyboard.press('ControlOrMeta+Z')
  await images.focus()
  await page.keyboard.press('ControlOrMeta+Z')
  await galleryOf(page).search.focus()
  await chooseInEditMenu(app, 'Undo')
  await expect(prompt).toHaveValue('A heron on ice, at dawn')
})

test('an undo in a dialog leaves the form behind it as it is', async ({ app }) => {
  const { page } = app
  const { prompt, table } = composeOf(page)
  await prompt.pressSequentially('a {red|blue} fern')
  await table.click()
  await expect(tableOf(page).button('Open a file…')).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Z')
  await chooseInEditMenu(app, 'Undo')
  await page.keyboard.press('Escape')
  await expect(tableOf(page).dialog).toBeHidden()
  await expect(prompt).toHaveValue('a {red|blue} fern')
})

test('what fills the prompt from elsewhere is one step of its own undo', async ({ app }) => {
  const { page } = app
  const { prompt } = composeOf(page)
  await prompt.pressSequentially('a moss garden')
  await galleryOf(page).tile('A heron on ice', 1, 2, 'saved').click()
  await page.keyboard.press('i')
  await page.getByRole('button', { name: 'Reuse', exact: true }).click()
  await expect(prompt).toHaveValue('A heron on ice')
  await expect(prompt).toBeFocused()
  await prompt.pressSequentially(', at dawn')
  await expect(prompt).toHaveValue('A heron on ice, at dawn')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(prompt).toHaveValue('A heron on ice')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(prompt).toHaveValue('a moss garden')
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect(prompt).toHaveValue('A heron on ice')
  await page.keyboard.press('ControlOrMeta+Z')
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(prompt).not.toHaveValue(/moss garden$/)
})

test('prompts of the history, by list and by key, are steps of the prompt’s own undo', async ({ app }) => {
  const { page } = app
  const lines = 'A wren on ice,\n\nin two lines'
  await generate(page, { prompt: lines })
  await expect(page.getByText('1 queued in “A wren on ice, in two lines”')).toBeVisible()
  const { prompt } = composeOf(page)
  await prompt.fill('')
  await prompt.pressSequentially('moss')
  await chooseFromHistory(page, /^A wren/)
  await expect(prompt).toHaveValue(lines)
  await expect(prompt).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(prompt).toHaveValue('moss')

  await page.keyboard.press('Alt+ArrowUp')
  await expect(prompt).toHaveValue(lines)
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(prompt).toHaveValue('moss')
})

test('filling the prompt while it is not focused leaves nothing of the old text to undo', async ({ app }) => {
  const { page } = app
  await generate(page, { prompt: 'A grebe on ice' })
  await expect(page.getByText('1 queued in “A grebe on ice”')).toBeVisible()
  const { prompt } = composeOf(page)
  await prompt.fill('')
  await prompt.pressSequentially('moss')
  await page.keyboard.press('Alt+ArrowUp')
  await expect(prompt).toHaveValue('A grebe on ice')
  await chooseFromHistory(page, /^A grebe/)
  await prompt.fill('a moss garden')
  await chooseFromHistory(page, /^A grebe/)
  await page.getByRole('button', { name: 'Put back' }).click()
  await expect(prompt).toHaveValue('a moss garden')
  await prompt.focus()
  for (let presses = 0; presses < 5; presses++) await page.keyboard.press('ControlOrMeta+Z')
  await expect(prompt).toHaveValue('a moss garden')
})
