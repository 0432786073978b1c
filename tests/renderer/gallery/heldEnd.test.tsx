import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const list = () => screen.getByRole('listbox', { name: 'Images' })
const tiles = () => within(list()).getAllByRole('option')
const current = () => tiles().find(({ tabIndex }) => tabIndex === 0)

/** The window with the first 200 of 3000 images, until `letGo` is called. */
async function renderBeginning() {
  const main = createMainStandIn()
  standInGallery(main.bridge, 3000)
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const { request } = main.bridge
  Object.assign(main.bridge, {
    async request(route: string, input: unknown) {
      if (route === 'gallery.outline') await held
      return request(route, input)
    },
  })
  await renderWindow(main)
  await waitFor(() => expect(tiles()[0]?.getAttribute('aria-setsize')).toBe('200'))
  tiles()[0]?.focus()
  return { letGo }
}

test('End leads to the last image also while only the first ones are here', async () => {
  const { letGo } = await renderBeginning()
  fireEvent.keyDown(list(), { key: 'End' })
  letGo()
  await waitFor(() => expect(current()?.getAttribute('aria-setsize')).toBe('3000'))
  await waitFor(() => expect(current()?.getAttribute('aria-posinset')).toBe('3000'))
})

test('another key is meant instead of End before the last image is known', async () => {
  const { letGo } = await renderBeginning()
  fireEvent.keyDown(list(), { key: 'End' })
  fireEvent.keyDown(list(), { key: 'ArrowRight' })
  letGo()
  await waitFor(() => expect(current()?.getAttribute('aria-setsize')).toBe('3000'))
  expect(current()?.getAttribute('aria-posinset')).toBe('2')
})
