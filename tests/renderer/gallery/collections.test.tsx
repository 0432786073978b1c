import { preferenceDefaults } from '@shared/model/preferences'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInCollections } from '../../support/collectionsStandIn'
import { standInExports } from '../../support/exportsStandIn'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { setViewportWidth } from '../../support/viewport'

sizedElements(1000, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const sidebar = () => within(gallery().getByRole('navigation', { name: 'Library' }))
const entry = (name: string, count: number) =>
  sidebar().findByRole('button', { name: `${name}, ${count} image${count === 1 ? '' : 's'}` })
const tile = (number: number) =>
  gallery().getByRole('option', { name: new RegExp(`^${imageSample(number).prompt}, image 2 of 4`) })
const tiles = () =>
  gallery()
    .queryAllByRole('option')
    .map((option) => option.getAttribute('aria-label')?.split(',')[0])
const chosen = () =>
  gallery()
    .queryAllByRole('option', { selected: true })
    .map((option) => option.getAttribute('aria-label')?.split(',')[0])
const picker = () => screen.findByRole('combobox', { name: 'Name of a collection' })
const focused = () => document.activeElement?.getAttribute('aria-label')

async function renderGallery(views: typeof preferenceDefaults.views = []) {
  setViewportWidth(1280)
  const main = createMainStandIn({ preferences: { ...preferenceDefaults, views } })
  const library = standInGallery(main.bridge, 6)
  const collections = standInCollections(main.bridge, library)
  const window = await renderWindow(main)
  await waitFor(() => tile(6))
  return {
    ...window,
    library,
    collections,
    searched: () => main.bridge.inputs('gallery.outline').at(-1)?.text,
  }
}

/** Shows the collection of that name. */
async function openFerns(user: Awaited<ReturnType<typeof renderGallery>>['user']) {
  const ferns = await entry('Ferns', 3)
  await user.click(ferns)
  await waitFor(() => expect(tiles()).toEqual(['fern 6', 'chair 5', 'fern 4']))
  return ferns
}

/** Adds the selected images by key. */
async function collect(user: Awaited<ReturnType<typeof renderGallery>>['user'], name: string) {
  await user.keyboard('a')
  await user.type(await picker(), name)
  await screen.findByRole('option', { name: new RegExp(name) })
  await user.keyboard('{Enter}')
}

test('images are added to a new collection by key, and to it again by its first letters', async () => {
  const { user, collections } = await renderGallery()
  await user.click(tile(6))
  await collect(user, 'Ferns')
  await entry('Ferns', 1)
  await screen.findByText('1 image added to “Ferns”')
  await waitFor(() => expect(document.activeElement).toBe(tile(6)))
  await user.keyboard('{ArrowRight}')
  await user.keyboard('a')
  await user.type(await picker(), 'fe')
  await screen.findByRole('option', { name: 'New collection “fe”' })
  await user.keyboard('{Enter}')
  await entry('Ferns', 2)
  expect(collections.images('Ferns')).toEqual(['image6', 'image5'])
  await user.keyboard('a')
  await user.type(await picker(), 'fe{Enter}')
  await screen.findByText('Already in “Ferns”')
})

test('each of it is undone and redone as one act', async () => {
  const { user, collections } = await renderGallery()
  await user.click(tile(6))
  await collect(user, 'Ferns')
  await entry('Ferns', 1)
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(collections.images('Ferns')).toBeUndefined())
  expect(screen.getByText('Collection “Ferns” is gone again. Its images stay in the library.')).toBeVisible()
  await waitFor(() => expect(sidebar().queryByRole('button', { name: /^Ferns/ })).toBeNull())
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await entry('Ferns', 1)
  expect(collections.images('Ferns')).toEqual(['image6'])
})

test('a collection is shown, its images are taken out from their menu, and it is told in the details', async () => {
  const { user, searched, collections } = await renderGallery()
  await user.click(tile(6))
  await collect(user, 'My ferns')
  await user.click(await entry('My ferns', 1))
  await waitFor(() => expect(searched()).toBe('collection:"My ferns"'))
  await waitFor(() => expect(tiles()).toEqual(['fern 6']))
  expect(await entry('My ferns', 1)).toHaveAttribute('aria-current', 'true')
  expect(await entry('All images', 6)).toHaveAttribute('aria-current', 'false')
  await user.click(tile(6))
  fireEvent.contextMenu(tile(6))
  await user.click(await screen.findByRole('menuitem', { name: /^Remove from “My ferns”/ }))
  await screen.findByText('1 image removed from “My ferns”')
  expect(collections.images('My ferns')).toEqual([])
  await user.click(await entry('All images', 6))
  await waitFor(() => expect(tiles()).toHaveLength(6))
  await user.click(tile(6))
  fireEvent.contextMenu(tile(6))
  await screen.findByRole('menuitem', { name: /^Add to a collection/ })
  expect(screen.queryByRole('menuitem', { name: /^Remove from/ })).toBeNull()
})

test('Delete takes out of a collection, Shift with it deletes, and each is undone; elsewhere it deletes', async () => {
  const { user, bridge, collections, library } = await renderGallery()
  collections.put('Ferns', ['image6', 'image5', 'image4'])
  act(library.announce)
  const ferns = await openFerns(user)
  await user.click(tile(6))
  await user.keyboard('{Delete}')
  await screen.findByText('1 image removed from “Ferns”')
  expect(collections.images('Ferns')).toEqual(['image5', 'image4'])
  await waitFor(() => expect(tiles()).toEqual(['chair 5', 'fern 4']))
  expect(chosen()).toEqual(['chair 5'])
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(chosen()).toEqual(['fern 6']))

  fireEvent.contextMenu(tile(6))
  await screen.findByRole('menuitem', { name: /^Delete ?Shift/ })
  expect(screen.getByRole('menuitem', { name: /^Remove from “Ferns” ?Delete$/ })).toBeVisible()
  await user.keyboard('{Escape}')
  expect(bridge.inputs('images.delete')).toEqual([])
  await user.keyboard('{Shift>}{Delete}{/Shift}')
  await screen.findByText('1 image deleted')
  expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image6'] }])

  // A view is a search, which an image can’t leave.
  const views = [{ name: 'Mine', text: 'collection:Ferns', sort: 'hand' }]
  await act(() => bridge.request('preferences.change', { views }))
  expect(ferns).toBeInTheDocument()
  await user.keyboard('{Delete}')
  await waitFor(() => expect(bridge.inputs('images.delete')).toHaveLength(2))
})

test('so it does in quick look and while comparing', async () => {
  const { user, bridge, collections, library } = await renderGallery()
  collections.put('Ferns', ['image6', 'image5', 'image4'])
  act(library.announce)
  await openFerns(user)
  await user.click(tile(6))
  await user.keyboard(' ')
  const look = await screen.findByRole('dialog', { name: 'Quick look' })
  await user.keyboard('{Delete}')
  await within(look).findByText('1 image removed from “Ferns”')
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(collections.images('Ferns')).toHaveLength(3))
  await user.keyboard('{Escape}')
  await waitFor(() => expect(tiles()).toHaveLength(3))
  await user.click(tile(6))
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
  await waitFor(() => expect(chosen()).toHaveLength(3))
  await user.keyboard('c')
  const compare = await screen.findByRole('dialog', { name: 'Compare' })
  const figures = () => within(compare).getAllByRole('group', { name: /image 2 of 4$/ }).length
  expect(figures()).toBe(3)
  await user.keyboard('{Delete}')
  await waitFor(() => expect(figures()).toBe(2))
  await within(compare).findByText('1 image removed from “Ferns”')
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(figures()).toBe(3))
  expect(bridge.inputs('images.delete')).toEqual([])
})

test('the sidebar is one Tab stop; arrows go through it, F2 renames, Delete deletes and leaves the focus there', async () => {
  const { user, searched, collections } = await renderGallery()
  await user.click(await sidebar().findByRole('button', { name: 'New collection' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ferns{Enter}')
  const ferns = await entry('Ferns', 0)
  const stops = () =>
    sidebar()
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0)
  expect(stops()).toHaveLength(1)
  await waitFor(() => expect(focused()).toBe('New collection'))
  await user.keyboard('{ArrowUp}')
  expect(document.activeElement).toBe(ferns)
  expect(stops()).toEqual([ferns])
  await user.keyboard('{Enter}')
  await waitFor(() => expect(searched()).toBe('collection:Ferns'))

  await user.keyboard('{F2}')
  await user.clear(await screen.findByRole('textbox', { name: 'Name' }))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Old moss{Enter}')
  const moss = await entry('Old moss', 0)
  await waitFor(() => expect(searched()).toBe('collection:"Old moss"'))
  expect(moss).toHaveAttribute('aria-current', 'true')
  await waitFor(() => expect(document.activeElement).toBe(moss))

  await user.keyboard('{Delete}')
  await screen.findByText(/^Collection “Old moss” deleted/)
  await waitFor(() => expect(searched()).toBe(''))
  expect(focused()).toBe('New collection')
  expect(collections.images('Old moss')).toBeUndefined()
  await user.keyboard('{Home}')
  expect(focused()).toBe('Hide the library')
})

test('a name must be there, and be of its own', async () => {
  const { user } = await renderGallery()
  await user.click(await sidebar().findByRole('button', { name: 'New collection' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Ferns{Enter}')
  await entry('Ferns', 0)
  await user.click(sidebar().getByRole('button', { name: 'New collection' }))
  const name = await screen.findByRole('textbox', { name: 'Name' })
  await user.type(name, '"{Enter}')
  expect(name).toHaveAccessibleDescription('Enter a name.')
  await user.clear(name)
  await user.type(name, 'FERNS{Enter}')
  expect(name).toHaveAccessibleDescription('There is already a collection with this name.')
})

test('views stand in the sidebar: the search is saved as one, renamed, removed and brought back', async () => {
  const { user, bridge, searched } = await renderGallery([{ name: 'Chairs', text: 'chair', sort: 'old' }])
  const kept = () =>
    bridge
      .inputs('preferences.change')
      .at(-1)
      ?.views?.map(({ name }) => name)
  expect(gallery().queryByRole('button', { name: /^Views/ })).toBeNull()
  await user.click(await entry('Chairs', 3))
  await waitFor(() =>
    expect(bridge.inputs('gallery.outline').at(-1)).toMatchObject({ text: 'chair', sort: 'old' }),
  )
  await user.type(gallery().getByRole('combobox', { name: 'Search' }), ' 5')
  await waitFor(() => expect(searched()).toBe('chair 5'))
  await user.click(await sidebar().findByRole('button', { name: 'Save this search as a view…' }))
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Five{Enter}')
  const five = await entry('Five', 1)
  expect(five).toHaveAttribute('aria-current', 'true')
  five.focus()
  await user.keyboard('{F2}')
  await user.clear(await screen.findByRole('textbox', { name: 'Name' }))
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Fifth{Enter}')
  const fifth = await entry('Fifth', 1)
  fireEvent.contextMenu(fifth)
  await user.click(await screen.findByRole('menuitem', { name: /^Remove the view “Fifth”/ }))
  await waitFor(() => expect(kept()).toEqual(['Chairs']))
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(kept()).toEqual(['Chairs', 'Fifth']))
})

test('a view and a collection are exported from their menus, in their order', async () => {
  const { user, bridge } = await renderGallery([{ name: 'Chairs', text: 'chair', sort: 'old' }])
  standInExports(bridge)
  bridge.answer('gallery.select', ({ sort }) => ({
    ids: sort === 'old' ? ['image1', 'image3'] : ['image6'],
  }))
  await user.click(tile(6))
  await collect(user, 'Ferns')
  for (const [name, count] of [
    ['Chairs', 3],
    ['Ferns', 1],
  ] as const) {
    fireEvent.contextMenu(await entry(name, count))
    await user.click(await screen.findByRole('menuitem', { name: `Export “${name}”…` }))
    await screen.findByRole('dialog', { name: /^Export/ })
    await user.keyboard('{Escape}')
  }
  expect(bridge.inputs('gallery.select').map(({ text, sort }) => [text, sort])).toEqual([
    ['chair', 'old'],
    ['collection:Ferns', 'hand'],
  ])
  expect(bridge.inputs('exports.plan').map(({ what }) => what)).toMatchObject([
    { images: { ids: ['image1', 'image3'], shown: { text: 'chair', sort: 'old' } } },
    { images: { ids: ['image6'], shown: { text: 'collection:Ferns', sort: 'hand' } } },
  ])
})

test('the sidebar folds away, keeps that, and leaves the focus on what brings it back', async () => {
  const { user, bridge } = await renderGallery()
  await user.click(sidebar().getByRole('button', { name: 'Hide the library' }))
  await waitFor(() => expect(gallery().queryByRole('navigation')).toBeNull())
  expect(bridge.inputs('preferences.change')).toEqual([{ sidebarShown: false }])
  expect(focused()).toBe('Show the library')
  expect(gallery().getByRole('button', { name: /^Views/ })).toBeVisible()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(focused()).toBe('Hide the library'))
  expect(bridge.inputs('preferences.change').at(-1)).toEqual({ sidebarShown: true })
})

test('in quick look, a key adds what is looked at, whatever is selected', async () => {
  const { user, collections } = await renderGallery()
  await user.click(tile(6))
  await user.keyboard(' ')
  await screen.findByRole('dialog', { name: 'Quick look' })
  await user.keyboard('{ArrowRight}')
  await screen.findByText('2 of 6')
  await collect(user, 'Ferns')
  await waitFor(() => expect(collections.images('Ferns')).toEqual(['image5']))
  await waitFor(() =>
    expect(screen.getByRole('dialog', { name: 'Quick look' })).toContainElement(
      document.activeElement as HTMLElement,
    ),
  )
})

test('several images are taken out of the collection that is shown from their details', async () => {
  const { user, collections } = await renderGallery()
  await user.click(tile(6))
  await user.keyboard('{Shift>}')
  await user.click(tile(4))
  await user.keyboard('{/Shift}')
  await user.click(screen.getByRole('tab', { name: 'Details' }))
  const details = within(screen.getByRole('complementary', { name: 'Details' }))
  expect(await details.findByText('3 images selected')).toBeVisible()
  expect(details.queryByRole('button', { name: /^Remove/ })).toBeNull()
  tile(4).focus()
  await collect(user, 'Ferns')
  await openFerns(user)
  await user.click(tile(6))
  await user.keyboard('{Shift>}')
  await user.click(tile(5))
  await user.keyboard('{/Shift}')
  await user.click(await details.findByRole('button', { name: 'Remove from “Ferns”' }))
  await screen.findByText('2 images removed from “Ferns”')
  expect(collections.images('Ferns')).toEqual(['image4'])
})
