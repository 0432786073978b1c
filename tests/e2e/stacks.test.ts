import { expect, test } from './fixtures/app'
import { walkByFocus } from './fixtures/focus'
import { composeOf, firstRunOf, galleryOf } from './fixtures/regions'
import { generateByKeys } from './fixtures/steps'
import { violations } from './fixtures/violations'

const prompt = 'A heron on ice'
const other = 'A paper crane'

test('the tries of a prompt are one tile, opened, judged, closed, deleted and brought back by keyboard alone', async ({
  launch,
  profile,
}) => {
  const { page } = await launch(profile, { demo: { taskMs: 100, slots: 20 } })
  const { keyboard } = page
  const gallery = galleryOf(page)
  const tiles = gallery.region.getByRole('option')
  const chosen = page.getByRole('option', { selected: true })
  const named = (state: string) => `${prompt}, image 1 of 1, ${state}`
  await expect(firstRunOf(page).demo).toBeVisible()
  const { step, reach } = await walkByFocus(page)

  await step('six images of two prompts', async () => {
    await reach(firstRunOf(page).demo)
    await keyboard.press('Enter')
    await expect(composeOf(page).prompt).toBeVisible()
    await generateByKeys(page, reach, { prompt: other })
    await expect(gallery.tiles(other, 'saved')).toHaveCount(1)
    await generateByKeys(page, reach, { prompt, images: 5 })
    await expect(gallery.tiles(prompt, 'saved')).toHaveCount(5)
    await expect(gallery.tiles(prompt, '(sending|running|saving)')).toHaveCount(0)
  })

  await step('stacked', async () => {
    await reach(gallery.region.getByRole('button', { name: 'Sort by: Newest' }))
    await keyboard.press('Enter')
    await expect(page.getByRole('menuitemradio', { name: 'Newest' })).toBeFocused()
    await keyboard.press('End')
    await keyboard.press('ArrowUp')
    await expect(page.getByRole('menuitemcheckbox', { name: 'Stack tries' })).toBeFocused()
    await keyboard.press('Enter')
    await expect(tiles).toHaveCount(2)
    await expect(tiles.first()).toHaveAccessibleName(named('saved, stack of 5'))
    await expect(tiles.first()).toHaveAttribute('aria-setsize', '2')
    await expect(gallery.region.getByText('6 images, 1 stack')).toBeVisible()
  })

  await step('opened, and one kept, which stands on top', async () => {
    await reach(tiles)
    await keyboard.press('Home')
    await keyboard.press('o')
    await expect(tiles).toHaveCount(6)
    await expect(tiles.first()).toHaveAccessibleName(named('saved, open stack of 5'))
    await keyboard.press('ArrowRight')
    await keyboard.press('ArrowRight')
    await expect(chosen).toHaveAccessibleName(named('saved, 3 of 5 in the open stack'))
    await keyboard.press('p')
    await expect(tiles.first()).toHaveAccessibleName(named('saved, kept, open stack of 5'))
    await expect(chosen).toHaveAccessibleName(named('saved, 4 of 5 in the open stack'))
    expect(await violations(page)).toEqual([])
  })

  await step('closed: all of it is selected', async () => {
    await keyboard.press('o')
    await expect(tiles).toHaveCount(2)
    await expect(chosen).toHaveAccessibleName(named('saved, kept, stack of 5'))
    await expect(chosen).toBeFocused()
    const accent = await page.evaluate(() => {
      const probe = document.body.appendChild(document.createElement('i'))
      probe.style.color = 'var(--accent)'
      const { color } = getComputedStyle(probe)
      probe.remove()
      return color
    })
    await expect(chosen).toHaveCSS('outline-color', accent)
    await expect(gallery.region.getByRole('button', { name: 'Export 5' }).getByText('Export 5')).toHaveCSS(
      'position',
      'static',
    )
  })

  await step('deleted and brought back', async () => {
    await keyboard.press('Delete')
    await expect(page.getByText('5 images deleted')).toBeVisible()
    await expect(tiles).toHaveCount(1)
    await expect(chosen).toHaveAccessibleName(`${other}, image 1 of 1, saved`)
    await keyboard.press('ControlOrMeta+z')
    await expect(page.getByText('5 images restored')).toBeVisible()
    await expect(chosen).toHaveAccessibleName(named('saved, kept, stack of 5'))
    await expect(chosen).toBeFocused()
    await expect(tiles).toHaveCount(2)
  })

  await step('a stack holds only what a search finds', async () => {
    await keyboard.press('ControlOrMeta+f')
    await keyboard.type('is:kept ')
    await expect(tiles).toHaveCount(1)
    await expect(tiles.first()).toHaveAccessibleName(named('saved, kept'))
    await keyboard.press('Escape')
    await expect(tiles).toHaveCount(2)
  })

  await step('two more tries join it, below the one that was kept', async () => {
    await generateByKeys(page, reach, { prompt, images: 2 })
    await expect(tiles.first()).toHaveAccessibleName(named('saved, kept, stack of 7'))
    await expect(tiles).toHaveCount(2)
  })
})
