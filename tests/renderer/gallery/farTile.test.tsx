import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const list = () => screen.getByRole('listbox', { name: 'Images' })
const places = (selected: boolean) =>
  within(list())
    .queryAllByRole('option', { selected })
    .map((tile) => tile.getAttribute('aria-posinset'))

/** The window with 3000 images, of which the first is selected. */
async function renderFirstSelected() {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 3000)
  const { user } = await renderWindow(main)
  await waitFor(() => expect(places(false)).toContain('1'))
  const [first] = within(list()).getAllByRole('option')
  if (first === undefined) throw new Error('there is no tile')
  await user.click(first)
  expect(places(true)).toEqual(['1'])
  return { ...main, library }
}

test('a key that leads far away selects the image there, whose row comes later', async () => {
  await renderFirstSelected()
  fireEvent.keyDown(list(), { key: 'End' })
  await waitFor(() => expect(places(true)).toEqual(['3000']))
})

test('Delete right after it never takes what was selected before', async () => {
  const { bridge } = await renderFirstSelected()
  fireEvent.keyDown(list(), { key: 'End' })
  fireEvent.keyDown(list(), { key: 'Delete' })
  await waitFor(() => expect(bridge.inputs('images.delete')).toHaveLength(1))
  expect(bridge.inputs('images.delete')[0]).toMatchObject({ ids: ['image1'] })
})

test('a tile whose row comes later is added to what is selected, and taken out of it', async () => {
  const { bridge } = await renderFirstSelected()
  const control = { ctrlKey: true }
  for (const key of ['End', ' ', 'Home', 'End', 'ArrowLeft', ' ', 'ArrowRight', ' '])
    fireEvent.keyDown(list(), { key, ...control })
  fireEvent.keyDown(list(), { key: 'Delete' })
  await waitFor(() => expect(bridge.inputs('images.delete')).toHaveLength(1))
  expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image3000', 'image2'] }])
})

test('a tile that has moved before its row came is left as it is, and so is the one in its place', async () => {
  const { bridge, library } = await renderFirstSelected()
  let come = (): void => {}
  const came = new Promise<void>((resolve) => {
    come = resolve
  })
  bridge.answer('gallery.page', async ({ offset, limit }) => {
    const { images } = library
    if (limit === 1) await came
    return { revision: 1, rows: images.slice(offset, offset + limit) }
  })
  for (const key of ['End', ' ']) fireEvent.keyDown(list(), { key, ctrlKey: true })
  await waitFor(() => expect(bridge.inputs('gallery.page').at(-1)).toMatchObject({ limit: 1 }))
  library.images.unshift({ ...imageSample(3001), id: 'newer' })
  library.announce()
  await screen.findByPlaceholderText('Search 3,001 images')
  come()
  // Pressed again until the tile is given up: before that, the key waits for it, and is given up with it.
  await waitFor(() => {
    fireEvent.keyDown(list(), { key: 'Delete' })
    expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image3000'] }])
  })
})
