import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { standInPictures } from '../../support/standInPictures'

sizedElements(700, 600)

const list = () => screen.getByRole('listbox', { name: 'Images' })
const tiles = () => within(list()).getAllByRole('option')

test('a list that becomes short while it passes is no longer busy', async () => {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 3000)
  await renderWindow(main)
  await waitFor(() => tiles())
  const scroller = list().parentElement ?? document.body
  const pass = () => {
    for (const top of [5_000, 15_000, 5_000]) {
      scroller.scrollTop = top
      fireEvent.scroll(scroller)
    }
  }
  pass()
  expect(list().getAttribute('aria-busy')).toBe('true')
  library.images.splice(5)
  library.announce()
  await waitFor(() => {
    if (tiles()[0]?.getAttribute('aria-setsize') === '5') return
    pass()
    throw new Error('still long')
  })
  expect(list().getAttribute('aria-busy')).toBe('false')
})

test('a key that leads far away draws what is in view, and what is around once its pictures are there', async () => {
  const { arrive } = standInPictures()
  const main = createMainStandIn()
  standInGallery(main.bridge, 3000)
  const { user } = await renderWindow(main)
  arrive()
  await waitFor(() => tiles())
  tiles()[0]?.focus()
  await user.keyboard('{End}')
  await waitFor(() => expect(tiles().at(-1)).toHaveAccessibleName(/saved$/))
  await user.keyboard('{Home}')
  const inView = tiles().length
  await waitFor(() => expect(tiles().length).toBeGreaterThan(inView))
})
