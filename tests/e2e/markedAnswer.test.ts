import type { Page } from '@playwright/test'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { galleryOf } from './fixtures/regions'
import { generate, reconnect } from './fixtures/steps'
import { violations } from './fixtures/violations'

const test = testOnOneApp()

/** What was sent for the newest image, opened by keyboard. */
async function openAnswer(page: Page) {
  await galleryOf(page)
    .region.getByRole('option', { name: /saved$/ })
    .first()
    .click()
  await page.keyboard.press('i')
  const details = page.getByRole('complementary', { name: 'Details' })
  await details.getByRole('button', { name: 'What was sent' }).press('Enter')
  return details.getByRole('region', { name: 'Answer, HTTP status 200' })
}

const themed = async ({ ask, page }: RunningApp, theme: 'dark' | 'light'): Promise<void> => {
  await ask('preferences.change', { theme })
  await expect(page.locator('html')).toHaveAttribute('data-theme', theme)
}

test('an answer shows what was understood, and its values are reached and pressed by keyboard', async ({
  app,
  serve,
}) => {
  const { page } = app
  const { keyboard } = page
  const service = await serve({ key: 'sk-1' })
  await reconnect(app, service)
  await generate(page, { prompt: 'Two herons', images: 2, mode: 'Direct' })
  await expect(galleryOf(page).tiles('Two herons', 'saved')).toHaveCount(2)
  const answer = await openAnswer(page)
  await expect(answer.getByText('It contains 2 images.')).toBeVisible()
  const images = answer.getByRole('button', { name: / image$/ })
  await expect(images).toHaveText([/image-1\.png" image$/, /image-2\.png" image$/])

  await answer.scrollIntoViewIfNeeded()
  await images.first().focus()
  await keyboard.press('ArrowDown')
  await expect(answer.getByRole('button').and(page.locator(':focus'))).toBeVisible()
  await keyboard.press('End')
  await expect(answer.getByRole('button').last()).toBeFocused()
  await keyboard.press('Home')
  await expect(answer.getByRole('button').first()).toBeFocused()
  // Tab goes on past all of them, and comes back to the one that had the focus.
  await keyboard.press('Tab')
  await expect(answer.locator(':focus')).toHaveCount(0)
  await keyboard.press('Shift+Tab')
  await expect(answer.getByRole('button').first()).toBeFocused()

  await images.first().focus()
  await keyboard.press('Enter')
  const menu = page.getByRole('menu', { name: 'What is this?' })
  await expect(menu).toContainText('data[0].url, image')
  for (const theme of ['dark', 'light'] as const) {
    await themed(app, theme)
    // A menu lies over the window, outside of its landmarks.
    const found = (await violations(page)).filter((line) => !line.startsWith('region: '))
    expect.soft(found, `the menu, ${theme}`).toEqual([])
  }
  await keyboard.press('Escape')
  await expect(images.first()).toBeFocused()
  for (const theme of ['dark', 'light'] as const) {
    await themed(app, theme)
    expect.soft(await violations(page), `the answer, ${theme}`).toEqual([])
  }
})

test('a request and its answer stand side by side, and the focus comes back', async ({ app, serve }) => {
  const { page } = app
  await reconnect(app, await serve({ key: 'sk-1' }))
  await generate(page, { prompt: 'A wren' })
  await expect(galleryOf(page).tile('A wren', 1, 1, 'saved')).toBeVisible()
  await openAnswer(page)
  const open = page.getByRole('button', { name: 'Show side by side' })
  await open.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'What was sent' })
  const answer = dialog.getByRole('region', { name: 'Answer, HTTP status 200' })
  await expect(
    answer.getByText(/^The service accepted a task: task-1\. Cyanotype asks for it at http/),
  ).toBeVisible()
  await answer.getByRole('button', { name: '"pending" state' }).press('Enter')
  await expect(page.getByRole('menu', { name: 'What is this?' })).toContainText('status, state')
  await page.keyboard.press('Escape')
  for (const theme of ['dark', 'light'] as const) {
    await themed(app, theme)
    expect.soft(await violations(page), `side by side, ${theme}`).toEqual([])
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
})

test('the first image of a connection says how its images come, until that is dismissed', async ({
  app,
  serve,
}) => {
  const { page } = app
  const service = await serve({ key: 'sk-1' })
  await reconnect(app, service)
  await generate(page, { prompt: 'A grebe' })
  const line = page.getByRole('status').filter({ hasText: 'Images from Studio come as addresses.' })
  await expect(line).toContainText('The task address is /api/v1/images/tasks/…')
  await line.getByRole('button', { name: 'Details' }).press('Enter')
  await expect(page.getByRole('dialog', { name: 'Connection' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(line.getByRole('button', { name: 'Details' })).toBeFocused()
  await line.getByRole('button', { name: 'Dismiss' }).press('Enter')
  await expect(line).toHaveCount(0)
  await page.reload()
  await expect(galleryOf(page).tile('A grebe', 1, 1, 'saved')).toBeVisible()
  await expect(line).toHaveCount(0)
})
