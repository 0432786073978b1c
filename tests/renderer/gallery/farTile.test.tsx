import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const list = () => screen.getByRole('listbox', { name: 'Images' })
const places = (selected: boolean) =>
  within(list())
    .queryAllByRole('option', { selected })
    .map((tile) => tile.getAttribute('aria-posinset'))

/** The window with 3000 images, of which the first is selected. */
async function renderFirstSelected() {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 3000)
  const { user } = await renderWindow(main)
  await waitFor(() => expect(places(false)).toContain('1'))
  const [first] = within(list()).getAllByRole('option')
  if (first === undefined) throw new Error('there is no tile')
  await user.click(first)
  expect(places(true)).toEqual(['1'])
  return { ...main, library }
}

test('a key that leads far away selects the image there, whose row comes later', async () => {
  await renderFirstSelected()
  fireEvent.keyDown(list(), { key: 'End' })
  await waitFor(() => expect(places(true)).toEqual(['3000']))
})

test('Delete right after it never takes what was selected before', async () => {
  const { bridge } = await renderFirstSelected()
  fireEvent.keyDown(list(), { key: 'End' })
  fireEvent.keyDown(list(), { key: 'Delete' })
  await waitFor(() => expect(bridge.inputs('images.delete')).toHaveLength(1))
  expect(bridge.inputs('images.delete')[0]).toMatchObject({ ids: ['image1'] })
})

test('a tile whose row comes later is added to what is selected, and taken out of it', async () => {
  const { bridge } = await renderFirstSelected()
  const control = { ctrlKey: true }
  for (const key of ['End', ' ', 'Home', 'End', 'ArrowLeft', ' ', 'ArrowRight', ' '])
    fireEvent.keyDown(list(), { key, ...control })
  fireEvent.keyDown(list(), { key: 'Delete' })
  await waitFor(() => expect(bridge.inputs('images.delete')).toHaveLength(1))
  expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image3000', 'image2'] }])
})

test.each([
  ['row', 'gallery.page'],
  ['selection', 'gallery.selectAt'],
])('a tile that has moved before its %s came is the one that was pressed', async (_, late) => {
  const { bridge, library } = await renderFirstSelected()
  const before = [...library.images]
  bridge.answer('gallery.page', ({ asOf = 0, offset, limit }) =>
    limit > 1 ? { revision: 0, rows: [] } : { revision: asOf, rows: before.slice(offset, offset + limit) },
  )
  const { request } = bridge
  const answers: (() => void)[] = []
  Object.assign(bridge, {
    async request(route: string, input: { readonly limit?: number }) {
      const answer = await request(route, input)
      if (route === late && (input.limit ?? 1) === 1)
        await new Promise<void>((resolve) => answers.push(resolve))
      return answer
    },
  })
  for (const key of ['End', ' ', 'ArrowLeft', ' ', 'ArrowRight', ' '])
    fireEvent.keyDown(list(), { key, ctrlKey: true })
  fireEvent.keyDown(list(), { key: 'Delete' })
  library.images.unshift({ ...imageSample(3001), id: 'newer' })
  library.announce()
  await screen.findByPlaceholderText('Search 3,001 images')
  await waitFor(() => {
    for (const answer of answers.splice(0)) answer()
    expect(bridge.inputs('images.delete')).toHaveLength(1)
  })
  expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image3000', 'image2'] }])
})
