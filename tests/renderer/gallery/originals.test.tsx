import { AppFailure, appError } from '@shared/errors'
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInExports } from '../../support/exportsStandIn'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tile = (number: number) =>
  gallery().getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })

async function renderImages(platform: 'linux' | 'win32' = 'linux') {
  const main = createMainStandIn({ platform })
  standInGallery(main.bridge, 6)
  main.bridge.answer('originals.copyImage', () => null)
  main.bridge.answer('originals.copyFiles', ({ ids }) => ({ copied: ids.length }))
  main.bridge.answer('originals.open', () => null)
  let drags = 0
  main.bridge.answer('originals.prepareDrag', () => ({ drag: ++drags }))
  main.bridge.answer('originals.drag', () => null)
  const window = await renderWindow(main)
  await waitFor(() => tile(6))
  return window
}

const files = { types: ['Files'], files: [new File(['x'], 'fern.png')] }
const images = () => gallery().getByRole('listbox', { name: 'Images' })
/** Whether files that are dragged over the window would be opened as a table. */
function isTakenForTable(): boolean {
  fireEvent.dragOver(images(), { dataTransfer: files })
  const taken = screen.queryByText('Drop the table') !== null
  fireEvent.dragLeave(images(), { relatedTarget: null })
  return taken
}

/** Begins to drag a tile; returns whether the page's own drag was prevented. */
function drag(number: number): boolean {
  fireEvent.pointerDown(tile(number))
  const event = createEvent.dragStart(tile(number))
  fireEvent(tile(number), event)
  return event.defaultPrevented
}

test('keys copy the image, its whole prompt, and the files of several', async () => {
  const { user, bridge } = await renderImages()
  await user.click(tile(6))
  await user.keyboard('{Control>}c{/Control}')
  await screen.findByText('Image copied')
  await user.keyboard('{Control>}{Shift>}c{/Shift}{/Control}')
  await screen.findByText('Prompt copied')
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await gallery().findByRole('button', { name: 'Export 2' })
  await user.keyboard('{Control>}c{/Control}')
  await screen.findByText('2 files copied')
  expect(bridge.inputs('originals.copyImage')).toEqual([{ id: 'image6' }])
  expect(bridge.inputs('app.copyText')).toEqual([{ text: imageSample(6).prompt }])
  expect(bridge.inputs('originals.copyFiles')).toMatchObject([{ ids: ['image6', 'image5'] }])
})

test('text that is selected is copied instead', async () => {
  const { user, bridge } = await renderImages()
  await user.click(tile(6))
  getSelection()?.selectAllChildren(gallery().getByRole('button', { name: /^Export/ }))
  await user.keyboard('{Control>}c{/Control}')
  getSelection()?.removeAllRanges()
  await user.keyboard('{Control>}c{/Control}')
  await screen.findByText('Image copied')
  expect(bridge.inputs('originals.copyImage')).toHaveLength(1)
})

test('files aren’t offered where the clipboard takes none', async () => {
  const { user } = await renderImages('win32')
  await user.click(tile(6))
  fireEvent.contextMenu(tile(6))
  const menu = within(await screen.findByRole('menu', { name: 'Actions' }))
  menu.getByRole('menuitem', { name: /^Copy image/ })
  expect(menu.queryByRole('menuitem', { name: /^Copy file/ })).toBeNull()
})

test('quick look has the same actions, and its keys do nothing while their menu is open', async () => {
  const { user, bridge } = await renderImages()
  await user.click(tile(6))
  await user.keyboard(' ')
  const look = within(await screen.findByRole('dialog', { name: 'Quick look' }))
  await user.keyboard('{Control>}c{/Control}')
  await waitFor(() => expect(bridge.inputs('originals.copyImage')).toEqual([{ id: 'image6' }]))
  await user.click(look.getByRole('button', { name: 'Actions' }))
  const menu = await screen.findByRole('menu', { name: 'Actions' })
  await user.keyboard('{ArrowDown}x{ArrowRight}')
  await user.click(within(menu).getByRole('menuitem', { name: 'Open in default program' }))
  await waitFor(() => expect(bridge.inputs('originals.open')).toEqual([{ id: 'image6' }]))
  expect(bridge.inputs('images.mark')).toEqual([])
  look.getByText('1 of 6')
})

test('a refusal is told', async () => {
  const { user, bridge } = await renderImages()
  bridge.answer('originals.copyImage', () => {
    throw new AppFailure(appError('copyTooLarge'))
  })
  await user.click(tile(6))
  await user.keyboard('{Control>}c{/Control}')
  await screen.findByText(/too large for the clipboard/)
})

test('dragging a tile drags its file; dragging a selected one drags all that are selected', async () => {
  const { user, bridge } = await renderImages()
  await user.click(tile(6))
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await gallery().findByRole('button', { name: 'Export 2' })
  expect(drag(5)).toBe(true)
  await waitFor(() => expect(bridge.inputs('originals.drag')).toEqual([{ drag: 1 }]))
  fireEvent.pointerUp(tile(5))
  expect(drag(2)).toBe(true)
  await waitFor(() => expect(bridge.inputs('originals.drag')).toHaveLength(2))
  expect(bridge.inputs('originals.prepareDrag')).toMatchObject([
    { ids: ['image6', 'image5'] },
    { ids: ['image2'] },
  ])
  expect(tile(2).getAttribute('aria-selected')).toBe('true')
  expect(tile(5).getAttribute('aria-selected')).toBe('false')
})

test('a drag whose button was released meanwhile never begins, and neither does one that is refused', async () => {
  const { user, bridge } = await renderImages()
  await user.click(tile(6))
  let answer = (_: { readonly drag: number }) => {}
  bridge.answer('originals.prepareDrag', () => new Promise((resolve) => (answer = resolve)))
  drag(6)
  await waitFor(() => expect(bridge.inputs('originals.prepareDrag')).toHaveLength(1))
  fireEvent.pointerUp(tile(6))
  answer({ drag: 1 })
  bridge.answer('originals.prepareDrag', () => {
    throw new AppFailure(appError('filesIncomplete', { params: { missing: 1, total: 3 } }))
  })
  drag(6)
  await screen.findByText(/Of 3 images, 1 /)
  expect(isTakenForTable()).toBe(true)
  expect(bridge.inputs('originals.drag')).toEqual([])
})

test('images that are dragged are no table, until they are dropped or the pointer is back', async () => {
  const { bridge } = await renderImages()
  drag(4)
  await waitFor(() => expect(bridge.inputs('originals.drag')).toHaveLength(1))
  expect(isTakenForTable()).toBe(false)
  fireEvent.drop(images(), { dataTransfer: files })
  expect(screen.queryByText(/fern.png/)).toBeNull()
  expect(isTakenForTable()).toBe(true)

  drag(3)
  fireEvent.pointerMove(tile(3), { buttons: 1 })
  expect(isTakenForTable()).toBe(false)
  fireEvent.pointerMove(tile(3), { buttons: 0 })
  expect(isTakenForTable()).toBe(true)
})

test('the menu copies the files by a recipe, and says by which they are dragged out', async () => {
  const { user, bridge } = await renderImages()
  standInExports(bridge)
  await user.click(tile(6))
  fireEvent.contextMenu(tile(6))
  const submenu = async (name: string) => {
    ;(await screen.findByRole('menuitem', { name })).focus()
    await user.keyboard('{ArrowRight}')
  }
  await submenu('Copy files as')
  await user.click(await screen.findByRole('menuitem', { name: 'Web' }))
  await screen.findByText('File copied')
  expect(bridge.inputs('originals.copyFiles')).toMatchObject([
    { ids: ['image6'], recipeId: 'web', shown: { text: '', sort: 'new' } },
  ])

  fireEvent.contextMenu(tile(6))
  await submenu('Drag out as')
  const asTheyAre = await screen.findByRole('menuitemradio', { name: 'Files as they are' })
  expect(asTheyAre.getAttribute('aria-checked')).toBe('true')
  await user.click(screen.getByRole('menuitemradio', { name: 'Archive' }))
  await waitFor(() => expect(bridge.inputs('preferences.change')).toEqual([{ dragRecipe: 'archive' }]))

  // Its files take longer than the user holds the button.
  let answer = (_: { readonly drag: number }) => {}
  bridge.answer('originals.prepareDrag', () => new Promise((resolve) => (answer = resolve)))
  drag(6)
  const wanted = { ids: ['image6'], recipeId: 'archive' }
  await waitFor(() => expect(bridge.inputs('originals.prepareDrag')).toMatchObject([wanted]))
  fireEvent.pointerUp(tile(6))
  answer({ drag: 1 })
  await screen.findByText('The files are made: drag again')
  expect(bridge.inputs('originals.drag')).toEqual([])
})
