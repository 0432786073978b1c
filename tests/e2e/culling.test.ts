import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, type RunningApp, test } from './fixtures/app'
import { walkByFocus } from './fixtures/focus'
import type { Profile } from './fixtures/profile'
import { composeOf, firstRunOf, galleryOf } from './fixtures/regions'
import { generateByKeys } from './fixtures/steps'

const prompt = 'A heron on ice'
/** The keys of the thirty images, the first twenty-two in the gallery, the others in quick look. */
const keys = [...'pxp3xp5xpxxp1pxpx4xp', ...'xp1pxp2xpp']
const tiled = 22
const count = (key: string) => keys.filter((one) => one === key).length

interface Recorded {
  readonly id: string
  readonly flag: string | null
  readonly rating: number
  readonly note: string
}

async function records({ library }: Profile): Promise<readonly Recorded[]> {
  const folder = join(library, '.cyanotype/records')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.map((text) => JSON.parse(text)).map(({ image, marks }) => ({ id: image.id, ...marks }))
}

const rowsOf = async ({ ask }: RunningApp) =>
  (await ask('gallery.page', { text: '', offset: 0, limit: keys.length })).rows

/** What a script would make of the images: by id, what its key says. */
const scripted = (ids: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ids.map((id, at) => [id, { p: 'kept', x: 'rejected' }[keys[at] ?? ''] ?? keys[at] ?? ''] as const),
  )

const marksOf = (images: readonly Pick<Recorded, 'id' | 'flag' | 'rating'>[]) =>
  Object.fromEntries(images.map(({ id, flag, rating }) => [id, flag ?? `${rating}`]))

const shownMarks = async (app: RunningApp) => marksOf(await rowsOf(app))
const recordedMarks = async (profile: Profile) => marksOf(await records(profile))

/**
 * How many frames after each key the first tile with another name was in the page. Counts from now until it is asked: the
 * window draws all those frames.
 */
async function countFrames(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const seen: number[] = []
    let frame = 0
    let pressedAt: number | null = null
    let next = 0
    const tick = () => {
      frame++
      next = requestAnimationFrame(tick)
    }
    tick()
    addEventListener('keydown', () => (pressedAt = frame), { capture: true })
    new MutationObserver(() => {
      if (pressedAt !== null) seen.push(frame - pressedAt)
      pressedAt = null
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-label'] })
    const end = () => {
      cancelAnimationFrame(next)
      return seen
    }
    Object.assign(window, { endOfFrames: end })
  })
  return () => page.evaluate(() => Reflect.get(window, 'endOfFrames')())
}

test('thirty images are culled by keyboard alone, the rejected are deleted in one act, and marks outlive a restart', async ({
  launch,
  profile,
}) => {
  const app = await launch(profile, { demo: { taskMs: 100, slots: 20 } })
  const { page } = app
  const { keyboard } = page
  const gallery = galleryOf(page)
  const tiles = gallery.region.getByRole('option')
  const tileAt = (at: number) => gallery.region.locator(`[role=option][aria-posinset="${at + 1}"]`)
  const expectTiles = (count: number) => expect(tiles.first()).toHaveAttribute('aria-setsize', String(count))
  const chosen = page.getByRole('option', { selected: true })
  const look = page.getByRole('dialog', { name: 'Quick look' })
  const stateAt = (at: number) => {
    const key = keys[at] ?? ''
    const word = { p: 'kept', x: 'rejected', 1: '1 star' }[key] ?? `${key} stars`
    return new RegExp(`, saved, ${word}$`)
  }
  await expect(firstRunOf(page).demo).toBeVisible()
  const { step, reach } = await walkByFocus(page)

  await step('thirty images', async () => {
    await reach(firstRunOf(page).demo)
    await keyboard.press('Enter')
    await expect(composeOf(page).prompt).toBeVisible()
    await generateByKeys(page, reach, { prompt, images: keys.length })
    await reach(page.getByRole('dialog').getByRole('button', { name: `Queue ${keys.length} requests` }))
    await keyboard.press('Enter')
    await expect.poll(async () => (await rowsOf(app)).length).toBe(keys.length)
    await expect(gallery.tiles(prompt, '(sending|running|saving)')).toHaveCount(0)
  })

  const script = scripted((await rowsOf(app)).map(({ id }) => id))

  await step('most in the gallery', async () => {
    await reach(gallery.tiles(prompt))
    await keyboard.press('End')
    await keyboard.press('Home')
    await expect(tiles.first()).toHaveAttribute('aria-selected', 'true')
    const frames = await countFrames(page)
    for (const [at, key] of keys.slice(0, tiled).entries()) {
      await keyboard.press(key)
      await expect(tileAt(at)).toHaveAccessibleName(stateAt(at))
      await expect(tileAt(at + 1)).toHaveAttribute('aria-selected', 'true')
    }
    const counted = await frames()
    expect(counted).toHaveLength(tiled)
    expect(Math.max(...counted)).toBeLessThanOrEqual(1)
  })

  await step('the others in quick look', async () => {
    const ids = Object.keys(script)
    await keyboard.press('Space')
    for (const [at, key] of keys.slice(tiled).entries()) {
      const position = `${tiled + at + 1} of ${keys.length}`
      await expect(look.getByText(position, { exact: true })).toBeVisible()
      await expect(look.getByRole('img')).toHaveAttribute('data-shows', new RegExp(`/${ids[tiled + at]}$`))
      await keyboard.press(key)
    }
    await expect(look.getByRole('button', { name: 'Keep' })).toHaveAttribute('aria-pressed', 'true')
    await keyboard.press('Escape')
    await expect.poll(() => shownMarks(app)).toEqual(script)
  })

  await step('one of them undone and redone', async () => {
    await keyboard.press('ControlOrMeta+z')
    await expect(tileAt(keys.length - 1)).toHaveAccessibleName(/, saved$/)
    await keyboard.press('ControlOrMeta+Shift+z')
    await expect(tileAt(keys.length - 1)).toHaveAccessibleName(/, saved, kept$/)
    await expect.poll(() => recordedMarks(profile)).toEqual(script)
  })

  await step('those that were kept, by the search', async () => {
    await keyboard.press('ControlOrMeta+f')
    await keyboard.type('is:kept ')
    await expectTiles(count('p'))
    await keyboard.press('Escape')
    await expectTiles(keys.length)
  })

  await step('the rejected deleted', async () => {
    await reach(gallery.tiles(prompt))
    await keyboard.press('Home')
    await keyboard.press('ArrowRight')
    await expect(chosen).toHaveAccessibleName(stateAt(1))
    await keyboard.press('Shift+F10')
    await expect(page.getByRole('menuitem', { name: 'Delete all rejected images' })).toBeVisible()
    await keyboard.press('End')
    await keyboard.press('Enter')
    await expect(
      page.getByText(`${count('x')} rejected images deleted: ${2 * count('x')} demo credits`),
    ).toBeVisible()
    await expectTiles(keys.length - count('x'))
  })
  await step('and brought back, still rejected', async () => {
    await keyboard.press('ControlOrMeta+z')
    await expectTiles(keys.length)
    await expect(tileAt(1)).toHaveAccessibleName(stateAt(1))
  })

  await step('a favourite with a note, found by both', async () => {
    await reach(tiles.first())
    await keyboard.press('Home')
    await keyboard.press('b')
    await expect(tiles.first()).toHaveAccessibleName(/, favourite$/)
    await keyboard.press('i')
    await reach(page.getByRole('textbox', { name: 'Note' }))
    await keyboard.type('Für den Druck')
    await keyboard.press('ControlOrMeta+f')
    await keyboard.type('is:favourite note:druck ')
    await expectTiles(1)
    await keyboard.press('Escape')
    await expectTiles(keys.length)
    // Typed just before the end.
    await reach(tiles.first())
    await keyboard.press('Home')
    await reach(page.getByRole('textbox', { name: 'Note' }))
    await keyboard.press('End')
    await keyboard.type(', matt')
  })

  await app.quit()
  expect(await recordedMarks(profile)).toEqual(script)
  const again = await launch(profile)
  await expect(galleryOf(again.page).region.getByRole('option').first()).toHaveAccessibleName(
    /, saved, kept, favourite$/,
  )
  await expect
    .poll(async () => (await records(profile)).map(({ note }) => note).filter((note) => note !== ''))
    .toEqual(['Für den Druck, matt'])
  expect(await shownMarks(again)).toEqual(script)
})
