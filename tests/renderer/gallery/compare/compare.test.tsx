import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { imageSample, standInGallery } from '../../../support/galleryStandIn'
import { createMainStandIn } from '../../../support/mainStandIn'
import { renderWindow } from '../../../support/renderWindow'
import { sizedElements } from '../../../support/sizedElements'
import { standInPictures } from '../../../support/standInPictures'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tile = (number: number) =>
  gallery().getByRole('option', { name: new RegExp(`^${imageSample(number).prompt}, image 2 of 4, saved`) })
const chosen = () =>
  gallery()
    .getAllByRole('option', { selected: true })
    .map((option) => option.getAttribute('aria-label')?.split(',')[0])
const view = () => within(screen.getByRole('dialog', { name: 'Compare' }))
const captions = () =>
  view()
    .getAllByRole('group', { name: /image 2 of 4$/ })
    .map((group) => group.getAttribute('aria-label')?.split(',')[0])
const active = () =>
  view()
    .getAllByRole('group', { name: /image 2 of 4$/ })
    .find((group) => group.getAttribute('aria-current') === 'true')
    ?.getAttribute('aria-label')
    ?.split(',')[0]
const percent = () => view().getByRole('button', { name: /fit or 100 %/ }).textContent
const places = () =>
  view()
    .getAllByRole('img')
    .map(({ style }) => ({ left: style.left, width: style.width }))

async function focusKeepOf(name: string): Promise<void> {
  const caption = view().getByRole('group', { name: `${name}, image 2 of 4` })
  await act(async () => within(caption).getByRole('button', { name: 'Keep' }).focus())
}

/** Of nine images, those with these numbers are selected, and compared. */
async function openCompare(...numbers: readonly number[]) {
  const pictures = standInPictures()
  pictures.arrive()
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 9)
  const window = await renderWindow(main)
  await waitFor(() => tile(9))
  await window.user.keyboard('{Control>}')
  for (const number of numbers) await window.user.click(tile(number))
  await window.user.keyboard('{/Control}c')
  await screen.findByRole('dialog', { name: 'Compare' })
  await waitFor(() => expect(view().getAllByRole('img')).toHaveLength(numbers.length))
  return { ...window, library, pictures }
}

test('opens on two to four selected images, gives the focus back, and leaves the selection as it was', async () => {
  const { user, pictures } = await openCompare(9, 7)
  expect(captions()).toEqual(['chair 9', 'chair 7'])
  expect(active()).toBe('chair 9')
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(tile(7)))
  expect(chosen()).toEqual(['chair 9', 'chair 7'])
  // The tiles still have theirs.
  await waitFor(() => expect(pictures.open()).toBe(0))
})

test.each([[[]], [[9]], [[9, 8, 7, 6, 5]]])('with %j selected it says what to select', async (numbers) => {
  const main = createMainStandIn()
  standInGallery(main.bridge, 9)
  const { user } = await renderWindow(main)
  await waitFor(() => tile(9))
  tile(9).focus()
  await user.keyboard('{Control>}')
  for (const number of numbers) await user.click(tile(number))
  await user.keyboard('{/Control}c')
  expect(await screen.findByText('Select two to four images to compare them')).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Compare' })).toBeNull()
  expect(gallery().getByRole('button', { name: 'Compare' }).getAttribute('aria-disabled')).toBe('true')
})

test('the button in the bar opens it too', async () => {
  const { user } = await openCompare(9, 8)
  await user.keyboard('{Escape}')
  await user.click(gallery().getByRole('button', { name: 'Compare' }))
  await screen.findByRole('dialog', { name: 'Compare' })
})

test('all are zoomed and moved as one', async () => {
  const { user } = await openCompare(9, 8, 7)
  expect(percent()).toBe('100 %')
  await user.keyboard('++++')
  expect(percent()).toBe('400 %')
  const before = places()
  expect(new Set(before.map(({ width }) => width))).toEqual(new Set(['1200px']))
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}')
  expect(new Set(places().map(({ left }) => left)).size).toBe(1)
  expect(places()[0]?.left).not.toBe(before[0]?.left)
  expect(active()).toBe('chair 9')
  await user.dblClick(view().getAllByRole('img')[1] as HTMLElement)
  expect(percent()).toBe('100 %')
  expect(active()).toBe('fern 8')
})

test.each(['100 %', '400 %'])(
  'keys mark the active image, to which arrows and Tab lead, at %s',
  async (zoomed) => {
    const { user, bridge } = await openCompare(9, 8, 7)
    if (zoomed === '400 %') await user.keyboard('++++')
    expect(percent()).toBe(zoomed)
    await user.keyboard('{ArrowRight}p{ArrowRight}{ArrowRight}x{ArrowLeft}4b')
    const marked = (id: string, change: object) => ({ selection: { ids: [id] }, change })
    await waitFor(() =>
      expect(bridge.inputs('images.mark')).toEqual([
        marked('image8', { flag: 'kept' }),
        marked('image7', { flag: 'rejected' }),
        marked('image8', { rating: 4 }),
        marked('image8', { favourite: true }),
      ]),
    )
    const fern = within(view().getByRole('group', { name: /^fern 8/ }))
    expect(fern.getByRole('button', { name: 'Keep', pressed: true })).toBeVisible()
    expect(fern.getByRole('button', { name: '4 stars', pressed: true })).toBeVisible()
    await focusKeepOf('chair 7')
    expect(active()).toBe('chair 7')
    await view().findByText('1 image added to the favourites')
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(fern.getByRole('button', { name: 'Favourite', pressed: false })).toBeVisible())
  },
)

test('the framed one is replaced by those that follow all, so that the best is held against them', async () => {
  const { user } = await openCompare(9, 8)
  await user.keyboard('{ArrowRight}]')
  await waitFor(() => expect(captions()).toEqual(['chair 9', 'chair 7']))
  await user.keyboard('{ArrowLeft}]')
  await waitFor(() => expect(captions()).toEqual(['fern 6', 'chair 7']))
  expect(view().getByText('1 of 2: fern 6, image 2 of 4')).toBeInTheDocument()
  await user.keyboard(']]')
  await waitFor(() => expect(captions()).toEqual(['fern 4', 'chair 7']))
  await user.keyboard('[[[[')
  await waitFor(() => expect(captions()).toEqual(['fern 6', 'chair 7']))
  await user.click(view().getByRole('button', { name: 'Next image in place of the framed one' }))
  await waitFor(() => expect(captions()).toEqual(['chair 5', 'chair 7']))
  await user.keyboard('{PageDown>9/}')
  await waitFor(() => expect(captions()).toEqual(['chair 1', 'chair 7']))
})

test('three don’t lie on one another, and the key says so', async () => {
  const { user } = await openCompare(9, 8, 7)
  await user.keyboard('s')
  expect(await view().findByText('Only two images can lie one over the other')).toBeVisible()
  expect(view().queryByRole('slider')).toBeNull()
})

test('two lie on one another at a divider, which keys and pointer move', async () => {
  const { user } = await openCompare(9, 8)
  await user.keyboard('s')
  const divider = view().getByRole('slider', { name: 'Divider' })
  expect(document.activeElement).toBe(divider)
  const text = () => divider.getAttribute('aria-valuetext')
  expect(text()).toBe('50 % of the first, 50 % of the second')
  await user.keyboard('{ArrowRight}{Shift>}{ArrowRight}{/Shift}')
  expect(text()).toBe('61 % of the first, 39 % of the second')
  await user.keyboard('{Home}{ArrowLeft}')
  expect(text()).toBe('0 % of the first, 100 % of the second')
  await user.keyboard('+')
  expect(percent()).toBe('150 %')
  await user.keyboard('s')
  expect(view().queryByRole('slider')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Compare' }))
})

test('three have no divider', async () => {
  const { user } = await openCompare(9, 8, 7)
  await user.keyboard('s')
  expect(view().queryByRole('slider')).toBeNull()
  expect(view().queryByRole('button', { name: 'One over the other' })).toBeNull()
})

test('an image that is deleted leaves the comparison, and an undo brings it back', async () => {
  const { user, library } = await openCompare(9, 8, 7)
  await user.keyboard('{ArrowRight}{Delete}')
  await waitFor(() => expect(captions()).toEqual(['chair 9', 'chair 7']))
  expect(active()).toBe('chair 7')
  await view().findByText('1 image deleted')
  await user.keyboard('{Control>}z{/Control}')
  await waitFor(() => expect(captions()).toEqual(['chair 9', 'fern 8', 'chair 7']))
  // One that goes by another hand, with the focus in its caption.
  await focusKeepOf('fern 8')
  library.images.splice(1, 1)
  library.announce()
  await waitFor(() => expect(captions()).toEqual(['chair 9', 'chair 7']))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Compare' })))
  library.images.splice(0, 1)
  library.announce()
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Compare' })).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(tile(7)))
})

test.each([
  ['Too large to show here. The file is saved.', {}],
  ['TIFF, 1 kB. Can’t be shown here.', { format: 'tiff', width: 0, height: 0 }],
] as const)(
  'what a picture shows in its place is said there, and the others are compared: %s',
  async (told, file) => {
    const { user, library } = await openCompare(9, 8, 7)
    await user.keyboard('{Escape}')
    library.images[1] = { ...imageSample(8), ...file, decoded: false }
    library.announce()
    await screen.findByRole('option', { name: /^fern 8.*(?:too large to show|can’t be shown)/ })
    await user.keyboard('c')
    await screen.findByRole('dialog', { name: 'Compare' })
    expect(await view().findByText(told)).toBeVisible()
    await user.keyboard('{ArrowRight}x')
    await waitFor(() =>
      expect(
        within(view().getByRole('group', { name: /^fern 8/ })).getByRole('button', {
          name: 'Reject',
          pressed: true,
        }),
      ).toBeVisible(),
    )
  },
)

test('compared images count as opened', async () => {
  const { user, bridge } = await openCompare(9, 8)
  expect(bridge.inputs('images.open')).toEqual([])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(bridge.inputs('images.open')).toEqual([{ ids: ['image9', 'image8'] }]))
})

test('the menu of an image compares it with the others that are selected', async () => {
  const { user } = await openCompare(9, 8)
  await user.keyboard('{Escape}')
  tile(8).focus()
  fireEvent.contextMenu(tile(8))
  await user.click(await screen.findByRole('menuitem', { name: /^Compare/ }))
  await screen.findByRole('dialog', { name: 'Compare' })
  expect(captions()).toEqual(['chair 9', 'fern 8'])
})
