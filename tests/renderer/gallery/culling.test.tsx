import { AppFailure, appError } from '@shared/errors'
import { preferenceDefaults } from '@shared/model/preferences'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { setViewportWidth } from '../../support/viewport'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tile = (number: number) =>
  gallery().getByRole('option', { name: new RegExp(`^${imageSample(number).prompt}, image 2 of 4`) })
/** The words after the place: "saved, kept, 3 stars". */
const state = (number: number) =>
  tile(number)
    .getAttribute('aria-label')
    ?.replace(/^.* of 4, /, '')
const chosen = () =>
  gallery()
    .queryAllByRole('option', { selected: true })
    .map((option) => option.getAttribute('aria-label')?.split(',')[0])
const look = () => within(screen.getByRole('dialog', { name: 'Quick look' }))

async function renderGallery(count = 6, advanceAfterMark = true) {
  setViewportWidth(1280)
  const preferences = { ...preferenceDefaults, advanceAfterMark, sideTab: 'details' as const }
  const main = createMainStandIn({ preferences })
  const library = standInGallery(main.bridge, count)
  const window = await renderWindow(main)
  await waitFor(() => tile(count))
  return { ...window, library, marks: () => main.bridge.inputs('images.mark') }
}

/** The main process is asked, and answers only when it is told to. */
function held(bridge: Awaited<ReturnType<typeof renderGallery>>['bridge']) {
  let end: (refused: boolean) => void = () => {}
  bridge.answer('images.mark', () => {
    return new Promise((resolve, reject) => {
      end = (refused) =>
        refused ? reject(new AppFailure(appError('internal'))) : resolve({ press: 1, marked: 1 })
    })
  })
  return (refused = false) => act(async () => end(refused))
}

describe('in the gallery, a key', () => {
  test('marks the selected image and selects the next one', async () => {
    const { user, marks } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('p')
    expect(state(6)).toBe('saved, kept')
    expect(chosen()).toEqual(['chair 5'])
    await user.keyboard('X')
    await user.keyboard('3')
    expect([state(5), state(4)]).toEqual(['saved, rejected', 'saved, 3 stars'])
    await waitFor(() => expect(document.activeElement).toBe(tile(3)))
    expect(marks()).toEqual([
      { selection: { ids: ['image6'] }, change: { flag: 'kept' } },
      { selection: { ids: ['image5'] }, change: { flag: 'rejected' } },
      { selection: { ids: ['image4'] }, change: { rating: 3 } },
    ])
  })

  test('leads on, but the menu’s item stays where it is', async () => {
    const { user } = await renderGallery()
    await user.click(tile(6))
    fireEvent.contextMenu(tile(6))
    await user.click(await screen.findByRole('menuitem', { name: /^Reject/ }))
    await waitFor(() => expect(state(6)).toBe('saved, rejected'))
    expect(chosen()).toEqual(['fern 6'])
  })

  test('adds all that is selected to the favourites, and takes it out again, without leaving it', async () => {
    const { user, marks } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('xb')
    expect([state(6), state(5)]).toEqual(['saved, rejected', 'saved, favourite'])
    expect(chosen()).toEqual(['chair 5'])
    await user.keyboard('{Shift>}{ArrowRight}{/Shift}b')
    expect([state(5), state(4)]).toEqual(['saved', 'saved'])
    await user.keyboard('b')
    expect([state(5), state(4)]).toEqual(['saved, favourite', 'saved, favourite'])
    expect(marks().map(({ change }) => change)).toEqual([
      { flag: 'rejected' },
      { favourite: true },
      { favourite: false },
      { favourite: true },
    ])
  })

  test('takes a flag away, and goes on; each undo leads back to the image whose mark it was', async () => {
    const { user } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('p{ArrowLeft}5{ArrowLeft}')
    expect(state(6)).toBe('saved, kept, 5 stars')
    await user.keyboard('u')
    expect(state(6)).toBe('saved, 5 stars')
    expect(chosen()).toEqual(['chair 5'])
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(chosen()).toEqual(['fern 6']))
    expect(state(6)).toBe('saved, kept, 5 stars')
    await waitFor(() => expect(document.activeElement).toBe(tile(6)))
    await user.keyboard('0')
    expect(state(6)).toBe('saved, kept')
  })

  test('stays at the image if the user switched that off, and at the last one', async () => {
    const { user, bridge } = await renderGallery(2)
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    await user.click(await screen.findByRole('switch', { name: /^Go to the next image/ }))
    expect(bridge.inputs('preferences.change')).toEqual([{ advanceAfterMark: false }])
    await user.keyboard('{Escape}')
    await user.click(tile(2))
    await user.keyboard('x')
    expect(chosen()).toEqual(['fern 2'])
    await user.keyboard('{ArrowRight}p')
    expect(chosen()).toEqual(['chair 1'])
    expect([state(2), state(1)]).toEqual(['saved, rejected', 'saved, kept'])
  })

  test('marks all that is selected, which stays, and is undone and redone as one act', async () => {
    const { user, bridge } = await renderGallery()
    await user.click(tile(4))
    await user.keyboard('p')
    await user.click(tile(5))
    await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}')
    await waitFor(() => expect(chosen()).toHaveLength(3))
    await user.keyboard('x')
    await screen.findByText('3 images rejected')
    expect(chosen()).toEqual(['chair 5', 'fern 4', 'chair 3'])
    expect([5, 4, 3].map(state)).toEqual(['saved, rejected', 'saved, rejected', 'saved, rejected'])
    await user.keyboard('{Control>}z{/Control}')
    await screen.findByText('The marks of 3 images are as they were')
    await waitFor(() => expect([5, 4, 3].map(state)).toEqual(['saved', 'saved, kept', 'saved']))
    await user.keyboard('{Control>}{Shift>}z{/Shift}{/Control}')
    await waitFor(() => expect([5, 4, 3].map(state)).toEqual(Array(3).fill('saved, rejected')))
    expect(bridge.inputs('images.unmark')).toEqual([{ press: 2 }])
  })

  test('that is held down marks one image', async () => {
    const { user, marks } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('{p>5/}')
    expect(marks()).toHaveLength(1)
    expect(chosen()).toEqual(['chair 5'])
  })

  test('does nothing with Control, in a field or in a dialog', async () => {
    const { user, marks } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('{Control>}p3{/Control}')
    await user.click(screen.getByRole('textbox', { name: 'Prompt' }))
    await user.keyboard('px3')
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('value', 'px3')
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    await screen.findByRole('dialog', { name: 'Settings' })
    await user.keyboard('px3')
    expect(marks()).toEqual([])
  })

  test('never deletes', async () => {
    const { user, bridge, library } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('xxx')
    expect(library.images).toHaveLength(6)
    expect(bridge.inputs('images.delete')).toEqual([])
  })
})

describe('a mark', () => {
  test('is shown before the main process has answered, and stays', async () => {
    const { user, bridge, library } = await renderGallery()
    const answer = held(bridge)
    await user.click(tile(6))
    await user.keyboard('p')
    expect(state(6)).toBe('saved, kept')
    await answer()
    expect(state(6)).toBe('saved, kept')
    library.images[0] = { ...imageSample(6), flag: 'kept' }
    library.announce()
    await waitFor(() => expect(bridge.inputs('gallery.outline').length).toBeGreaterThan(1))
    expect(state(6)).toBe('saved, kept')
  })

  test('that is refused is taken away again, which is said, and leaves a later one', async () => {
    const { user, bridge } = await renderGallery()
    const answer = held(bridge)
    await user.click(tile(6))
    await user.keyboard('p')
    const first = answer
    const second = held(bridge)
    await user.keyboard('4')
    expect([state(6), state(5)]).toEqual(['saved, kept', 'saved, 4 stars'])
    await first(true)
    await screen.findByText(/^Something went wrong/)
    expect([state(6), state(5)]).toEqual(['saved', 'saved, 4 stars'])
    await second()
    expect(state(5)).toBe('saved, 4 stars')
  })
})

describe('on a focused tile that isn’t selected, a key', () => {
  test('acts on it if nothing is selected', async () => {
    const { user, bridge, marks, library } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('{Escape}{Control>}{ArrowRight}{/Control}')
    expect(chosen()).toEqual([])
    expect(document.activeElement).toBe(tile(5))
    await user.keyboard('p')
    expect(state(5)).toBe('saved, kept')
    expect(chosen()).toEqual(['fern 4'])
    await user.keyboard('{Escape}b')
    expect(marks().map(({ selection }) => selection.ids)).toEqual([['image5'], ['image4']])
    await user.keyboard('{Escape}{Delete}')
    await screen.findByText('1 image deleted')
    expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image4'] }])
    expect(library.images).toHaveLength(5)
    await user.keyboard('{Escape}a')
    expect(await screen.findByRole('dialog', { name: /collection/ })).toBeVisible()
  })

  test('acts on what is selected, and on nothing else', async () => {
    const { user, bridge, marks } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('{Control>}{ArrowRight}{ArrowRight}{/Control}')
    expect(document.activeElement).toBe(tile(4))
    await user.keyboard('b')
    expect(marks().map(({ selection }) => selection.ids)).toEqual([['image6']])
    await user.keyboard('{Delete}')
    await screen.findByText('1 image deleted')
    expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image6'] }])
  })

  test('does nothing where no tile has the focus', async () => {
    const { user, bridge, marks } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('{Escape}')
    const list = gallery().getByRole('listbox', { name: 'Images' })
    fireEvent.keyDown(list, { key: 'p' })
    fireEvent.keyDown(list, { key: 'Delete' })
    expect([...marks(), ...bridge.inputs('images.delete')]).toEqual([])
  })
})

describe('in quick look', () => {
  async function openLook(count = 6, advance = true) {
    const window = await renderGallery(count, advance)
    await window.user.click(tile(count))
    await window.user.keyboard(' ')
    await screen.findByRole('dialog', { name: 'Quick look' })
    return window
  }
  const position = (at: number, of = 6) => look().getByText(`${at} of ${of}`)

  test('keys mark what is looked at and lead on; where it ends is then the one that is selected', async () => {
    const { user, marks } = await openLook()
    await user.keyboard('p')
    expect(position(2)).toBeVisible()
    await user.keyboard('x5')
    expect(position(4)).toBeVisible()
    await user.keyboard('u')
    expect(position(5)).toBeVisible()
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(position(4)).toBeVisible())
    expect(marks().map(({ selection, change }) => [selection.ids[0], change])).toEqual([
      ['image6', { flag: 'kept' }],
      ['image5', { flag: 'rejected' }],
      ['image4', { rating: 5 }],
      ['image3', { flag: null }],
    ])
    await user.keyboard('{Escape}')
    expect([6, 5, 4].map(state)).toEqual(['saved, kept', 'saved, rejected', 'saved, 5 stars'])
    expect(chosen()).toEqual(['chair 3'])
    expect(document.activeElement).toBe(tile(3))
  })

  test('that was opened beside the one selected image leaves it selected', async () => {
    const { user } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('{Control>}{ArrowRight}{/Control} ')
    await screen.findByRole('dialog', { name: 'Quick look' })
    await user.keyboard('{ArrowRight}{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(tile(4)))
    expect(chosen()).toEqual(['fern 6'])
  })

  test('the header counts what was kept and rejected of what is shown', async () => {
    const { user } = await openLook()
    expect(look().queryByText(/kept$|rejected$/)).toBeNull()
    await user.keyboard('pxp')
    await look().findByText('2 kept')
    await look().findByText('1 rejected')
    expect(position(4)).toBeVisible()
  })

  test('the bar shows and gives the marks, and says what was done, with Undo', async () => {
    const { user } = await openLook(6, false)
    await user.click(look().getByRole('button', { name: 'Keep' }))
    expect(look().getByRole('button', { name: 'Keep' }).getAttribute('aria-pressed')).toBe('true')
    await user.click(look().getByRole('button', { name: '2 stars' }))
    expect(look().getByRole('button', { name: '2 stars' }).getAttribute('aria-pressed')).toBe('true')
    await look().findByText('1 image rated 2 stars')
    await user.keyboard('{Control>}z{/Control}')
    await look().findByText('The marks of 1 image are as they were')
    await waitFor(() =>
      expect(look().getByRole('button', { name: '2 stars' }).getAttribute('aria-pressed')).toBe('false'),
    )
    await user.click(look().getByRole('button', { name: 'Keep' }))
    expect(look().getByRole('button', { name: 'Keep' }).getAttribute('aria-pressed')).toBe('false')
  })
})

describe('“Delete rejected”', () => {
  test('deletes the rejected images of the list, with their number and cost, and is undone as one act', async () => {
    const { user, bridge, library } = await renderGallery()
    await user.click(tile(6))
    await user.keyboard('xpx')
    await user.pointer({ keys: '[MouseRight]', target: tile(4) })
    await user.click(await screen.findByRole('menuitem', { name: 'Delete all rejected images' }))
    await screen.findByText('2 rejected images deleted: 4 demo credits')
    expect(library.images.map(({ id }) => id)).toEqual(['image5', 'image3', 'image2', 'image1'])
    await user.keyboard('{Control>}z{/Control}')
    await waitFor(() => expect(library.images).toHaveLength(6))
    await waitFor(() => expect(state(6)).toBe('saved, rejected'))
    expect(bridge.inputs('images.restore')).toEqual([{ press: 1 }])
  })

  test('is offered over the rejected images', async () => {
    const { user, library } = await renderGallery()
    library.finds = (text, { flag }) => text === '' || flag === 'rejected'
    await user.click(tile(6))
    await user.keyboard('x')
    expect(gallery().queryByRole('button', { name: 'Delete all rejected images' })).toBeNull()
    await user.type(gallery().getByRole('combobox', { name: 'Search' }), 'is:rejected')
    await user.click(await gallery().findByRole('button', { name: 'Delete all rejected images' }))
    await screen.findByText('1 rejected image deleted: 2 demo credits')
  })

  test('leaves those that a search hides, and says if there is none', async () => {
    const { user, bridge, library } = await renderGallery()
    await user.click(tile(5))
    await user.keyboard('x')
    await user.type(gallery().getByRole('combobox', { name: 'Search' }), 'fern{Enter}')
    await waitFor(() => expect(gallery().getAllByRole('option')).toHaveLength(3))
    act(() => bridge.emit('window.commanded', 'deleteRejected'))
    await screen.findByText('No image shown here is rejected')
    expect(library.images).toHaveLength(6)
  })
})

test('the details show and give the marks of the selected image', async () => {
  const { user } = await renderGallery()
  await user.click(tile(6))
  const details = () => within(screen.getByRole('complementary', { name: 'Details' }))
  await user.click(await details().findByRole('button', { name: 'Reject' }))
  expect(state(6)).toBe('saved, rejected')
  expect(details().getByRole('button', { name: 'Reject' }).getAttribute('aria-pressed')).toBe('true')
  expect(chosen()).toEqual(['fern 6'])
})
