import { readFile, rename, unlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const prompt = 'A heron on ice'

const test = testOnOneApp(
  async ({ page }) => {
    await tryDemo(page)
    await generate(page, { prompt, images: 4, mode: 'Direct' })
    await expect(galleryOf(page).tiles(prompt, 'saved')).toHaveCount(4)
  },
  { demo: { plain: false } },
)

/** Of four images the first two are selected; quick look is open on the third. */
async function openQuickLook({ page, ask }: RunningApp) {
  await page.reload()
  const tiles = galleryOf(page).tiles(prompt, 'saved')
  await expect(tiles).toHaveCount(4)
  await tiles.nth(0).click()
  await tiles.nth(1).click({ modifiers: ['ControlOrMeta'] })
  await page.keyboard.press('ControlOrMeta+ArrowRight')
  await expect(tiles.nth(2)).toBeFocused()
  const { rows } = await ask('gallery.page', { text: '', offset: 0, limit: 1 })
  await page.keyboard.press('Space')
  const look = page.getByRole('dialog', { name: 'Quick look' })
  const picture = look.getByRole('img')
  await expect(picture).toHaveAttribute('data-shows', /^cyanotype:\/\/image\//)
  return {
    firstId: rows[0]?.id ?? '',
    tiles,
    look,
    picture,
    zoom: look.getByRole('button', { name: 'fit or 100 %' }),
  }
}

/** Where the picture is, in whole CSS pixels. */
async function placeOf(page: Page) {
  const box = await page.getByRole('dialog').getByRole('img').boundingBox()
  if (box === null) throw new Error('no picture is shown')
  return Object.fromEntries(Object.entries(box).map(([name, value]) => [name, Math.round(value)]))
}

test('an image is zoomed where the pointer is, moved, and followed by the next; the selection stays', async ({
  app,
}) => {
  const { page } = app
  const { tiles, look, picture, zoom } = await openQuickLook(app)
  await expect(zoom).toHaveText('100 %')
  // Nothing of the window under it is laid out or painted.
  await expect(page.getByRole('main', { includeHidden: true })).toHaveCSS('content-visibility', 'hidden')
  const whole = await placeOf(page)
  expect(whole).toMatchObject({ width: 256, height: 256 })

  const [x, y] = [(whole.x ?? 0) + 64, (whole.y ?? 0) + 64]
  await page.mouse.move(x, y)
  await page.mouse.wheel(0, -120)
  await expect(zoom).not.toHaveText('100 %')
  const zoomed = await placeOf(page)
  const scale = (zoomed.width ?? 0) / 256
  expect(scale).toBeGreaterThan(1)
  // It is smaller than the window, in whose middle it stays.
  expect(Math.abs((zoomed.x ?? 0) + (zoomed.width ?? 0) / 2 - ((whole.x ?? 0) + 128))).toBeLessThan(2)
  for (let turns = 0; turns < 8; turns++) await page.mouse.wheel(0, -120)
  // After the last of them: a drag that began before would be measured from another place.
  await expect.poll(async () => (await placeOf(page)).width).toBeGreaterThan(2200)

  const before = await placeOf(page)
  await page.mouse.down()
  await page.mouse.move(x + 90, y + 40, { steps: 3 })
  await page.mouse.up()
  await expect
    .poll(() => placeOf(page))
    .toMatchObject({ ...before, x: Math.min(0, (before.x ?? 0) + 90), y: (before.y ?? 0) + 40 })
  await page.keyboard.press('Shift+ArrowRight')
  await expect.poll(async () => (await placeOf(page)).x).toBe(Math.min(0, (before.x ?? 0) + 90) - 80)

  const shown = await picture.getAttribute('data-shows')
  const place = await placeOf(page)
  await page.keyboard.press('PageDown')
  await expect(picture).not.toHaveAttribute('data-shows', shown ?? '')
  await expect(picture).toHaveAttribute('data-shows', /^cyanotype:\/\/image\//)
  expect(await placeOf(page)).toEqual(place)
  await page.keyboard.press('z')
  await expect(zoom).toHaveText('100 %')
  await expect(look).toContainText('4 of 4')

  await page.keyboard.press('Escape')
  await expect(look).toBeHidden()
  await expect(tiles.nth(3)).toBeFocused()
  await expect(page.getByRole('option', { selected: true })).toHaveCount(2)
  for (const at of [0, 1]) await expect(tiles.nth(at)).toHaveAttribute('aria-selected', 'true')
})

test('an image follows another without a frame in which there is none', async ({ app }) => {
  const { page } = app
  const { look, picture } = await openQuickLook(app)
  await page.evaluate(() => {
    const seen: boolean[] = []
    Object.assign(window, { seen })
    const note = (): void => {
      const canvas = document.querySelector<HTMLCanvasElement>('[role=dialog] canvas')
      const middle = [(canvas?.width ?? 0) / 2, (canvas?.height ?? 0) / 2] as const
      seen.push(canvas?.getContext('2d')?.getImageData(...middle, 1, 1).data[3] === 255)
      requestAnimationFrame(note)
    }
    note()
  })
  for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowRight'])
    await page.keyboard.press(key)
  await expect(look).toContainText('4 of 4')
  await expect(picture).toHaveAttribute('data-shows', /^cyanotype:\/\/image\//)
  expect(await page.evaluate(() => (window as unknown as { seen: boolean[] }).seen)).not.toContain(false)
})

test('a file that is away, damaged or empty is told as what it is, and shown once it is whole again', async ({
  app,
  profile,
}) => {
  const { page } = app
  const { firstId, look, picture } = await openQuickLook(app)
  const { file } = await app.ask('images.details', { id: firstId })
  const path = (await profile.libraryImages()).find((one) => one.endsWith(join(...file.split('/')))) ?? ''
  await rename(path, `${path}.away`)
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  await expect(look).toContainText('The file isn’t there now, or it can’t be read')
  await page.keyboard.press('ArrowRight')
  await expect(picture).toBeVisible()
  await page.keyboard.press('ArrowLeft')
  await expect(look.getByRole('button', { name: 'Try again' })).toBeVisible()

  const whole = await readFile(`${path}.away`)
  const tryAgain = async (bytes: Uint8Array) => {
    await writeFile(path, bytes)
    await look.getByRole('button', { name: 'Try again' }).click()
  }
  await tryAgain(Buffer.alloc(4096, 'garbage '))
  await expect(look).toContainText('The file is damaged')
  await tryAgain(Buffer.alloc(0))
  await expect(look).toContainText('The file is empty')
  await tryAgain(whole.subarray(0, 200))
  await expect(look).toContainText('The file is damaged')
  await unlink(path)
  await look.getByRole('button', { name: 'Try again' }).click()
  await expect(look).toContainText('The file isn’t there now, or it can’t be read')
  await rename(`${path}.away`, path)
  await look.getByRole('button', { name: 'Try again' }).click()
  await expect(picture).toHaveAttribute('data-shows', `cyanotype://image/${firstId}`)
})

// Last: it leaves the window filling the screen.
test('it fills the screen and leaves it with Escape; a window that filled it before still does', async ({
  app,
}) => {
  const { page } = app
  const { look } = await openQuickLook(app)
  const fills = () =>
    app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isFullScreen())
  await page.keyboard.press('f')
  await expect.poll(fills).toBe(true)
  await expect(look.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect.poll(fills).toBe(false)
  await expect(look.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()

  await page.keyboard.press('f')
  await expect.poll(fills).toBe(true)
  await look.getByRole('button', { name: 'Close' }).click()
  await expect(look).toBeHidden()
  await expect.poll(fills).toBe(false)

  await app.electron.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.setFullScreen(true))
  await expect.poll(fills).toBe(true)
  await page.keyboard.press('Space')
  await page.keyboard.press('f')
  await expect(look.getByRole('button', { name: 'Leave full screen' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(look.getByRole('button', { name: 'Full screen', exact: true })).toBeVisible()
  expect(await fills()).toBe(true)
})
