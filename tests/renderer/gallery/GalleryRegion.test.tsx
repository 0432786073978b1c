import { AppFailure, appError } from '@shared/errors'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { standInPictures } from '../../support/standInPictures'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const list = () => within(gallery().getByRole('listbox', { name: 'Images' }))
const tile = (number: number) =>
  list().getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })
const chosen = () =>
  list()
    .getAllByRole('option', { selected: true })
    .map((option) => option.getAttribute('aria-label')?.split(',')[0])

async function renderGallery(count: number) {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, count)
  const window = await renderWindow(main)
  if (count > 0) await waitFor(() => tile(count))
  return { ...window, library }
}

describe('the gallery', () => {
  test('says what to press while it is empty', async () => {
    await renderGallery(0)
    await gallery().findByText('No images yet')
    expect(gallery().getByText('Write a prompt and press Generate')).toBeVisible()
    expect(gallery().getByRole('button', { name: 'Export' }).getAttribute('aria-disabled')).toBe('true')
  })

  test('names its tiles, says their place and draws a window of them only', async () => {
    await renderGallery(3000)
    expect(tile(3000).getAttribute('aria-posinset')).toBe('1')
    expect(tile(3000).getAttribute('aria-setsize')).toBe('3000')
    expect(tile(3000).querySelector('canvas')).not.toBeNull()
    expect(list().getAllByRole('option').length).toBeLessThan(150)
    expect(gallery().getByPlaceholderText('Search 3,000 images')).toBeVisible()
    expect(gallery().getByText('Saturday, May 4, 2024')).toBeVisible()
  })

  test('is one stop for Tab, and arrows move in two dimensions, choosing as they go', async () => {
    const { user } = await renderGallery(30)
    expect(
      list()
        .getAllByRole('option')
        .filter((option) => option.tabIndex === 0),
    ).toHaveLength(1)
    tile(30).focus()
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(document.activeElement).toBe(tile(29)))
    expect(chosen()).toEqual(['chair 29'])
    await user.keyboard('{ArrowDown}')
    await waitFor(() =>
      expect(Number(document.activeElement?.getAttribute('aria-posinset'))).toBeGreaterThan(3),
    )
    await user.keyboard('{ArrowUp}')
    await waitFor(() => expect(document.activeElement).toBe(tile(29)))
    await user.keyboard('{End}')
    await waitFor(() => expect(document.activeElement).toBe(tile(1)))
    await user.keyboard('{Home}')
    await waitFor(() => expect(document.activeElement).toBe(tile(30)))
  })

  test('chooses ranges and single ones, by pointer and by key', async () => {
    const { user } = await renderGallery(12)
    await user.click(tile(11))
    await user.keyboard('{Shift>}')
    await user.click(tile(9))
    await user.keyboard('{/Shift}')
    await waitFor(() => expect(chosen()).toEqual(['chair 11', 'fern 10', 'chair 9']))
    await user.keyboard('{Control>}')
    await user.click(tile(10))
    await user.keyboard('{/Control}')
    expect(chosen()).toEqual(['chair 11', 'chair 9'])

    await user.click(tile(12))
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    await waitFor(() => expect(chosen()).toEqual(['fern 12', 'chair 11']))
    expect(gallery().getByRole('button', { name: 'Export 2' })).toBeVisible()
    await user.keyboard('{Escape}')
    expect(list().queryAllByRole('option', { selected: true })).toEqual([])
  })

  test('takes all images with Mod+A, wherever their rows are, but not while typing', async () => {
    const { user } = await renderGallery(700)
    await user.click(screen.getByRole('textbox', { name: 'Prompt' }))
    await user.keyboard('{Control>}a{/Control}')
    expect(list().queryAllByRole('option', { selected: true })).toEqual([])
    tile(700).focus()
    await user.keyboard('{Control>}a{/Control}')
    await gallery().findByRole('button', { name: 'Export 700' })
  })

  test('deletes all that Mod+A selected, also from a button of its bar', async () => {
    const { user, library } = await renderGallery(12)
    gallery().getByRole('button', { name: 'Export' }).focus()
    await user.keyboard('{Control>}a{/Control}')
    await waitFor(() => expect(chosen()).toHaveLength(12))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(library.images).toEqual([]))
  })

  test('deletes with the key and brings back with Undo', async () => {
    const { user, bridge } = await renderGallery(6)
    await user.click(tile(5))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(list().getAllByRole('option')).toHaveLength(5))
    expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image5'] }])
    await user.click(screen.getByRole('button', { name: 'Undo' }))
    await waitFor(() => tile(5))
    expect(bridge.inputs('images.restore')).toEqual([{ press: 1 }])
    await screen.findByText('1 image restored')
  })

  test('deletes what is seen as selected, selects the next one, and at the end the one before', async () => {
    const { user, bridge } = await renderGallery(4)
    await user.click(tile(3))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(chosen()).toEqual(['fern 2']))
    await waitFor(() => expect(document.activeElement).toBe(tile(2)))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(chosen()).toEqual(['chair 1']))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(chosen()).toEqual(['fern 4']))
    await waitFor(() => expect(document.activeElement).toBe(tile(4)))
    expect(bridge.inputs('images.delete')).toEqual(
      ['image3', 'image2', 'image1'].map((id) => ({ ids: [id] })),
    )
  })

  test('deletes three images for three presses, however soon they come, and none twice', async () => {
    const { user, bridge, library } = await renderGallery(5)
    // The list is told late.
    bridge.answer('images.delete', ({ ids }) => ({ press: 1, deleted: ids.length }))
    await user.click(tile(2))
    await user.keyboard('{Delete}{Delete}{Delete}')
    const deleted = bridge.inputs('images.delete').flatMap(({ ids }) => ids)
    expect(deleted).toEqual(['image2', 'image1', 'image3'])
    library.images.splice(0, 5, ...library.images.filter(({ id }) => !deleted.includes(id)))
    library.announce()
    await waitFor(() => expect(list().getAllByRole('option')).toHaveLength(2))
    expect(chosen()).toEqual(['fern 4'])
  })

  test('deletes nothing by its button while nothing is selected, and by key what has the keyboard', async () => {
    const { user, bridge } = await renderGallery(3)
    await user.click(gallery().getByRole('button', { name: 'Delete' }))
    expect(bridge.inputs('images.delete')).toEqual([])
    tile(2).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(list().getAllByRole('option')).toHaveLength(2))
    expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image2'] }])
  })

  test('deletes by its button one after the other, and the keyboard stays there', async () => {
    const { user, bridge } = await renderGallery(4)
    await user.click(tile(4))
    const button = gallery().getByRole('button', { name: 'Delete' })
    await user.click(button)
    await waitFor(() => expect(chosen()).toEqual(['chair 3']))
    await user.click(button)
    await waitFor(() => expect(chosen()).toEqual(['fern 2']))
    expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image4'] }, { ids: ['image3'] }])
    expect(document.activeElement).toBe(button)
  })

  test('takes each delete back by Mod+Z, the newest first, and selects what is back', async () => {
    const { user, bridge } = await renderGallery(6)
    await user.click(tile(5))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(chosen()).toEqual(['fern 4']))
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
    await waitFor(() => expect(chosen()).toEqual(['fern 4', 'chair 3']))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(list().getAllByRole('option')).toHaveLength(3))

    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('2 images restored')
    await waitFor(() => expect(chosen()).toEqual(['fern 4', 'chair 3']))
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('1 image restored')
    await waitFor(() => expect(chosen()).toEqual(['chair 5']))
    await waitFor(() => expect(document.activeElement).toBe(tile(5)))
    await user.keyboard('{Control>}z{/Control}')
    expect(bridge.inputs('images.restore')).toEqual([{ press: 2 }, { press: 1 }])
  })

  test('takes each delete back by the toast too', async () => {
    const { user } = await renderGallery(6)
    await user.click(tile(5))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(chosen()).toEqual(['fern 4']))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(list().getAllByRole('option')).toHaveLength(4))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(chosen()).toEqual(['fern 4']))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(chosen()).toEqual(['chair 5']))
  })

  test('deletes the same images again by Mod+Shift+Z, and none that came since', async () => {
    const { user, bridge, library } = await renderGallery(600)
    tile(600).focus()
    await user.keyboard('{Control>}a{/Control}')
    await gallery().findByRole('button', { name: 'Export 600' })
    await user.keyboard('{Delete}')
    await waitFor(() => expect(library.images).toEqual([]))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(library.images).toHaveLength(600))
    library.images.unshift(imageSample(601))
    library.announce()
    await waitFor(() => tile(601))
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect(library.images.map(({ id }) => id)).toEqual(['image601']))
    expect(gallery().getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true')
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(library.images).toHaveLength(601))
    expect(bridge.inputs('images.restore')).toEqual([{ press: 1 }, { press: 2 }])
  })

  test('leaves Mod+Z to a field that has the keyboard', async () => {
    const { user, bridge } = await renderGallery(6)
    await user.click(tile(5))
    await user.keyboard('{Delete}')
    await waitFor(() => expect(list().getAllByRole('option')).toHaveLength(5))
    await user.click(screen.getByRole('textbox', { name: 'Prompt' }))
    await user.keyboard('{Control>}z{/Control}')
    tile(6).focus()
    expect(bridge.inputs('images.restore')).toEqual([])
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('1 image restored')
  })

  test('says so when it is too late to take a delete back', async () => {
    const { user, bridge } = await renderGallery(2)
    await user.click(tile(2))
    await user.keyboard('{Delete}')
    bridge.answer('images.restore', () => ({ restored: 0 }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('Too late to undo: the images are in your system’s trash')
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
  })

  test('selects again what could not be deleted, and can try a refused Undo again', async () => {
    const { user, bridge, library } = await renderGallery(3)
    const refuse = () => {
      throw new AppFailure(appError('internal'))
    }
    await user.click(tile(3))
    bridge.answer('images.delete', refuse)
    await user.keyboard('{Delete}')
    await screen.findByText(/^Something went wrong/)
    await waitFor(() => expect(chosen()).toEqual(['chair 3']))
    await user.click(screen.getByRole('button', { name: 'Dismiss' }))

    bridge.answer('images.delete', ({ ids }) => {
      library.images.shift()
      library.announce()
      return { press: 1, deleted: ids.length }
    })
    tile(3).focus()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(list().getAllByRole('option')).toHaveLength(2))
    bridge.answer('images.restore', refuse)
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText(/^Something went wrong/)
    bridge.answer('images.restore', () => ({ restored: 1 }))
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('1 image restored')
  })

  test('keeps the keyboard when the last image goes, and gives it back with the image', async () => {
    const { user } = await renderGallery(1)
    await user.click(tile(1))
    await user.keyboard('{Delete}')
    await gallery().findByText('No images yet')
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Gallery' }))
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(chosen()).toEqual(['chair 1']))
    expect(document.activeElement).toBe(tile(1))
  })

  test('looks at an image with Space, goes on with the arrows and comes back with Escape', async () => {
    standInPictures().arrive()
    const { user } = await renderGallery(6)
    await user.click(tile(5))
    await user.keyboard(' ')
    const dialog = await screen.findByRole('dialog', { name: 'Quick look' })
    const shows = (id: string) =>
      waitFor(() => expect(within(dialog).getByRole('img').dataset.shows).toBe(`cyanotype://image/${id}`))
    await shows('image5')
    await user.keyboard('{ArrowRight}')
    await shows('image4')
    await user.click(within(dialog).getByRole('button', { name: 'Next image' }))
    await shows('image3')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(tile(3)))
    expect(chosen()).toEqual(['chair 3'])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('shows words in place of an image that is too large, and never its file', async () => {
    standInPictures().arrive()
    const { user, bridge, library } = await renderGallery(3)
    const [newest] = library.images
    if (newest === undefined) return expect.unreachable()
    library.images[0] = { ...newest, width: 30_000, height: 20_000, decoded: false }
    library.announce()
    const large = await list().findByRole('option', {
      name: 'chair 3, image 2 of 4, saved, too large to show',
    })
    expect(within(large).getByText('Too large to show here. The file is saved.')).toBeVisible()
    expect(large.querySelector('canvas')).toBeNull()

    await user.click(large)
    await user.keyboard(' ')
    const dialog = within(await screen.findByRole('dialog', { name: 'Quick look' }))
    expect(dialog.getByText('Too large to show here. The file is saved.')).toBeVisible()
    expect(dialog.getByText('30000 × 20000')).toBeVisible()
    expect(dialog.queryByRole('img')).toBeNull()
    bridge.answer('images.reveal', () => null)
    await user.click(dialog.getByRole('button', { name: 'Show in folder' }))
    expect(bridge.inputs('images.reveal')).toEqual([{ id: 'image3' }])
    await user.keyboard('{ArrowRight}')
    await waitFor(() => expect(dialog.getByRole('img').dataset.shows).toBe('cyanotype://image/image2'))
    await user.keyboard('{ArrowLeft}{Escape}')

    await waitFor(() => expect(document.activeElement).toBe(large))
    expect(gallery().getByRole('button', { name: 'Export 1' })).toBeVisible()
    await user.keyboard('{Delete}')
    await waitFor(() => expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image3'] }]))
  })

  test('tells a file of another format in words, and offers nothing that needs its picture', async () => {
    standInPictures().arrive()
    const { user, library } = await renderGallery(3)
    const [newest] = library.images
    if (newest === undefined) return expect.unreachable()
    const file = { format: 'tiff', bytes: 2_100_000, width: 0, height: 0, decoded: false } as const
    library.images[0] = { ...newest, ...file }
    library.announce()
    const told = 'TIFF, 2.1 MB. Can’t be shown here.'
    const tiff = await list().findByRole('option', {
      name: 'chair 3, image 2 of 4, saved, TIFF, can’t be shown',
    })
    expect(within(tiff).getByText(told)).toBeVisible()
    await user.click(tiff)
    await user.keyboard(' ')
    const dialog = within(await screen.findByRole('dialog', { name: 'Quick look' }))
    expect(dialog.getByText(told)).toBeVisible()
    expect(dialog.queryByText(/0 × 0/)).toBeNull()
    await user.click(dialog.getByRole('button', { name: 'Actions' }))
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getByRole('menuitem', { name: 'Show in folder' })).toBeVisible()
    for (const name of [/^Copy image/, /^Open/, /reference/i])
      expect(menu.queryByRole('menuitem', { name })).toBeNull()
  })

  test('searches with the first letter, then once for those that came since, and offers to clear it when nothing is found', async () => {
    const { user, bridge } = await renderGallery(6)
    const search = gallery().getByRole('combobox', { name: 'Search' })
    const searched = () => bridge.inputs('gallery.outline').map(({ text }) => text)
    fireEvent.change(search, { target: { value: 'f' } })
    expect(searched()).toEqual(['', 'f'])
    for (const typed of ['fe', 'fer', 'fern']) fireEvent.change(search, { target: { value: typed } })
    await waitFor(() => expect(searched()).toEqual(['', 'f', 'fern']))
    await waitFor(() => expect(list().getAllByRole('option')).toHaveLength(3))

    fireEvent.change(search, { target: { value: 'zebra' } })
    await gallery().findByText('No images match “zebra”')
    await user.click(gallery().getByText('Clear the search'))
    await waitFor(() => expect(list().getAllByRole('option')).toHaveLength(6))
    expect(search).toHaveProperty('value', '')
    expect(document.activeElement).toBe(search)
  })

  test('keeps the keyboard on its image when new ones come in', async () => {
    const { library } = await renderGallery(6)
    const before = tile(5)
    before.focus()
    library.images.unshift(imageSample(7))
    library.announce()
    await waitFor(() => tile(7))
    expect(document.activeElement).toBe(tile(5))
    expect(tile(5)).toBe(before)
  })
})
