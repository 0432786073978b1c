import { expect, testOnOneApp } from './fixtures/app'
import { walkByFocus } from './fixtures/focus'
import { galleryOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'
import { violations } from './fixtures/violations'

const prompt = 'A heron on ice'

const test = testOnOneApp(
  async ({ page }) => {
    await tryDemo(page)
    await generate(page, { prompt, images: 5, mode: 'Direct' })
    await expect(galleryOf(page).tiles(prompt, 'saved')).toHaveCount(5)
  },
  { demo: { plain: false } },
)

test('the best of five is found by holding it against the others, by keyboard alone', async ({ app }) => {
  const { page } = app
  const { keyboard } = page
  const gallery = galleryOf(page)
  const tiles = gallery.region.getByRole('option')
  const chosen = page.getByRole('option', { selected: true })
  const view = page.getByRole('dialog', { name: 'Compare' })
  const captions = view.getByRole('group', { name: /^A heron on ice/ })
  const pictures = view.getByRole('img')
  const zoom = view.getByRole('button', { name: /fit or 100 %/ })
  const { step, reach } = await walkByFocus(page)
  const ids = (await app.ask('gallery.page', { text: '', offset: 0, limit: 5 })).rows.map(({ id }) => id)
  /** Once the large pictures of these images are shown, by their places in the gallery. */
  const shows = async (...places: readonly number[]) => {
    await expect(pictures).toHaveCount(places.length)
    for (const [at, place] of places.entries())
      await expect(pictures.nth(at)).toHaveAttribute('data-shows', `cyanotype://image/${ids[place]}`)
  }

  await step('two of five are selected', async () => {
    await reach(gallery.tiles(prompt))
    await keyboard.press('End')
    await keyboard.press('Home')
    await keyboard.press('Shift+ArrowRight')
    await expect(chosen).toHaveCount(2)
  })

  await step('compared, and zoomed as one', async () => {
    await keyboard.press('c')
    await shows(0, 1)
    await expect(captions.first()).toHaveAttribute('aria-current', 'true')
    for (let presses = 0; presses < 12; presses++) await keyboard.press('+')
    await expect(zoom).toHaveText('1,600 %')
    const boxes = async () => {
      const [one, other] = await Promise.all(
        [pictures.nth(0), pictures.nth(1)].map((all) => all.boundingBox()),
      )
      return { width: (one?.width ?? 0) - (other?.width ?? 0), y: (one?.y ?? 0) - (other?.y ?? 0) }
    }
    await keyboard.press('Shift+ArrowDown')
    const { width, height } = (await pictures.nth(0).boundingBox()) ?? { width: 0, height: 1 }
    const other = (await pictures.nth(1).boundingBox()) ?? { width: 0, height: 1 }
    // The demo draws them in several shapes: those of one shape show the same part.
    if (Math.abs(width / height - other.width / other.height) < 0.01)
      expect(await boxes()).toEqual({ width: expect.closeTo(0, 0), y: expect.closeTo(0, 0) })
    expect(await violations(page), 'zoomed').toEqual([])
    await keyboard.press('z')
  })

  await step('a divider', async () => {
    await keyboard.press('s')
    const divider = view.getByRole('slider', { name: 'Divider' })
    await expect(divider).toBeFocused()
    await keyboard.press('Shift+ArrowRight')
    await expect(divider).toHaveAttribute('aria-valuenow', '60')
    expect(await violations(page), 'with a divider').toEqual([])
    await keyboard.press('s')
    await expect(divider).toHaveCount(0)
    await expect(view).toBeFocused()
  })

  await step('the winner against each that follows', async () => {
    await keyboard.press('ArrowRight')
    await keyboard.press('x')
    await keyboard.press(']')
    await shows(0, 2)
    await keyboard.press('ArrowLeft')
    await keyboard.press('x')
    await keyboard.press(']')
    await shows(3, 2)
    await keyboard.press('x')
    await keyboard.press(']')
    await shows(4, 2)
    await keyboard.press('x')
    await keyboard.press('ArrowRight')
    await keyboard.press('p')
    await keyboard.press('5')
    await expect(captions.nth(1).getByRole('button', { name: '5 stars' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await keyboard.press(']')
    await shows(4, 2)
    expect(await violations(page), 'with marks').toEqual([])
  })

  await step('the gallery as it was', async () => {
    await keyboard.press('Escape')
    await expect(view).toHaveCount(0)
    await expect(tiles.nth(1)).toBeFocused()
    await expect(chosen).toHaveCount(2)
    for (const [at, state] of ['rejected', 'rejected', 'kept, 5 stars', 'rejected', 'rejected'].entries())
      await expect(tiles.nth(at)).toHaveAccessibleName(new RegExp(`, saved, ${state}$`))
  })
})

test('images are dragged as one, and the divider by its handle', async ({ app }) => {
  const { page } = app
  const { keyboard, mouse } = page
  const tiles = galleryOf(page).tiles(prompt, 'saved')
  await tiles.nth(0).click()
  await tiles.nth(1).click({ modifiers: ['ControlOrMeta'] })
  await keyboard.press('c')
  const view = page.getByRole('dialog', { name: 'Compare' })
  const pictures = view.getByRole('img')
  await expect(pictures).toHaveCount(2)
  for (let presses = 0; presses < 12; presses++) await keyboard.press('+')
  const left = async (at: number) => (await pictures.nth(at).boundingBox())?.x ?? 0
  const before = [await left(0), await left(1)]
  await mouse.move(300, 300)
  await mouse.down()
  await mouse.move(200, 300, { steps: 4 })
  await mouse.up()
  expect(Math.round((await left(0)) - (before[0] ?? 0))).toBe(-100)
  expect(await left(1)).toBeLessThan((before[1] ?? 0) - 50)

  await keyboard.press('s')
  const divider = view.getByRole('slider', { name: 'Divider' })
  const { x, y, width, height } = (await divider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  await mouse.move(x + width / 2, y + height / 2)
  await mouse.down()
  await mouse.move(x - 200, y + height / 2, { steps: 4 })
  await mouse.up()
  await expect.poll(async () => Number(await divider.getAttribute('aria-valuenow'))).toBeLessThan(40)
})
