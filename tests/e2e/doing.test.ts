import { createHash } from 'node:crypto'
import { readFile, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

const prompt = 'A heron on ice'

const test = testOnOneApp(
  async ({ page }) => {
    await tryDemo(page)
    await generate(page, { prompt, images: 3, mode: 'Direct' })
  },
  { demo: { plain: false } },
)

/** From now on notes what the window gives to other programs, which this computer hasn't: they are told nothing. */
async function noteGiven({ electron }: RunningApp) {
  await electron.evaluate(({ BrowserWindow, shell }) => {
    const dragged: { readonly files: readonly string[]; readonly iconIsEmpty: boolean }[] = []
    const opened: string[] = []
    Object.assign(globalThis, { dragged, opened })
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) throw new Error('no window is open')
    window.webContents.startDrag = ({ files = [], icon }) => {
      dragged.push({ files, iconIsEmpty: typeof icon === 'string' || icon.isEmpty() })
    }
    shell.openPath = async (path) => {
      opened.push(path)
      return ''
    }
  })
  return {
    dragged: () =>
      electron.evaluate((): readonly { readonly files: readonly string[]; readonly iconIsEmpty: boolean }[] =>
        Reflect.get(globalThis, 'dragged'),
      ),
    opened: () => electron.evaluate((): readonly string[] => Reflect.get(globalThis, 'opened')),
  }
}

const sha256 = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

async function threeImages(app: RunningApp) {
  const { page, ask } = app
  await page.reload()
  const tiles = galleryOf(page).tiles(prompt, 'saved')
  await expect(tiles).toHaveCount(3)
  // Before the list holds them, they can't be dragged, and the last may come first.
  await expect(tiles.and(page.locator('[draggable=true]'))).toHaveCount(3)
  const { rows } = await ask('gallery.page', { text: '', offset: 0, limit: 3 })
  const details = await Promise.all(rows.map(({ id }) => ask('images.details', { id })))
  return { tiles, details, given: await noteGiven(app) }
}

/** Presses on a tile and moves the pointer, with the button held. */
async function dragAway({ page }: RunningApp, tile: ReturnType<RunningApp['page']['getByRole']>) {
  await tile.hover()
  await page.mouse.down()
  await page.mouse.move(5, 300, { steps: 8 })
}

test('a frame around images still selects them, and a click a tile', async ({ app }) => {
  const { page } = app
  const { tiles, given } = await threeImages(app)
  const box = await tiles.nth(0).boundingBox()
  if (box === null) throw new Error('no tile is drawn')
  await page.mouse.move(box.x + 20, box.y + box.height + 60)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width + 40, box.y + 20, { steps: 8 })
  await page.mouse.up()
  await expect(tiles.nth(0)).toHaveAttribute('aria-selected', 'true')
  await expect(tiles.nth(1)).toHaveAttribute('aria-selected', 'true')
  await tiles.nth(2).click()
  await expect(page.getByRole('option', { selected: true })).toHaveCount(1)
  expect(await given.dragged()).toEqual([])
})

test('keys copy the image, its prompt and the files of several; a menu opens it, in the gallery and in quick look', async ({
  app,
  profile,
}) => {
  const { page, electron } = app
  const { tiles, details, given } = await threeImages(app)
  const read = (format: string) =>
    electron.evaluate(
      ({ clipboard }, wanted) => Reflect.get(clipboard, 'readBuffer').call(clipboard, wanted).toString(),
      format,
    )
  const size = () =>
    electron.evaluate(({ clipboard }) => Reflect.get(clipboard, 'readImage').call(clipboard).getSize())

  await tiles.nth(0).click()
  await page.keyboard.press('ControlOrMeta+c')
  await expect(page.getByText('Image copied')).toBeVisible()
  expect(await size()).toEqual({ width: details[0]?.width, height: details[0]?.height })

  await page.keyboard.press('ControlOrMeta+Shift+c')
  await expect(page.getByText('Prompt copied')).toBeVisible()
  expect(await electron.evaluate(({ clipboard }) => clipboard.readText())).toBe(prompt)

  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ControlOrMeta+c')
  await expect(page.getByText('2 files copied')).toBeVisible()
  const listed = (await read('text/uri-list'))
    .trim()
    .split('\r\n')
    .map((url: string) => decodeURIComponent(new URL(url).pathname))
  expect(listed).toEqual(details.slice(0, 2).map(({ file }) => join(profile.library, file)))

  await page.keyboard.press('Space')
  const look = page.getByRole('dialog', { name: 'Quick look' })
  await expect(look.getByRole('img')).toHaveAttribute('data-shows', /^cyanotype:\/\/image\//)
  await look.getByRole('button', { name: 'Actions' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Open in default program' }).focus()
  await page.keyboard.press('Enter')
  await expect.poll(given.opened).toEqual([join(profile.library, details[1]?.file ?? '')])
  await expect(look.getByRole('button', { name: 'Actions' })).toBeFocused()
  await page.keyboard.press('ControlOrMeta+c')
  await expect(look.getByText('Image copied')).toBeVisible()
})

// Last: it damages a file.
test('images are dragged out as whole files, one or all that are selected; one that is cut short is not', async ({
  app,
  profile,
}) => {
  const { page } = app
  const { tiles, details, given } = await threeImages(app)
  const paths = details.map(({ file }) => join(profile.library, file))

  await dragAway(app, tiles.nth(1))
  await expect.poll(given.dragged).toHaveLength(1)
  await page.mouse.up()
  await expect(tiles.nth(1)).toHaveAttribute('aria-selected', 'true')

  await tiles.nth(0).click()
  await page.keyboard.press('ControlOrMeta+a')
  await dragAway(app, tiles.nth(2))
  await expect.poll(given.dragged).toHaveLength(2)
  await page.mouse.up()

  const [one, all] = await given.dragged()
  expect(one?.files).toEqual([paths[1]])
  expect(new Set(all?.files)).toEqual(new Set(paths))
  for (const drag of [one, all]) {
    expect(drag?.iconIsEmpty).toBe(false)
    for (const path of drag?.files ?? []) {
      const image = details.find(({ file }) => path === join(profile.library, file))
      expect(await sha256(path)).toBe(image?.sha256)
    }
  }

  await truncate(paths[0] ?? '', 100)
  await tiles.nth(0).click()
  await page.keyboard.press('ControlOrMeta+a')
  await dragAway(app, tiles.nth(2))
  await expect(page.getByText('Of 3 images, 1 don’t have their complete file in the library.')).toBeVisible()
  await page.mouse.up()
  expect(await given.dragged()).toHaveLength(2)
})
