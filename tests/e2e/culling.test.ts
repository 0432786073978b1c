import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures/app'
import { walkByFocus } from './fixtures/focus'
import type { Profile } from './fixtures/profile'
import { composeOf, firstRunOf, galleryOf } from './fixtures/regions'
import { generateByKeys } from './fixtures/steps'

const prompt = 'A heron on ice'
/** The keys of the twenty images, the first ten in the gallery, the others in quick look. */
const keys = [...'pxp3xp5xpx', ...'xp1pxp4xpp']
const count = (key: string) => keys.filter((one) => one === key).length

interface Recorded {
  readonly flag: string | null
  readonly rating: number
  readonly note: string
}

async function records({ library }: Profile): Promise<readonly Recorded[]> {
  const folder = join(library, '.cyanotype/records')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts.map((text) => JSON.parse(text).marks)
}

/** Marks in the records of the library, without those of unmarked images. */
const recordedMarks = async (profile: Profile): Promise<readonly string[]> =>
  (await records(profile)).flatMap(({ flag, rating }) => flag ?? (rating > 0 ? `${rating}` : [])).toSorted()

const expectedMarks = keys.map((key) => ({ p: 'kept', x: 'rejected' })[key] ?? key).toSorted()

/** How many frames after each key the first tile with another name was in the page. Counts from now on. */
async function countFrames(page: Page): Promise<() => Promise<readonly number[]>> {
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { framesToMark: seen })
    let frame = 0
    let pressedAt: number | null = null
    const tick = () => {
      frame++
      requestAnimationFrame(tick)
    }
    requestAnimationFrame(tick)
    addEventListener('keydown', () => (pressedAt = frame), { capture: true })
    new MutationObserver(() => {
      if (pressedAt !== null) seen.push(frame - pressedAt)
      pressedAt = null
    }).observe(document.body, { subtree: true, attributes: true, attributeFilter: ['aria-label'] })
  })
  return () => page.evaluate(() => Reflect.get(window, 'framesToMark'))
}

test('twenty images are culled by keyboard alone, the rejected are deleted in one act, and marks outlive a restart', async ({
  launch,
  profile,
}) => {
  const app = await launch(profile, { demo: { taskMs: 100, slots: 20 } })
  const { page } = app
  const { keyboard } = page
  const gallery = galleryOf(page)
  const tiles = gallery.region.getByRole('option')
  const chosen = page.getByRole('option', { selected: true })
  const look = page.getByRole('dialog', { name: 'Quick look' })
  const stateAt = (at: number) => {
    const key = keys[at] ?? ''
    const word = { p: 'kept', x: 'rejected', 1: '1 star' }[key] ?? `${key} stars`
    return new RegExp(`, saved, ${word}$`)
  }
  await expect(firstRunOf(page).demo).toBeVisible()
  const { step, reach } = await walkByFocus(page)

  await step('twenty images', async () => {
    await reach(firstRunOf(page).demo)
    await keyboard.press('Enter')
    await expect(composeOf(page).prompt).toBeVisible()
    await generateByKeys(page, reach, { prompt, images: 20 })
    await expect(gallery.tiles(prompt, 'saved')).toHaveCount(20)
    await expect(gallery.tiles(prompt, '(sending|running|saving)')).toHaveCount(0)
  })

  await step('ten in the gallery', async () => {
    await reach(gallery.tiles(prompt))
    await keyboard.press('End')
    await keyboard.press('Home')
    await expect(tiles.first()).toHaveAttribute('aria-selected', 'true')
    const frames = await countFrames(page)
    for (const [at, key] of keys.slice(0, 10).entries()) {
      await keyboard.press(key)
      await expect(tiles.nth(at)).toHaveAccessibleName(stateAt(at))
      await expect(tiles.nth(at + 1)).toHaveAttribute('aria-selected', 'true')
    }
    expect(await frames()).toHaveLength(10)
    expect(Math.max(...(await frames()))).toBeLessThanOrEqual(1)
  })

  await step('ten in quick look', async () => {
    await keyboard.press('Space')
    for (const [at, key] of keys.slice(10).entries()) {
      await expect(look.getByText(`${at + 11} of 20`, { exact: true })).toBeVisible()
      const { rows } = await app.ask('gallery.page', { text: '', offset: at + 10, limit: 1 })
      await expect(look.getByRole('img')).toHaveAttribute('data-shows', new RegExp(`/${rows[0]?.id}$`))
      await keyboard.press(key)
    }
    await expect(look.getByRole('button', { name: 'Keep' })).toHaveAttribute('aria-pressed', 'true')
    await keyboard.press('Escape')
    for (const at of keys.keys()) await expect(tiles.nth(at)).toHaveAccessibleName(stateAt(at))
  })

  await step('one of them undone and redone', async () => {
    await keyboard.press('ControlOrMeta+z')
    await expect(tiles.nth(19)).toHaveAccessibleName(/, saved$/)
    await keyboard.press('ControlOrMeta+Shift+z')
    await expect(tiles.nth(19)).toHaveAccessibleName(/, saved, kept$/)
    await expect.poll(() => recordedMarks(profile)).toEqual(expectedMarks)
  })

  await step('those that were kept, by the search', async () => {
    await keyboard.press('ControlOrMeta+f')
    await keyboard.type('is:kept ')
    await expect(tiles).toHaveCount(count('p'))
    await keyboard.press('Escape')
    await expect(tiles).toHaveCount(20)
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
    await expect(tiles).toHaveCount(20 - count('x'))
  })
  await step('and brought back, still rejected', async () => {
    await keyboard.press('ControlOrMeta+z')
    await expect(tiles).toHaveCount(20)
    await expect(tiles.nth(1)).toHaveAccessibleName(stateAt(1))
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
    await expect(tiles).toHaveCount(1)
    await keyboard.press('Escape')
    await expect(tiles).toHaveCount(20)
    // Typed just before the end.
    await reach(tiles.first())
    await keyboard.press('Home')
    await reach(page.getByRole('textbox', { name: 'Note' }))
    await keyboard.press('End')
    await keyboard.type(', matt')
  })

  await app.quit()
  expect(await recordedMarks(profile)).toEqual(expectedMarks)
  const again = galleryOf((await launch(profile)).page).region.getByRole('option')
  await expect(again.first()).toHaveAccessibleName(/, saved, kept, favourite$/)
  await expect
    .poll(async () => (await records(profile)).map(({ note }) => note).filter((note) => note !== ''))
    .toEqual(['Für den Druck, matt'])
  for (const at of [...keys.keys()].slice(1)) await expect(again.nth(at)).toHaveAccessibleName(stateAt(at))
})
