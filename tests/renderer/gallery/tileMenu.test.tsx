import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tile = (number: number) =>
  gallery().getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })
const items = async () =>
  within(await screen.findByRole('menu', { name: 'Actions' }))
    .getAllByRole('menuitem')
    .map(({ textContent }) => textContent)

async function renderImages() {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 9)
  const window = await renderWindow(main)
  await waitFor(() => tile(9))
  return { ...window, library }
}

test('the menu of an image selects it, does what keys do, and gives the focus back', async () => {
  const { user, bridge } = await renderImages()
  tile(8).focus()
  fireEvent.contextMenu(tile(8))
  expect(await items()).toEqual([
    expect.stringContaining('Quick look'),
    'DetailsI',
    'Reuse',
    'Queue again, billed',
    'Use as reference',
    'Copy imageCtrlC',
    'Copy file',
    'Copy promptCtrlShiftC',
    'Open in default program',
    'Show in folder',
    'KeepP',
    'RejectX',
    'UnflagU',
    'FavouriteB',
    'Rating',
    'Add to a collection…A',
    expect.stringMatching(/^Export 1.*E$/),
    expect.stringContaining('Delete'),
  ])
  expect(tile(8).getAttribute('aria-selected')).toBe('true')
  fireEvent.keyDown(screen.getByRole('menu', { name: 'Actions' }), { key: 'Escape' })
  expect(screen.queryByRole('menu')).toBe(null)
  // Before anything is painted: by a timer, keys would go nowhere until then.
  await Promise.resolve()
  expect(document.activeElement).toBe(tile(8))
  fireEvent.contextMenu(tile(8))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await waitFor(() => expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image8'] }]))
})

test('with several selected it has only what is done with all of them', async () => {
  const { user } = await renderImages()
  await user.click(tile(9))
  await user.keyboard('{Shift>}')
  await user.click(tile(7))
  await user.keyboard('{/Shift}')
  await gallery().findByRole('button', { name: 'Export 3' })
  tile(8).focus()
  fireEvent.contextMenu(tile(8))
  expect(await items()).toEqual([
    'Copy 3 filesCtrlC',
    'KeepP',
    'RejectX',
    'UnflagU',
    'FavouriteB',
    'Rating',
    'CompareC',
    'Add to a collection…A',
    expect.stringMatching(/^Export 3/),
    expect.stringContaining('Delete'),
  ])
})

test('the stars are a menu of their own in it, and rate all that are selected', async () => {
  const { user, bridge } = await renderImages()
  await user.click(tile(9))
  await user.keyboard('{Shift>}')
  await user.click(tile(8))
  await user.keyboard('{/Shift}')
  await gallery().findByRole('button', { name: 'Export 2' })
  tile(8).focus()
  fireEvent.contextMenu(tile(8))
  const rating = await screen.findByRole('menuitem', { name: 'Rating' })
  rating.focus()
  await user.keyboard('{ArrowRight}')
  const stars = await screen.findByRole('menuitemradio', { name: '3 stars' })
  expect(screen.getByRole('menuitemradio', { name: 'No stars', checked: true })).toBeVisible()
  await user.click(stars)
  await waitFor(() =>
    expect(bridge.inputs('images.mark')).toEqual([
      { selection: { ids: ['image9', 'image8'] }, change: { rating: 3 } },
    ]),
  )
})

test('a connection has the same actions in its menu as beside it', async () => {
  const { user, bridge } = await renderWindow({ connections: [serviceConnection] })
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  const pause = await screen.findByRole('button', { name: 'Pause Aurora' })
  pause.focus()
  fireEvent.contextMenu(pause)
  const menu = within(await screen.findByRole('menu', { name: 'More for Aurora' }))
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Pause',
    'Edit',
    'Remove',
  ])
  await user.click(menu.getByRole('menuitem', { name: 'Pause' }))
  await waitFor(() =>
    expect(bridge.inputs('connections.setPaused')).toEqual([{ id: 'aurora', paused: true }]),
  )
})

test('the menu opened by key has its first item highlighted, and by pointer none', async () => {
  const { user } = await renderImages()
  tile(8).focus()
  fireEvent.contextMenu(tile(8))
  const first = await screen.findByRole('menuitem', { name: /^Quick look/ })
  expect(document.activeElement).toBe(first)
  expect(first).toHaveAttribute('data-highlighted')
  await user.keyboard('{ArrowDown}')
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Details/))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(tile(8)))
  await user.pointer({ keys: '[MouseRight]', target: tile(8) })
  await screen.findByRole('menuitem', { name: /^Quick look/ })
  expect(document.activeElement).toHaveAttribute('role', 'menu')
})

test('it has what can be undone last, by name, and nothing for what can’t be', async () => {
  const { user, library } = await renderImages()
  await user.click(tile(9))
  await user.keyboard('{Delete}')
  await waitFor(() => expect(library.images).toHaveLength(8))
  fireEvent.contextMenu(tile(7))
  await user.click(await screen.findByRole('menuitem', { name: /^Undo: 1 image deleted/ }))
  await waitFor(() => expect(library.images).toHaveLength(9))
  fireEvent.contextMenu(tile(7))
  expect(await items()).not.toContainEqual(expect.stringMatching(/^Undo/))
})
