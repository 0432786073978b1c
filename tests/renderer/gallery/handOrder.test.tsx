import { preferenceDefaults } from '@shared/model/preferences'
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
const entry = (name: string) => sidebar().findByRole('button', { name: new RegExp(`^${name}, `) })
const tile = (number: number) =>
  gallery().getByRole('option', { name: new RegExp(`^${imageSample(number).prompt}, image 2 of 4`) })
const shown = () =>
  gallery()
    .queryAllByRole('option')
    .map((option) => Number(option.getAttribute('aria-label')?.match(/\d+/)?.[0]))
const sortMenu = () => gallery().getByRole('button', { name: /^Sort by/ })

/** Collections “Ferns”, with six images from the oldest on, which is shown, and “Moss”, with none. */
async function renderFerns() {
  setViewportWidth(1280)
  const main = createMainStandIn({ preferences: preferenceDefaults })
  const library = standInGallery(main.bridge, 6)
  const collections = standInCollections(main.bridge, library)
  collections.put('Ferns', ['image1', 'image2', 'image3', 'image4', 'image5', 'image6'])
  collections.put('Moss', [])
  main.bridge.answer('originals.prepareDrag', () => ({ drag: 1 }))
  main.bridge.answer('originals.drag', () => null)
  const window = await renderWindow(main)
  await window.user.click(await entry('Ferns'))
  await waitFor(() => expect(shown()).toEqual([1, 2, 3, 4, 5, 6]))
  return { ...window, collections }
}

/** Drags a tile, and whatever is selected with it, until it is over something. */
function dragOver(number: number, target: Element, clientX = 0): void {
  fireEvent.pointerDown(tile(number))
  fireEvent(tile(number), createEvent.dragStart(tile(number)))
  const event = createEvent.dragOver(target, { dataTransfer: { types: ['Files'], files: [] } })
  // The DOM of the tests leaves it out.
  Object.defineProperty(event, 'clientX', { value: clientX })
  fireEvent(target, event)
}
const drop = (target: Element) => fireEvent.drop(target, { dataTransfer: { types: ['Files'], files: [] } })

test('a collection is shown by hand, which other lists don’t offer; they are sorted as before', async () => {
  const { user, bridge } = await renderFerns()
  expect(sortMenu()).toHaveAccessibleName('Sort by: By hand')
  await user.click(await entry('All images'))
  await waitFor(() => expect(shown()).toEqual([6, 5, 4, 3, 2, 1]))
  expect(sortMenu()).toHaveAccessibleName('Sort by: Newest')
  await user.click(sortMenu())
  expect(await screen.findByRole('menuitemradio', { name: 'Oldest' })).toBeVisible()
  expect(screen.queryByRole('menuitemradio', { name: 'By hand' })).toBeNull()
  await user.click(screen.getByRole('menuitemradio', { name: 'Oldest' }))
  await user.click(await entry('Ferns'))
  await waitFor(() => expect(bridge.inputs('gallery.outline').at(-1)?.sort).toBe('hand'))
  await user.click(gallery().getByRole('button', { name: 'Clear the search' }))
  await waitFor(() =>
    expect(bridge.inputs('gallery.outline').at(-1)).toMatchObject({ text: '', sort: 'old' }),
  )
})

test('Alt with an arrow key moves what is selected, which stays selected and focused, and is undone', async () => {
  const { user, collections } = await renderFerns()
  await user.click(tile(3))
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  await waitFor(() => expect(shown()).toEqual([1, 2, 4, 3, 5, 6]))
  await waitFor(() => expect(document.activeElement).toBe(tile(3)))
  await user.keyboard('{Alt>}{Home}{/Alt}')
  await waitFor(() => expect(shown()).toEqual([3, 1, 2, 4, 5, 6]))
  // It is there already.
  await user.keyboard('{Alt>}{ArrowLeft}{/Alt}')
  await user.keyboard('{Control>}')
  await user.click(tile(1))
  await user.keyboard('{/Control}{Alt>}{End}{/Alt}')
  await waitFor(() => expect(shown()).toEqual([2, 4, 5, 6, 3, 1]))
  expect(gallery().getAllByRole('option', { selected: true })).toEqual([tile(3), tile(1)])
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(shown()).toEqual([3, 1, 2, 4, 5, 6]))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(shown()).toEqual([1, 2, 4, 3, 5, 6]))
  expect(collections.moves()).toBe(3)
})

test('nothing moves by key in another order', async () => {
  const { user, bridge } = await renderFerns()
  await user.click(sortMenu())
  await user.click(await screen.findByRole('menuitemradio', { name: 'Newest' }))
  await waitFor(() => expect(shown()).toEqual([6, 5, 4, 3, 2, 1]))
  await user.click(tile(3))
  await user.keyboard('{Alt>}{ArrowRight}{/Alt}')
  dragOver(3, tile(6))
  drop(tile(6))
  expect(bridge.inputs('collections.move')).toEqual([])
})

test('tiles that are dragged beside another one get in there, where a bar shows it', async () => {
  const { user, bridge } = await renderFerns()
  const bar = () => document.querySelector('[data-drop-place]')
  await user.click(tile(1))
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await waitFor(() => expect(gallery().getAllByRole('option', { selected: true })).toHaveLength(2))
  expect(bar()).toBeNull()
  dragOver(2, tile(5), -1)
  expect(bar()).not.toBeNull()
  drop(tile(5))
  expect(bar()).toBeNull()
  await waitFor(() => expect(shown()).toEqual([3, 4, 1, 2, 5, 6]))
  dragOver(3, tile(6), 1)
  drop(tile(6))
  await waitFor(() => expect(shown()).toEqual([4, 1, 2, 5, 6, 3]))
  expect(bridge.inputs('collections.move').map(({ beside }) => beside)).toEqual([
    { imageId: 'image5', to: 'before' },
    { imageId: 'image6', to: 'after' },
  ])
  // What is dragged away again goes nowhere.
  dragOver(4, tile(6), 1)
  fireEvent.dragLeave(gallery().getByRole('listbox', { name: 'Images' }), { relatedTarget: document.body })
  expect(bar()).toBeNull()
})

test('tiles that are dropped on a collection in the sidebar get into it', async () => {
  const { user, collections } = await renderFerns()
  await user.click(tile(4))
  const moss = await entry('Moss')
  dragOver(4, moss)
  expect(screen.queryByText('Drop the table')).toBeNull()
  drop(moss)
  await screen.findByText('1 image added to “Moss”')
  expect(collections.images('Moss')).toEqual(['image4'])
  // A file from elsewhere is no image of the library.
  fireEvent.pointerUp(moss)
  drop(moss)
  expect(collections.images('Moss')).toEqual(['image4'])
})

test('the focus goes on to the next image when the one that has it is taken out', async () => {
  const { user } = await renderFerns()
  await user.click(tile(1))
  fireEvent.contextMenu(tile(1))
  await user.click(await screen.findByRole('menuitem', { name: /^Remove from “Ferns”/ }))
  await waitFor(() => expect(shown()).toEqual([2, 3, 4, 5, 6]))
  await waitFor(() => expect(document.activeElement).toBe(tile(2)))
})
