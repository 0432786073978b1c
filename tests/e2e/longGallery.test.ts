import type { Locator, Page } from '@playwright/test'
import { resize } from '../../scripts/screenshots/resize'
import { dragThumb } from '../bench/support/gallery/scrolling'
import { expect, type RunningApp, testOnOneApp } from './fixtures/app'
import { type LongGallery, pretendImages } from './fixtures/longGallery'
import { galleryOf } from './fixtures/regions'
import { tryDemo } from './fixtures/steps'

const test = testOnOneApp(({ page }) => tryDemo(page))

const million = 1_000_000

async function openLong(app: RunningApp, count: number): Promise<LongGallery & { readonly list: Locator }> {
  const library = await pretendImages(app, count)
  const { region } = galleryOf(app.page)
  await expect(region.getByRole('option').first()).toHaveAttribute('aria-setsize', String(count))
  return { ...library, list: region.getByRole('listbox', { name: 'Images' }) }
}

const tileAt = (list: Locator, place: number): Locator =>
  list.locator(`[role=option][aria-posinset="${place}"]`)

const scrollerOf = (list: Locator): Locator => list.locator('xpath=..')

/** Places of the tiles that are at least partly in view. */
const placesInView = (list: Locator): Promise<readonly number[]> =>
  list.evaluate((element) => {
    const view = element.parentElement?.getBoundingClientRect() ?? new DOMRect()
    return [...element.querySelectorAll('[role=option]')]
      .filter((tile) => {
        const { top, bottom } = tile.getBoundingClientRect()
        return top < view.bottom && bottom > view.top
      })
      .map((tile) => Number(tile.getAttribute('aria-posinset')))
  })

/** The tile nearest the middle of the view: its name, and where it is in the window. */
const middleTile = (list: Locator) =>
  list.evaluate((element) => {
    const view = element.parentElement?.getBoundingClientRect() ?? new DOMRect()
    const across = element.getBoundingClientRect()
    const far = (tile: Element) => {
      const { left, top, width, height } = tile.getBoundingClientRect()
      return Math.hypot(
        left + width / 2 - across.left - across.width / 2,
        top + height / 2 - view.top - view.height / 2,
      )
    }
    const [tile] = [...element.querySelectorAll('[role=option]')].sort((a, b) => far(a) - far(b))
    const { left, top, width, height } = tile?.getBoundingClientRect() ?? new DOMRect()
    return {
      name: tile?.getAttribute('aria-label') ?? '',
      place: Number(tile?.getAttribute('aria-posinset')),
      box: [left, top, width, height],
    }
  })

const framesDrawn = (page: Page) =>
  page.evaluate(
    () => new Promise<number>((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )

/** Drags the thumb to a share of its way; beyond both ends it surely comes to them. */
async function drag(page: Page, list: Locator, share: number): Promise<void> {
  await dragThumb(page, scrollerOf(list), share, { atOnce: true })
  await expect(list).toHaveAttribute('aria-busy', 'false')
  await framesDrawn(page)
}

/** Resolves once nothing has scrolled for some frames. */
const atRest = (list: Locator) =>
  list.evaluate(async (element) => {
    let before = Number.NaN
    for (let still = 0; still < 20; still++) {
      const now = element.querySelector('[role=option]')?.getBoundingClientRect().top ?? 0
      if (now !== before) still = 0
      before = now
      await new Promise(requestAnimationFrame)
    }
  })

for (const { zoom, ...size } of [
  { width: 1280, height: 800, zoom: 1 },
  { width: 1920, height: 1200, zoom: 2 },
  { width: 2560, height: 1600, zoom: 2.5 },
])
  test(`the first and the last of 1,000,000 images are reached by keys, thumb and wheel, at ${100 * zoom} %`, async ({
    app,
  }) => {
    const { page, electron } = app
    await resize(page, electron, { ...size, zoom })
    const { list } = await openLong(app, million)
    await tileAt(list, 1).focus()
    await page.keyboard.press('End')
    await expect(tileAt(list, million)).toBeFocused()
    await expect(tileAt(list, million)).toBeInViewport()
    await expect(tileAt(list, million)).toHaveAttribute('aria-setsize', String(million))
    await expect(tileAt(list, million)).toHaveAccessibleName(/^picture 1, image 1 of 1, saved/)
    await page.keyboard.press('Home')
    await expect(tileAt(list, 1)).toBeInViewport()

    await drag(page, list, 0.5)
    const [middle = 0] = await placesInView(list)
    expect(middle).toBeGreaterThan(0.4 * million)
    expect(middle).toBeLessThan(0.6 * million)
    await drag(page, list, 1.05)
    await expect(tileAt(list, million)).toBeInViewport()
    await drag(page, list, -0.05)
    await expect(tileAt(list, 1)).toBeInViewport()

    await drag(page, list, 0.3)
    await atRest(list)
    const before = await middleTile(list)
    for (const turn of [240, 240, -480, -240, 240]) {
      const top = await list.evaluate((element) => element.getBoundingClientRect().top)
      await page.mouse.wheel(0, turn)
      await expect.poll(() => list.evaluate((element) => element.getBoundingClientRect().top)).not.toBe(top)
      await atRest(list)
    }
    const after = await middleTile(list)
    expect(after.name).toBe(before.name)
    for (const [at, edge] of after.box.entries()) expect(edge).toBeCloseTo(before.box[at] ?? 0, 0)
  })

test('images that come and go move nothing in view', async ({ app }) => {
  const { page, electron } = app
  await resize(page, electron, { width: 1280, height: 800, zoom: 1 })
  const library = await openLong(app, 20_000)
  const { list } = library
  await drag(page, list, 0.4)
  await atRest(list)
  let total = 20_000
  expect((await middleTile(list)).place / total).toBeCloseTo(0.4, 1)
  for (const [at, step] of [-3, 5, -1, 2, 0, -9000, 9000, 1, -2, 0, 0, -15, 12].entries()) {
    const anchor = await middleTile(list)
    const adds = at % 2 === 0
    const place = Math.max(0, Math.min(total - 1, anchor.place - 1 + step + (!adds && step === 0 ? 1 : 0)))
    await (adds ? library.add(place) : library.remove(place))
    total += adds ? 1 : -1
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', String(total))
    await framesDrawn(page)
    const box = await list.getByRole('option', { name: anchor.name, exact: true }).boundingBox()
    expect([box?.x, box?.y, box?.width, box?.height], `change ${at}`).toEqual(anchor.box)
  }
})

test('a list that became shorter ends with its last image, wherever it was scrolled', async ({ app }) => {
  const { page, electron } = app
  await resize(page, electron, { width: 1280, height: 800, zoom: 1 })
  const { list: long } = await openLong(app, million)
  await drag(page, long, 0.5)
  await atRest(long)
  const { list, ...library } = await openLong(app, 300)
  // More than are in view have gone then.
  const left = 250
  expect(await placesInView(list)).not.toEqual([])
  // What is below an image that stays may go: room is left only until it is out of view.
  await drag(page, list, 1.05)
  await atRest(list)
  for (let total = 300; total > left; total--) {
    await library.remove(total - 1)
    await expect(list.getByRole('option').first()).toHaveAttribute('aria-setsize', String(total - 1))
  }
  expect(await placesInView(list)).toContain(left)
  await drag(page, list, -0.05)
  await atRest(list)
  await drag(page, list, 1.05)
  await atRest(list)
  const [last, scroller] = await Promise.all([
    tileAt(list, left).boundingBox(),
    scrollerOf(list).boundingBox(),
  ])
  const bottom = (scroller?.y ?? 0) + (scroller?.height ?? 0)
  expect(bottom - ((last?.y ?? 0) + (last?.height ?? 0))).toBeLessThan(30)
})

test('at most 150 tiles and 1,500 nodes are drawn, also of the smallest tiles in a large window', async ({
  app,
}) => {
  const { page, electron } = app
  const { list } = await openLong(app, 20_000)
  const slider = galleryOf(page).region.getByRole('slider', { name: 'Size of the images' })
  for (const size of [
    { width: 1920, height: 1080 },
    { width: 2560, height: 1440 },
    { width: 1280, height: 800 },
  ]) {
    await resize(page, electron, { ...size, zoom: 1 })
    for (const layout of ['Square grid', 'Justified rows']) {
      await slider.focus()
      await page.keyboard.press('Home')
      await galleryOf(page).region.getByRole('button', { name: layout }).click()
      await framesDrawn(page)
      for (const share of [0, 0.5]) {
        await scrollerOf(list).evaluate((scroller, part) => {
          scroller.scrollTop = part * scroller.scrollHeight
        }, share)
        await framesDrawn(page)
        expect(await list.getByRole('option').count()).toBeLessThanOrEqual(150)
        expect(
          await galleryOf(page).region.evaluate((region) => region.querySelectorAll('*').length),
        ).toBeLessThanOrEqual(1500)
      }
    }
  }
})

test('Ctrl and the wheel change the size of the tiles, and the top edge keeps its place', async ({ app }) => {
  const { page, electron } = app
  await resize(page, electron, { width: 1280, height: 800, zoom: 1 })
  const { list } = await openLong(app, 20_000)
  await drag(page, list, 0.4)
  await atRest(list)
  const slider = galleryOf(page).region.getByRole('slider', { name: 'Size of the images' })
  const size = Number(await slider.inputValue())
  const [first = 0] = await placesInView(list)
  const { x = 0, y = 0 } = (await scrollerOf(list).boundingBox()) ?? {}
  await page.mouse.move(x + 200, y + 200)
  await page.keyboard.down('Control')
  for (let turn = 0; turn < 4; turn++) await page.mouse.wheel(0, -100)
  await page.keyboard.up('Control')
  await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(size)
  await framesDrawn(page)
  expect(await placesInView(list)).toContain(first)
  await expect
    .poll(async () => (await app.ask('app.snapshot', null)).preferences.tileSize)
    .toBeGreaterThan(size)
})

test('a frame selects what it touches, adds with Ctrl, and the list is scrolled on at the edges', async ({
  app,
}) => {
  const { page, electron } = app
  await resize(page, electron, { width: 1280, height: 800, zoom: 1 })
  const { list } = await openLong(app, 20_000)
  await drag(page, list, -0.05)
  const view = (await scrollerOf(list).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const from = { x: view.x + 12, y: view.y + 50 }
  const exported = galleryOf(page).export
  const draw = async (to: { x: number; y: number }) => {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    await page.mouse.move(to.x, to.y, { steps: 5 })
  }
  const selected = list.getByRole('option', { selected: true })
  const right = view.x + view.width - 40
  await draw({ x: right, y: view.y + 120 })
  await expect(selected).not.toHaveCount(0)
  const framed = await selected.count()
  await page.mouse.up()
  await expect(selected).toHaveCount(framed)
  await expect(exported).toHaveText(`Export ${framed}`)
  await page.keyboard.down('Control')
  await draw({ x: right, y: view.y + 300 })
  await page.mouse.up()
  await page.keyboard.up('Control')
  await expect.poll(() => selected.count()).toBeGreaterThan(framed)
  await expect(exported).toHaveText(`Export ${await selected.count()}`)
  await page.keyboard.press('Escape')
  await expect(selected).toHaveCount(0)

  await draw({ x: right, y: view.y + view.height + 30 })
  await expect.poll(async () => (await placesInView(list))[0] ?? 0).toBeGreaterThan(100)
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(selected).toHaveCount(0)
  await expect(exported).toHaveAttribute('aria-disabled', 'true')
})
