import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInCollections } from '../../support/collectionsStandIn'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { setViewportWidth } from '../../support/viewport'

sizedElements(1000, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const sidebar = () => within(gallery().getByRole('navigation', { name: 'Library' }))
const tile = (number: number) =>
  gallery().getByRole('option', { name: new RegExp(`^${imageSample(number).prompt}, image 2 of 4`) })
const files = { dataTransfer: { types: ['Files'], files: [] } }

/** Two of six images are selected, and dragged on a row of the sidebar. */
async function dropOn(name: RegExp) {
  setViewportWidth(1280)
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 6)
  const collections = standInCollections(main.bridge, library)
  main.bridge.answer('originals.prepareDrag', () => ({ drag: 1 }))
  main.bridge.answer('originals.drag', () => null)
  const window = await renderWindow(main)
  await waitFor(() => tile(6))
  await window.user.click(tile(6))
  await window.user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  const row = await sidebar().findByRole('button', { name })
  fireEvent.pointerDown(tile(6))
  fireEvent(tile(6), createEvent.dragStart(tile(6)))
  expect(fireEvent.dragOver(row, files)).toBe(false)
  fireEvent.drop(row, files)
  return { ...window, library, collections }
}

test('images that are dropped on Trash are deleted, which can be undone', async () => {
  const { user, bridge, library } = await dropOn(/^Trash/)
  await screen.findByText('2 images deleted')
  expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image6', 'image5'] }])
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(library.images).toHaveLength(6))
})

test('images that are dropped on “New collection…” make one, once it has a name', async () => {
  const { user, bridge } = await dropOn(/^New collection/)
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Gulls{Enter}')
  await screen.findByText('2 images added to “Gulls”')
  expect(bridge.inputs('collections.create')).toEqual([
    { name: 'Gulls', selection: { ids: ['image6', 'image5'] } },
  ])
})

test.each([
  ['Favourites', { favourite: true }],
  ['Kept', { flag: 'kept' }],
  ['Rejected', { flag: 'rejected' }],
])('images that are dropped on %s are marked so', async (name, change) => {
  const { bridge } = await dropOn(new RegExp(`^${name}`))
  await waitFor(() =>
    expect(bridge.inputs('images.mark')).toEqual([{ selection: { ids: ['image6', 'image5'] }, change }]),
  )
})
