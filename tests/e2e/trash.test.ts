import { existsSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, type RunningApp, test } from './fixtures/app'
import { walkByFocus } from './fixtures/focus'
import { composeOf, firstRunOf, galleryOf } from './fixtures/regions'
import { generateByKeys } from './fixtures/steps'
import { violations } from './fixtures/violations'

const prompt = 'A heron on ice'

/** A folder takes the place of the system's trash, which a computer for tests hasn't. */
async function moveTrashTo({ electron }: RunningApp, bin: string) {
  await mkdir(bin, { recursive: true })
  await electron.evaluate(async ({ shell }, folder) => {
    const { rename } = process.getBuiltinModule('node:fs/promises')
    const { basename } = process.getBuiltinModule('node:path')
    shell.trashItem = (path) => rename(path, `${folder}/${basename(path)}`)
  }, bin)
}

test('what is deleted stays in the trash over a restart, is restored, and is sent on only when the user says so', async ({
  launch,
  profile,
}) => {
  const bin = join(profile.folder, 'bin')
  const first = await launch(profile, { demo: { taskMs: 100, slots: 20 } })
  await moveTrashTo(first, bin)

  {
    const { page } = first
    const { keyboard } = page
    const gallery = galleryOf(page)
    await expect(firstRunOf(page).demo).toBeVisible()
    const { step, reach } = await walkByFocus(page)
    await step('four images', async () => {
      await reach(firstRunOf(page).demo)
      await keyboard.press('Enter')
      await expect(composeOf(page).prompt).toBeVisible()
      await generateByKeys(page, reach, { prompt, images: 4 })
      await expect(gallery.tiles(prompt, 'saved')).toHaveCount(4)
      await expect(gallery.tiles(prompt, '(sending|running|saving)')).toHaveCount(0)
    })
    await step('three deleted', async () => {
      await reach(gallery.tiles(prompt))
      await keyboard.press('Home')
      await keyboard.press('Shift+ArrowRight')
      await keyboard.press('Shift+ArrowRight')
      await keyboard.press('Delete')
      await expect(gallery.tiles(prompt, 'saved')).toHaveCount(1)
    })
  }
  const images = await profile.libraryImages()
  expect(images).toHaveLength(4)
  await first.quit()

  const app = await launch(profile, { demo: { taskMs: 100, slots: 20 } })
  await moveTrashTo(app, bin)
  const { page } = app
  const { keyboard } = page
  const gallery = galleryOf(page)
  const tiles = gallery.tiles(prompt, 'saved')
  const focused = page.locator(':focus')
  const showView = async (name: string) => {
    await reach(gallery.region.getByRole('button', { name: /^Views/ }))
    await keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: 'Trash' })).toBeVisible()
    for (let presses = 0; (await focused.getAttribute('aria-label')) !== name; presses++) {
      expect(presses, `the arrow comes to ${name}`).toBeLessThan(10)
      await keyboard.press('ArrowDown')
    }
    await keyboard.press('Enter')
  }
  await expect(tiles).toHaveCount(1)
  const { step, reach } = await walkByFocus(page)

  await step('the trash, shown', async () => {
    await showView('Trash')
    await expect(tiles).toHaveCount(3)
    await expect(gallery.region.getByText(/^3 images, .* [kM]B, 6 demo credits$/)).toBeVisible()
  })
  expect.soft(await violations(page), 'the trash').toEqual([])

  await step('one restored, by its button', async () => {
    await reach(tiles)
    await keyboard.press('Home')
    await reach(gallery.region.getByRole('button', { name: 'Restore' }))
    await keyboard.press('Enter')
    await expect(tiles).toHaveCount(2)
  })
  await step('undone, and redone', async () => {
    await keyboard.press('ControlOrMeta+z')
    await expect(tiles).toHaveCount(3)
    await keyboard.press('ControlOrMeta+Shift+z')
    await expect(tiles).toHaveCount(2)
  })
  await step('asked, and left', async () => {
    await reach(tiles)
    await keyboard.press('Home')
    await keyboard.press('Delete')
    await expect(page.getByRole('dialog', { name: 'Move to your system’s trash?' })).toBeVisible()
    await keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(tiles).toHaveCount(2)
  })
  expect(await readdir(bin)).toEqual([])

  await step('emptied', async () => {
    await reach(gallery.region.getByRole('button', { name: 'Empty trash…' }))
    await keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Empty the trash?' })
    await expect(dialog.getByText(/^2 images, .* 4 demo credits: their files move/)).toBeVisible()
    expect.soft(await violations(page), 'the question').toEqual([])
    await reach(dialog.getByRole('button', { name: 'Move to system trash' }))
    await keyboard.press('Enter')
    await expect(gallery.region.getByText('The trash is empty')).toBeVisible()
  })
  await expect.poll(() => readdir(bin)).toHaveLength(2)
  await expect.poll(() => profile.libraryImages()).toHaveLength(2)
  expect.soft(await violations(page), 'the empty trash').toEqual([])

  await step('all images again', async () => {
    await showView('All images')
    await expect(tiles).toHaveCount(2)
  })
  for (const path of await profile.libraryImages()) expect(existsSync(path)).toBe(true)
})
