import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './fixtures/app'
import { walkByFocus } from './fixtures/focus'
import type { Profile } from './fixtures/profile'
import { composeOf, firstRunOf, galleryOf } from './fixtures/regions'
import { generateByKeys } from './fixtures/steps'
import { violations } from './fixtures/violations'

const prompt = 'A heron on ice'

/** The names of the collections in each record of the library that has one. */
async function recorded({ library }: Profile): Promise<readonly string[]> {
  const folder = join(library, '.cyanotype/records')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
  return texts
    .map((text) =>
      JSON.parse(text)
        .marks.collections.map(({ name }: { name: string }) => name)
        .join('+'),
    )
    .filter((text) => text !== '')
    .toSorted()
}

test('images are collected, found, taken out and put in order by keyboard alone, and all of it outlives a restart', async ({
  launch,
  profile,
}) => {
  const app = await launch(profile, { demo: { taskMs: 100, slots: 20 } })
  const { page } = app
  const { keyboard } = page
  const gallery = galleryOf(page)
  const tiles = gallery.region.getByRole('option')
  /** The tile that Tab leads to. */
  const current = tiles.and(page.locator('[tabindex="0"]'))
  const picker = page.getByRole('combobox', { name: 'Name of a collection' })
  const sidebar = page.getByRole('navigation', { name: 'Library' })
  const entry = (name: string, count: string) =>
    sidebar.getByRole('button', { name: `${name}, ${count}`, exact: true })
  await expect(firstRunOf(page).demo).toBeVisible()
  const { step, reach } = await walkByFocus(page)

  await step('six images', async () => {
    await reach(firstRunOf(page).demo)
    await keyboard.press('Enter')
    await expect(composeOf(page).prompt).toBeVisible()
    await generateByKeys(page, reach, { prompt, images: 6 })
    await expect(gallery.tiles(prompt, 'saved')).toHaveCount(6)
    await expect(gallery.tiles(prompt, '(sending|running|saving)')).toHaveCount(0)
  })

  await step('the sidebar is opened', async () => {
    await reach(page.getByRole('button', { name: 'Show the library' }))
    await keyboard.press('Enter')
    await expect(entry('All images', '6 images')).toBeVisible()
  })

  await step('three in a new collection', async () => {
    await reach(tiles.first())
    await keyboard.press('Home')
    await keyboard.press('Shift+ArrowRight')
    await keyboard.press('Shift+ArrowRight')
    await keyboard.press('a')
    await expect(picker).toBeFocused()
    await keyboard.type('For the show')
    await expect(page.getByRole('option', { name: 'New collection “For the show”' })).toBeVisible()
    expect.soft(await violations(page), 'a new collection').toEqual([])
    await keyboard.press('Enter')
    await expect(entry('For the show', '3 images')).toBeVisible()
    await expect(page.getByRole('option', { selected: true })).toHaveCount(3)
    expect.soft(await violations(page), 'the sidebar').toEqual([])
  })

  await step('another one is added by two letters', async () => {
    await keyboard.press('End')
    await keyboard.press('a')
    await keyboard.type('fo')
    await expect(page.getByRole('option', { name: /^For the show/ })).toBeVisible()
    await keyboard.press('Enter')
    await expect(entry('For the show', '4 images')).toBeVisible()
    await keyboard.press('ControlOrMeta+z')
    await expect(entry('For the show', '3 images')).toBeVisible()
    await keyboard.press('ControlOrMeta+Shift+z')
    await expect(entry('For the show', '4 images')).toBeVisible()
  })

  await step('found by the search', async () => {
    await keyboard.press('ControlOrMeta+f')
    await keyboard.type('collection:"for the show" ')
    await expect(tiles).toHaveCount(4)
    await keyboard.press('Escape')
    await expect(tiles).toHaveCount(6)
  })

  await step('renamed in the sidebar, and shown', async () => {
    await reach(sidebar.getByRole('button').and(page.locator('[tabindex="0"]')))
    await keyboard.press('End')
    await keyboard.press('ArrowUp')
    await expect(entry('For the show', '4 images')).toBeFocused()
    await keyboard.press('F2')
    await expect(page.getByRole('textbox', { name: 'Name' })).toBeFocused()
    await keyboard.type('For the wall')
    await keyboard.press('Enter')
    await expect(entry('For the wall', '4 images')).toBeFocused()
    await keyboard.press('Enter')
    await expect(tiles).toHaveCount(4)
  })

  await step('one is taken out by its menu', async () => {
    await reach(current)
    await keyboard.press('Home')
    await keyboard.press('Shift+F10')
    const remove = page.getByRole('menuitem', { name: /^Remove from “For the wall”/ })
    await expect(remove).toBeVisible()
    await keyboard.type('Rem')
    // A menu gives the focus to what was typed by a timer, which a busy window may let Enter overtake.
    await expect(remove).toBeFocused()
    await keyboard.press('Enter')
    await expect(tiles).toHaveCount(3)
    await expect(entry('For the wall', '3 images')).toBeVisible()
  })

  const order = async () => {
    const query = { text: 'collection:"For the wall"', sort: 'hand' as const, offset: 0, limit: 9 }
    return (await app.ask('gallery.page', query)).rows.map(({ id }) => id)
  }
  await step('the first one is moved to the end, and one back', async () => {
    await expect(page.getByRole('button', { name: 'Sort by: By hand' })).toBeVisible()
    const before = await order()
    await reach(current)
    await keyboard.press('Home')
    await keyboard.press('Alt+End')
    await expect.poll(order).toEqual([before[1], before[2], before[0]])
    await expect(tiles.nth(2)).toBeFocused()
    await keyboard.press('Alt+ArrowLeft')
    await expect.poll(order).toEqual([before[1], before[0], before[2]])
    await expect(tiles.nth(1)).toBeFocused()
    await keyboard.press('ControlOrMeta+z')
    await expect.poll(order).toEqual([before[1], before[2], before[0]])
  })

  const moved = await order()
  const wall = Array.from({ length: 3 }, () => 'For the wall')
  await expect.poll(() => recorded(profile)).toEqual(wall)
  await app.quit()
  const second = await launch(profile)
  const again = second.page
  const entryAgain = again.getByRole('button', { name: 'For the wall, 3 images' })
  await expect(entryAgain).toBeVisible()
  await entryAgain.press('Enter')
  await expect(galleryOf(again).region.getByRole('option')).toHaveCount(3)
  await expect(again.getByRole('button', { name: 'Sort by: By hand' })).toBeVisible()
  const query = { text: 'collection:"For the wall"', sort: 'hand' as const, offset: 0, limit: 9 }
  expect((await second.ask('gallery.page', query)).rows.map(({ id }) => id)).toEqual(moved)
})
