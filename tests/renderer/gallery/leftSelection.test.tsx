import { preferenceDefaults } from '@shared/model/preferences'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInCollections } from '../../support/collectionsStandIn'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { setViewportWidth } from '../../support/viewport'

sizedElements(1000, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tile = (number: number) =>
  gallery().getByRole('option', { name: new RegExp(`^${imageSample(number).prompt}, image 2 of 4`) })
const tiles = () => gallery().queryAllByRole('option', { name: /image 2 of 4/ })
const button = (name: string) => gallery().getByRole('button', { name })

async function renderGallery() {
  setViewportWidth(1280)
  const main = createMainStandIn({ preferences: preferenceDefaults })
  const library = standInGallery(main.bridge, 6)
  const collections = standInCollections(main.bridge, library)
  const { finds } = library
  library.finds = (text, image) => (text === 'is:rejected' ? image.flag === 'rejected' : finds(text, image))
  const window = await renderWindow(main)
  await waitFor(() => tile(6))
  const choose = async (from: number, to: number) => {
    await window.user.click(tile(from))
    await window.user.keyboard('{Shift>}')
    await window.user.click(tile(to))
    await window.user.keyboard('{/Shift}')
    await gallery().findByRole('button', { name: `Export ${from - to + 1}` })
  }
  const fromMenu = async (number: number, item: RegExp) => {
    fireEvent.contextMenu(tile(number))
    await window.user.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { ...window, library, collections, choose, fromMenu }
}

/** Nothing that left the list can be deleted or exported from it. */
async function nothingChosen() {
  await waitFor(() => expect(button('Delete')).toHaveAttribute('aria-disabled', 'true'))
  expect(button('Export')).toHaveAttribute('aria-disabled', 'true')
}

test('images that leave the rejected ones, since they are kept, can’t be deleted with the next press', async () => {
  const { user, library, choose, fromMenu } = await renderGallery()
  await choose(6, 4)
  await fromMenu(5, /^Reject/)
  await screen.findByText('3 images rejected')
  await user.type(gallery().getByRole('combobox', { name: 'Search' }), 'is:rejected')
  await waitFor(() => expect(tiles()).toHaveLength(3))
  await choose(6, 5)
  await fromMenu(5, /^Keep/)
  await screen.findByText('2 images kept')
  await waitFor(() => expect(tiles()).toHaveLength(1))
  await nothingChosen()
  await user.click(button('Delete'))
  expect(library.images).toHaveLength(6)
})

test('an image that is removed from a collection by its menu isn’t selected there any more', async () => {
  const { user, library, collections, choose, fromMenu } = await renderGallery()
  await choose(6, 4)
  await user.keyboard('a')
  await user.type(await screen.findByRole('combobox', { name: 'Name of a collection' }), 'Ferns')
  await screen.findByRole('option', { name: /Ferns/ })
  await user.keyboard('{Enter}')
  await user.click(await gallery().findByRole('button', { name: 'Ferns, 3 images' }))
  await waitFor(() => expect(tiles()).toHaveLength(3))
  await user.click(tile(4))
  await fromMenu(4, /^Remove from “Ferns”/)
  await waitFor(() => expect(tiles()).toHaveLength(2))
  await nothingChosen()
  await user.click(button('Delete'))
  expect(library.images).toHaveLength(6)
  expect(collections.images('Ferns')).toHaveLength(2)
})
