import type { Locator, Page } from '@playwright/test'
import { expect, testOnOneApp } from './fixtures/app'
import { letWordsPass } from './fixtures/passingWords'
import { composeOf, galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const test = testOnOneApp(({ page }) => tryDemo(page))

/** The contrast ratio as axe computes it: of an element's text colour to another element's. */
async function contrast(first: Locator, second: Locator): Promise<number> {
  const [a, b] = await Promise.all([first, second].map((one) => one.evaluate(luminance)))
  return (Math.max(a ?? 0, b ?? 0) + 0.05) / (Math.min(a ?? 0, b ?? 0) + 0.05)
}

function luminance(element: Element): number {
  const channels = getComputedStyle(element).color.match(/[\d.]+/g) ?? []
  const [red = 0, green = 0, blue = 0] = channels.map((channel) => {
    const share = Number(channel) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

for (const theme of ['dark', 'light'] as const) {
  test(`a button that can’t be pressed does not look like one that can, ${theme}`, async ({ app }) => {
    const { page } = app
    await app.ask('preferences.change', { theme })
    await composeOf(page).prompt.fill('')
    const gallery = galleryOf(page)
    const settings = page.getByRole('button', { name: 'Settings', exact: true })
    for (const button of [gallery.delete, gallery.export]) {
      await expect(button).toHaveAttribute('aria-disabled', 'true')
      expect(await contrast(button, settings)).toBeGreaterThan(2)
    }
    await expect(composeOf(page).generate).toHaveAttribute('aria-disabled', 'true')
    expect(await contrast(composeOf(page).generate, settings)).toBeGreaterThan(2)

    const prompt = `A heron, ${theme}`
    await generate(page, { prompt })
    await gallery.tile(prompt, 1, 1, 'saved').click()
    expect(await contrast(gallery.delete, settings)).toBe(1)
    await page.keyboard.press('Escape')
  })
}

test('a toast covers nothing: the images end above it, and what is above stays in place', async ({ app }) => {
  const { page } = app
  await generate(page, { prompt: 'A heron on ice', images: 10, mode: 'Direct' })
  const gallery = galleryOf(page)
  await expect(gallery.tiles('A heron on ice', 'saved')).toHaveCount(10)
  await letWordsPass(page)
  await expect(page.getByText('1 queued in “A heron on ice”')).toBeHidden()
  const first = gallery.region.getByRole('option').first()
  await first.click()
  const before = await placeOf(first)
  await page.keyboard.press('Delete')
  const undo = page.getByRole('group').filter({ has: page.getByRole('button', { name: 'Undo' }) })
  await expect(undo).toBeVisible()
  await expect(gallery.tiles('A heron on ice', 'saved')).toHaveCount(9)
  expect(await placeOf(first)).toEqual(before)
  expect(await boxesUnder(page, undo)).toEqual([])
})

test('a search for a word without an end is told within the gallery, with a way back below it', async ({
  app,
}) => {
  const gallery = galleryOf(app.page)
  await gallery.search.fill('x'.repeat(10_000))
  await expect(gallery.region.getByText(/^No images match/)).toBeInViewport({ ratio: 1 })
  const clear = gallery.region.getByText('Clear the search')
  await expect(clear).toBeInViewport({ ratio: 1 })
  await clear.click()
  await expect(gallery.region.getByRole('option').first()).toBeVisible()
})

test('on a Cyrillic keyboard the keys at the places of ours act, with modifiers too', async ({ app }) => {
  const { page } = app
  const session = await page.context().newCDPSession(page)
  const control = 2
  async function press(key: string, code: string, modifiers = 0): Promise<void> {
    const windowsVirtualKeyCode = code.charCodeAt(code.length - 1)
    const typed = modifiers === 0 ? { text: key } : {}
    const event = { key, code, modifiers, windowsVirtualKeyCode }
    await session.send('Input.dispatchKeyEvent', { ...event, ...typed, type: 'keyDown' })
    await session.send('Input.dispatchKeyEvent', { ...event, type: 'keyUp' })
  }
  const prompt = 'A heron on a Cyrillic keyboard'
  await generate(page, { prompt })
  await galleryOf(page).tile(prompt, 1, 1, 'saved').click()
  const flag = async () => {
    const { rows } = await app.ask('gallery.page', { text: prompt, offset: 0, limit: 1 })
    return rows[0]?.flag
  }
  await press('з', 'KeyP')
  await expect.poll(flag).toBe('kept')
  await press('я', 'KeyZ', control)
  await expect.poll(flag).toBeNull()
  await press('а', 'KeyF', control)
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeFocused()
})

/** Where an element begins in the window. */
async function placeOf(element: Locator): Promise<readonly number[]> {
  const box = await element.boundingBox()
  if (box === null) throw new Error('it is not shown')
  return [box.x, box.y]
}

/** Names of the visible tiles and of the buttons in the gallery's bar that a toast covers. */
async function boxesUnder(page: Page, toast: Locator): Promise<readonly string[]> {
  const box = await toast.boundingBox()
  if (box === null) throw new Error('there is no toast')
  return page.evaluate(({ x, y, width, height }) => {
    const points = [0.02, 0.5, 0.98].flatMap((across) =>
      [0.05, 0.5, 0.95].map((down) => [across, down] as const),
    )
    return points.flatMap(([across, down]) =>
      document
        .elementsFromPoint(x + width * across, y + height * down)
        .filter(
          (element) =>
            element.matches('[role=option], button, img, input') && !element.closest('[role=status]'),
        )
        .map((element) => element.getAttribute('aria-label') ?? element.tagName),
    )
  }, box)
}
