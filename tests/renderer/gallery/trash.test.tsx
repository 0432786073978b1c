import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tile = (number: number) =>
  gallery().getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })
const tiles = () => gallery().queryAllByRole('option').length
const views = () => gallery().getByRole('button', { name: /^Views/ })

/** Five images, of which the newest three are in the trash, which is shown. */
async function renderTrash() {
  const main = createMainStandIn()
  standInGallery(main.bridge, 5)
  const window = await renderWindow(main)
  const { user } = window
  await waitFor(() => tile(5))
  await user.click(tile(5))
  await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}{Delete}')
  await waitFor(() => expect(tiles()).toBe(2))
  await user.click(views())
  await user.click(await screen.findByRole('menuitemradio', { name: 'Trash' }))
  await gallery().findByText('3 images, 3.6 MB, 6 demo credits')
  return window
}

test('it says what it holds, and has Restore in place of Delete and of what needs the library', async () => {
  const { user } = await renderTrash()
  expect(views().getAttribute('aria-label')).toBe('Views: Trash')
  expect(gallery().queryByRole('button', { name: 'Delete' })).toBeNull()
  expect(gallery().queryByRole('button', { name: /^Export/ })).toBeNull()
  await user.click(tile(4))
  fireEvent.contextMenu(tile(4))
  const menu = within(await screen.findByRole('menu', { name: 'Actions' }))
  expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Quick lookSpace',
    'DetailsI',
    'Reuse',
    'Queue again, billed',
    'Copy imageCtrlC',
    'Copy promptCtrlShiftC',
    'Open in default program',
    'Show in folder',
    'Undo: 3 images deletedCtrlZ',
    'Restore',
    'Move to system trash…Delete',
  ])
  await user.keyboard('{Escape}')
  await user.keyboard('{Control>}e{/Control}')
  await screen.findByText('Restore deleted images first')
})

test('keys for what needs the library say to restore first, also in quick look, and do nothing', async () => {
  const { user, bridge } = await renderTrash()
  await user.click(tile(5))
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  for (const key of ['p', '3', 'b', 'c', 'a', '{Control>}e{/Control}']) {
    await user.keyboard(key)
    await screen.findByText('Restore deleted images first')
  }
  await user.keyboard(' ')
  const look = await screen.findByRole('dialog', { name: 'Quick look' })
  for (const key of ['x', 'a', '{Delete}']) {
    await user.keyboard(key)
    await waitFor(() => within(look).getByText('Restore deleted images first'))
  }
  expect(bridge.inputs('images.mark')).toEqual([])
  expect(bridge.inputs('images.delete')).toHaveLength(1)
  expect(screen.queryByRole('dialog', { name: /collection/ })).toBeNull()
})

test('what is restored leaves it, and is back in it by Undo, and out of it by Redo', async () => {
  const { user } = await renderTrash()
  await user.click(tile(4))
  await user.click(gallery().getByRole('button', { name: 'Restore' }))
  await screen.findByText('1 image restored')
  await gallery().findByText('2 images, 2.4 MB, 4 demo credits')
  await user.keyboard('{Control>}z{/Control}')
  await gallery().findByText('3 images, 3.6 MB, 6 demo credits')
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await gallery().findByText('2 images, 2.4 MB, 4 demo credits')
  await user.click(views())
  await user.click(await screen.findByRole('menuitemradio', { name: 'All images' }))
  await waitFor(() => expect(tiles()).toBe(3))
  tile(4)
})

test('a file that is missing is said', async () => {
  const { user, bridge } = await renderTrash()
  bridge.answer('trash.restore', () => ({ restored: 2, missing: 1 }))
  await user.click(tile(4))
  await user.click(gallery().getByRole('button', { name: 'Restore' }))
  await screen.findByText('2 images restored, but 1 file is missing')
})

test('sending images on to the system’s trash asks first, and says how many, how large and what they cost', async () => {
  const { user, bridge } = await renderTrash()
  await user.click(tile(4))
  await user.keyboard('{Delete}')
  const one = within(await screen.findByRole('dialog', { name: 'Move to your system’s trash?' }))
  one.getByText(
    '1 image, 1.2 MB, 2 demo credits: its file moves to your system’s trash. Cyanotype can’t bring it back.',
  )
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(bridge.inputs('trash.discard')).toEqual([])

  await user.click(gallery().getByRole('button', { name: 'Empty trash…' }))
  const all = within(await screen.findByRole('dialog', { name: 'Empty the trash?' }))
  all.getByText(/^3 images, 3.6 MB, 6 demo credits: their files move/)
  await user.click(all.getByRole('button', { name: 'Move to system trash' }))
  await screen.findByText('3 images moved to your system’s trash')
  await gallery().findByText('The trash is empty')
  expect(bridge.inputs('trash.discard')).toEqual([{ selection: null }])
})

test('emptied, it can’t be undone: an undo says so, and deletes nothing that was restored before', async () => {
  const { user, bridge } = await renderTrash()
  await user.click(tile(4))
  await user.click(gallery().getByRole('button', { name: 'Restore' }))
  await gallery().findByText('2 images, 2.4 MB, 4 demo credits')
  await user.click(gallery().getByRole('button', { name: 'Empty trash…' }))
  const question = within(await screen.findByRole('dialog', { name: 'Empty the trash?' }))
  await user.click(question.getByRole('button', { name: 'Move to system trash' }))
  await screen.findByText('2 images moved to your system’s trash')
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('This can’t be undone: 2 images moved to your system’s trash')
  expect(bridge.inputs('images.delete')).toHaveLength(1)
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('files outside the library stay, which is said before and after', async () => {
  const { user, bridge } = await renderTrash()
  const held = { images: 3, bytes: 1_200_000, left: 2, changed: 0, isShared: false, total: [] }
  bridge.answer('trash.size', () => held)
  await user.click(gallery().getByRole('button', { name: 'Empty trash…' }))
  const some = within(await screen.findByRole('dialog', { name: 'Empty the trash?' }))
  some.getByText(/^3 images, 1.2 MB: .* But 2 files are outside the library: they stay where they are\.$/)
  await user.click(some.getByRole('button', { name: 'Move to system trash' }))
  await screen.findByText('1 image moved to your system’s trash, 2 images removed from Cyanotype')
})

test('files that were changed outside stay, which is said before and after', async () => {
  const { user, bridge } = await renderTrash()
  bridge.answer('trash.size', () => ({
    images: 3,
    bytes: 3_600_000,
    left: 0,
    changed: 1,
    isShared: true,
    total: [],
  }))
  await user.click(gallery().getByRole('button', { name: 'Empty trash…' }))
  const some = within(await screen.findByRole('dialog', { name: 'Empty the trash?' }))
  some.getByText(
    /^3 images, .* But 1 file was changed outside Cyanotype: it stays where it is\. Others may use/,
  )
  await user.click(some.getByRole('button', { name: 'Move to system trash' }))
  await screen.findByText('2 images moved to your system’s trash, 1 image removed from Cyanotype')
})

test('nothing but its row is lost of an image outside the library, so it is only removed', async () => {
  const { user, bridge } = await renderTrash()
  bridge.answer('trash.size', () => ({
    images: 1,
    bytes: 0,
    left: 1,
    changed: 0,
    isShared: false,
    total: [],
  }))
  await user.click(tile(4))
  await user.keyboard('{Delete}')
  const one = within(await screen.findByRole('dialog', { name: 'Remove from Cyanotype?' }))
  one.getByText(/^1 image: its file is outside the library and stays where it is/)
  await user.click(one.getByRole('button', { name: 'Remove' }))
  await screen.findByText('1 image removed from Cyanotype')
})

test('a mark that is redone is given to images that are in it by now, a new one isn’t', async () => {
  const main = createMainStandIn()
  standInGallery(main.bridge, 5)
  const { user, bridge } = await renderWindow(main)
  await waitFor(() => tile(5))
  await user.click(tile(5))
  await user.keyboard('4{Control>}z{/Control}')
  await screen.findByText('The marks of 1 image are as they were')
  await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
  await screen.findByText('1 image rated 4 stars')
  const asked = { selection: { ids: ['image5'] }, change: { rating: 4 } }
  expect(bridge.inputs('images.mark')).toEqual([asked, { ...asked, again: true }])
})

test('nothing is dragged out of it', async () => {
  const { bridge } = await renderTrash()
  fireEvent.dragStart(tile(4))
  expect(bridge.inputs('originals.prepareDrag')).toEqual([])
})

test('deleting can be undone long after', async () => {
  const main = createMainStandIn()
  standInGallery(main.bridge, 5)
  const { user } = await renderWindow(main)
  await waitFor(() => tile(5))
  await user.click(tile(5))
  await user.keyboard('{Delete}')
  await waitFor(() => expect(tiles()).toBe(4))
  const later = Date.now() + 3_600_000
  vi.spyOn(Date, 'now').mockReturnValue(later)
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(tiles()).toBe(5))
})

test('the expiry is never, until it is set', async () => {
  const { user, bridge } = await renderWindow()
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  const field = await screen.findByRole('combobox', { name: 'Move deleted images to the system’s trash' })
  expect(field.textContent).toBe('Never')
  await user.click(field)
  await user.click(await screen.findByRole('option', { name: 'After 30 days' }))
  expect(bridge.inputs('preferences.change')).toContainEqual({ trashExpiryDays: 30 })
  await waitFor(() => expect(field.textContent).toBe('After 30 days'))
})

test('the details of an image in it are those of any image, and Restore brings it back', async () => {
  const { user, bridge } = await renderTrash()
  await user.click(tile(4))
  await user.keyboard('i')
  const details = within(await screen.findByRole('complementary', { name: 'Details' }))
  await details.findByText(imageSample(4).prompt)
  await user.click(details.getByRole('button', { name: 'Restore' }))
  await waitFor(() => expect(bridge.inputs('trash.restore')).toEqual([{ ids: ['image4'] }]))
  await waitFor(() => expect(tiles()).toBe(2))
})
