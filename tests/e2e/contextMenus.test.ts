import { resize } from '../../scripts/screenshots/resize'
import { expect, test } from './fixtures/app'
import { walkByFocus } from './fixtures/focus'
import { composeOf, galleryOf, queueOf } from './fixtures/regions'
import { generate, tryDemo } from './fixtures/steps'

test('the menus of a tile, a batch and a connection open and close by key, and give the focus back', async ({
  app,
}) => {
  const { page } = app
  const { keyboard } = page
  const queue = queueOf(page)
  const gallery = galleryOf(page)
  await tryDemo(page)
  await generate(page, { prompt: 'A heron on ice', mode: 'Direct' })
  await expect(gallery.tiles('A heron on ice', 'saved')).toHaveCount(1)
  const { step, reach } = await walkByFocus(page)
  const menu = page.getByRole('menu')
  const focused = page.locator(':focus')
  const items = () => menu.getByRole('menuitem').allTextContents()
  /** Opens the menu of what has the focus by both keys, and closes it. */
  const openByKeys = async () => {
    const before = await focused.elementHandle()
    for (const key of ['ContextMenu', 'Shift+F10']) {
      await keyboard.press(key)
      await expect(menu).toBeVisible()
      await keyboard.press('Escape')
      await expect(menu).toHaveCount(0)
      expect(await focused.evaluate((now, was) => now === was, before)).toBe(true)
    }
    await keyboard.press('Shift+F10')
    await expect(menu).toBeVisible()
  }
  const choose = async (name: string) => {
    await keyboard.press('Home')
    for (let presses = 0; (await focused.textContent())?.startsWith(name) !== true; presses++) {
      expect(presses, `the arrow comes to ${name}`).toBeLessThan(20)
      await keyboard.press('ArrowDown')
    }
    await keyboard.press('Enter')
    await expect(menu).toHaveCount(0)
  }

  await step('deleted by the menu of a tile, and undone', async () => {
    await reach(gallery.tiles('A heron on ice', 'saved'))
    await openByKeys()
    await choose('Delete')
    await expect(gallery.tiles('A heron on ice')).toHaveCount(0)
    await keyboard.press('ControlOrMeta+Z')
    await expect(gallery.tiles('A heron on ice', 'saved')).toHaveCount(1)
  })

  await keyboard.press('ControlOrMeta+.')
  await expect(queue.resume).toBeVisible()
  await reach(composeOf(page).prompt)
  await keyboard.press('ControlOrMeta+a')
  await keyboard.type('A {red|blue|green} fern')
  await keyboard.press('ControlOrMeta+Enter')
  const waiting = queue.region.getByRole('region', { name: 'Waiting 3' })
  await expect(waiting).toBeVisible()
  await step('cancelled by the menu of a batch, and undone', async () => {
    await reach(waiting.getByRole('button', { name: 'Cancel batch' }))
    await openByKeys()
    expect(await items()).toContain('Cancel batch')
    await choose('Cancel batch')
    await expect(waiting).toHaveCount(0)
    await keyboard.press('ControlOrMeta+Z')
    await expect(waiting).toBeVisible()
  })

  await keyboard.press('ControlOrMeta+,')
  const settings = page.getByRole('dialog', { name: 'Settings', exact: true })
  await step('paused by the menu of a connection', async () => {
    await reach(settings.getByRole('button', { name: /^Pause / }))
    await openByKeys()
    expect(await items()).toEqual(['Pause', 'Remove'])
    await choose('Pause')
    await expect(settings.getByRole('button', { name: /^Resume / })).toBeFocused()
  })
})

test('by mouse, all of a menu is in the window, a field has one, and a closed dialog leaves no hint', async ({
  app,
}) => {
  const { electron, page } = app
  const gallery = galleryOf(page)
  await resize(page, electron, { width: 1280, height: 720 })
  await tryDemo(page)
  await generate(page, { prompt: 'A heron on ice', mode: 'Direct' })
  const image = gallery.tiles('A heron on ice', 'saved')
  await expect(image).toHaveCount(1)
  await image.click({ button: 'right', position: { x: 40, y: 140 } })
  const items = page.getByRole('menu').getByRole('menuitem')
  await expect(items.first()).toBeVisible()
  for (const item of await items.all()) await expect(item).toBeInViewport({ ratio: 1 })
  await page.mouse.click(700, 600)
  await expect(page.getByRole('menu')).toHaveCount(0)

  const shown = await electron.evaluateHandle(({ Menu }) => {
    const roles: string[] = []
    Menu.prototype.popup = function popup() {
      roles.push(...this.items.flatMap(({ role }) => role?.toLowerCase() ?? []))
    }
    return roles
  })
  await composeOf(page).prompt.click({ button: 'right' })
  await expect.poll(() => shown.evaluate((roles) => roles)).toEqual(['cut', 'copy', 'paste', 'selectall'])

  await composeOf(page).table.click()
  const dialog = page.getByRole('dialog', { name: 'Table', exact: true })
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(composeOf(page).table).toBeFocused()
  await expect(page.getByRole('tooltip')).toHaveCount(0)
})
