import { auditDemo } from '../support/demoAudit'
import { pngWith } from '../support/toldImages'
import { optionsInTree } from './fixtures/accessibilityTree'
import { expect, type RunningApp, showWindow, testOnOneApp } from './fixtures/app'
import { galleryOf } from './fixtures/regions'
import { startScriptedService } from './fixtures/scriptedService'
import { reconnect } from './fixtures/steps'
import { centreTile, settled, type Watch, watchPlace } from './fixtures/stillness'

/** More rows than the window fetches at once, of several ratios; tiny, since there are many. */
const library = [
  { prompt: 'A heron on ice', width: 96, height: 64 },
  { prompt: 'Salt flats under a violet dusk', width: 64, height: 96 },
  { prompt: 'Tram stop in the rain', width: 112, height: 64 },
  { prompt: 'Paper crane', width: 64, height: 64 },
] as const
const [requestsEach, imagesEach] = [6, 10]
const herons = 60
const seeded = 240

const test = testOnOneApp(
  async (app) => {
    const pictures = new Map<string, Buffer>()
    for (const { width, height } of library)
      pictures.set(`${width}x${height}`, await pngWith([], { width, height }))
    const service = await startScriptedService({
      key: 'sk-1',
      draw: (_, size) => pictures.get(size) ?? Buffer.alloc(0),
    })
    const studio = await reconnect(app, service)
    await showWindow(app, false)
    for (const { prompt, width, height } of library)
      for (let sent = 0; sent < requestsEach; sent++)
        await enqueue(app, { prompt, size: `${width}x${height}`, n: imagesEach, mode: 'direct' })
    await shows(app, seeded)
    await app.ask('connections.remove', { id: studio })
    await service.stop()
    // What arrives later is from the demo service, whose journal is read in the end.
    await app.ask('connections.useDemo', null)
    await showWindow(app, true)
    await app.page.reload()
    await shows(app, seeded)
  },
  { demo: { side: null, taskMs: 100, spread: 0, slots: 8 } },
)

interface Asked {
  readonly prompt: string
  readonly size: string
  readonly n: number
  readonly mode: 'background' | 'direct'
}

async function enqueue({ ask }: RunningApp, asked: Asked): Promise<void> {
  const [connection] = (await ask('app.snapshot', null)).connections
  const draft = { ...asked, model: 'aurora-2-fast', image: [], variables: {} }
  await ask('jobs.enqueue', { connectionId: connection?.id ?? '', draft, first: false })
}

/** Waits until the window counts so many images. */
function shows({ page }: RunningApp, total: number): Promise<void> {
  return expect(galleryOf(page).search).toHaveAttribute('placeholder', `Search ${total} images`)
}

/** Ends a search, and waits until the list holds all images again, not only their count. */
async function endSearch(app: RunningApp, total: number): Promise<void> {
  const { region, search } = galleryOf(app.page)
  await search.press('Escape')
  await shows(app, total)
  await expect(region.getByRole('option').first()).toHaveAttribute('aria-setsize', `${total}`)
}

/** The ids of all images, the newest first. */
async function imageIds({ ask }: RunningApp): Promise<readonly string[]> {
  const { rows } = await ask('gallery.page', { text: '', offset: 0, limit: 500 })
  return rows.map(({ id }) => id)
}

test('Chromium’s accessibility tree says of each tile what it is and its place in the whole result', async ({
  app,
}) => {
  const { page } = app
  const gallery = galleryOf(page)
  const focused = gallery.region.getByRole('option').and(page.locator(':focus'))
  /** The places told, once checked: one after another within `size`, each with its prompt, number and state. */
  const placesOf = async (name: RegExp, size: number): Promise<readonly number[]> => {
    await settled(gallery.region)
    const told = await optionsInTree(page, 'Images')
    expect(told.length).toBeGreaterThan(5)
    for (const option of told) expect(option).toMatchObject({ name: expect.stringMatching(name), size })
    return told.map(({ place }) => place).toSorted((a, b) => a - b)
  }
  const saved =
    /^(Paper crane|Tram stop in the rain|Salt flats under a violet dusk|A heron on ice), image (\d|10) of 10, saved$/

  await expect(gallery.region.getByRole('option').first()).toHaveAccessibleName(saved)
  expect((await placesOf(saved, seeded))[0]).toBe(1)

  await gallery.region.getByRole('option').first().click()
  await page.keyboard.press('End')
  await expect(focused).toHaveAttribute('aria-posinset', `${seeded}`)
  const last = await placesOf(saved, seeded)
  expect(last.at(-1)).toBe(seeded)
  expect(last.filter((place) => place > seeded - 5)).toHaveLength(5)
  const [selected] = (await optionsInTree(page, 'Images')).filter((option) => option.selected)
  expect(selected?.place).toBe(seeded)

  await page.keyboard.press('ControlOrMeta+F')
  await page.keyboard.type('heron ')
  await expect(gallery.region.getByText(`${herons} of ${seeded}`)).toBeVisible()
  const found = await placesOf(/^A heron on ice, image (\d|10) of 10, saved$/, herons)
  expect(found.every((place) => place >= 1 && place <= herons)).toBe(true)
  await endSearch(app, seeded)
})

test('finding, selecting, looking, deleting and undoing hold still while images arrive', async ({
  app,
  profile,
}) => {
  const { page } = app
  const { keyboard } = page
  const gallery = galleryOf(page)
  const options = gallery.region.getByRole('option')
  const focused = options.and(page.locator(':focus'))
  const selected = (count: number) =>
    expect(gallery.region.getByRole('button', { name: `Export ${count}`, exact: true })).toBeVisible()
  /** 1 for the last image. Read in one moment: images that come shift the place and the count together. */
  const fromEnd = () =>
    focused.evaluate(
      (tile) => Number(tile.getAttribute('aria-setsize')) - Number(tile.getAttribute('aria-posinset')) + 1,
    )
  /** Once it is in view and nothing moves any more. A key brings all of it into view, a click leaves it where it is. */
  const watchFocused = async ({ isClicked } = { isClicked: false }) => {
    await expect(focused).toBeInViewport({ ratio: isClicked ? 0.1 : 0.9 })
    await settled(gallery.region)
    return watchPlace(focused)
  }
  let total = seeded

  /** Two images are on their way before, and two more after. What is watched is in the same place in every frame. */
  async function whileArriving(
    what: string,
    act: () => Promise<Watch | null>,
    prompt = 'A gull',
  ): Promise<void> {
    await test.step(what, async () => {
      const arrive = () => enqueue(app, { prompt, size: '', n: 2, mode: 'background' })
      await arrive()
      const watch = await act()
      await arrive()
      total += 4
      await counts(total)
      if (watch !== null) expect(await watch.places()).toHaveLength(1)
    })
  }
  let counts = (count: number): Promise<void> => shows(app, count)

  await whileArriving('the end', async () => {
    await options.first().click()
    await keyboard.press('End')
    await expect(focused).toHaveAccessibleName(/^A heron on ice, image \d+ of 10, saved$/)
    await expect.poll(fromEnd).toBe(1)
    return watchFocused()
  })

  await whileArriving('the start, where new ones slide in', async () => {
    await keyboard.press('Home')
    // Two may have slid in since.
    await expect(focused).toHaveAttribute('aria-posinset', /^[123]$/)
    return null
  })
  await expect(gallery.tiles('A gull', 'saved').first()).toBeInViewport()

  await whileArriving('far away, by the wheel', async () => {
    await gallery.region.hover()
    await page.mouse.wheel(0, 4000)
    await settled(gallery.region)
    return watchPlace(await centreTile(gallery.region))
  })

  await test.step('a search', async () => {
    await keyboard.press('ControlOrMeta+F')
    await keyboard.type('heron ')
    await expect(gallery.region.getByText(`${herons} of ${total}`)).toBeVisible()
  })
  counts = (count) => expect(gallery.region.getByText(`${herons + 4} of ${count}`)).toBeVisible()
  await whileArriving(
    'in what was found',
    async () => {
      await gallery.region.hover()
      await page.mouse.wheel(0, 700)
      await settled(gallery.region)
      return watchPlace(await centreTile(gallery.region))
    },
    'A heron and a gull',
  )
  counts = (count) => shows(app, count)
  await endSearch(app, total)

  await whileArriving('one selected', async () => {
    await (await centreTile(gallery.region)).click()
    await keyboard.press('Home')
    for (let row = 0; row < 8; row++) await keyboard.press('ArrowDown')
    await expect(focused).toHaveAccessibleName(/ saved$/)
    await focused.click()
    await selected(1)
    return watchFocused()
  })
  await selected(1)

  let count = 0
  await whileArriving('from there to the end, more than is fetched at once', async () => {
    count = await fromEnd()
    await keyboard.press('Shift+End')
    await expect(focused).toHaveAccessibleName(/ saved$/)
    await selected(count)
    expect(count).toBeGreaterThan(200)
    return watchFocused()
  })
  await selected(count)

  await whileArriving('all of these but one', async () => {
    await (await centreTile(gallery.region)).click({ modifiers: ['ControlOrMeta'] })
    await selected(count - 1)
    return watchFocused({ isClicked: true })
  })
  count -= 1
  await selected(count)

  await whileArriving('quick look', async () => {
    await keyboard.press('ControlOrMeta+ArrowUp')
    await expect(focused).toHaveAttribute('aria-selected', 'true')
    const watch = await watchFocused()
    const name = await focused.getAttribute('aria-label')
    await keyboard.press('Space')
    const dialog = page.getByRole('dialog', { name: 'Quick look' })
    const place = dialog.getByText(/^[\d,]+ of [\d,]+$/)
    await expect(place).toBeVisible()
    const first = await place.textContent()
    await keyboard.press('ArrowRight')
    await expect(place).not.toHaveText(first ?? '')
    await keyboard.press('ArrowLeft')
    await keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await expect(focused).toHaveAccessibleName(name ?? '')
    return watch
  })
  await selected(count)

  const before = await imageIds(app)
  await whileArriving('the selected ones deleted', async () => {
    await keyboard.press('Delete')
    await expect(page.getByText(`${count} images deleted`)).toBeVisible()
    total -= count
    return null
  })
  const left = new Set(await imageIds(app))
  expect(before.filter((id) => !left.has(id))).toHaveLength(count)

  await whileArriving('all of them back', async () => {
    await keyboard.press('ControlOrMeta+Z')
    await expect(page.getByText(`${count} images restored`)).toBeVisible()
    total += count
    return watchFocused()
  })
  const now = await imageIds(app)
  expect(before.filter((id) => !now.includes(id))).toEqual([])

  await whileArriving('one in the middle deleted', async () => {
    await keyboard.press('Escape')
    await focused.press('Home')
    for (let row = 0; row < 6; row++) await keyboard.press('ArrowDown')
    await expect(focused).toHaveAccessibleName(/ saved$/)
    const next = await focused.evaluateHandle((tile) => {
      const place = Number(tile.getAttribute('aria-posinset')) + 1
      return tile.parentElement?.querySelector<HTMLElement>(`[role=option][aria-posinset="${place}"]`)
    })
    const tile = next.asElement()
    if (!tile) throw new Error('nothing comes after it')
    const watch = await watchPlace(tile)
    await keyboard.press('Delete')
    await expect(page.getByText('1 image deleted')).toBeVisible()
    total -= 1
    return watch
  })
  await whileArriving('and back', async () => {
    const watch = await watchFocused()
    await keyboard.press('ControlOrMeta+Z')
    await expect(page.getByText('1 image restored')).toBeVisible()
    total += 1
    return watch
  })

  expect(new Set(await imageIds(app)).size).toBe(total)
  await app.quit()
  const audit = await auditDemo({ profile: profile.folder, library: profile.library }, profile.folder)
  expect(audit).toMatchObject({ faults: [], interrupted: 0 })
})
