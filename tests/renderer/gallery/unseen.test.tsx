import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const images = () => gallery().getAllByRole('option')
const tile = (number: number) =>
  gallery().getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })

async function renderSixImages() {
  const main = createMainStandIn()
  standInGallery(main.bridge, 6)
  const window = await renderWindow(main)
  await waitFor(() => tile(6))
  return window
}

test('selects nothing that the search no longer shows when a delete is undone', async () => {
  const { user, bridge } = await renderSixImages()
  await user.click(tile(5))
  await user.keyboard('{Delete}')
  await waitFor(() => expect(images()).toHaveLength(5))
  await user.type(gallery().getByRole('combobox', { name: 'Search' }), 'fern')
  await waitFor(() => expect(images()).toHaveLength(3))
  tile(6).focus()
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('1 image restored')
  expect(gallery().getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true')
  await user.keyboard('{Delete}')
  await screen.findByText('1 image deleted')
  // The one that has the focus, not the one that came back.
  expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image5'] }, { ids: ['image6'] }])
})

test('deletes one selection per press, however long the key is held', async () => {
  const { user, bridge } = await renderSixImages()
  await user.click(tile(5))
  await user.keyboard('{Delete>5/}')
  await waitFor(() => expect(images()).toHaveLength(5))
  expect(bridge.inputs('images.delete')).toEqual([{ ids: ['image5'] }])
})

test('queues, undoes and fills nothing behind an image that fills the window', async () => {
  const { user, bridge } = await renderSixImages()
  await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'a moss garden')
  await user.click(tile(5))
  await user.keyboard('{Delete}')
  await waitFor(() => expect(images()).toHaveLength(5))
  await user.keyboard(' ')
  await screen.findByRole('dialog', { name: 'Quick look' })
  await user.keyboard('{Control>}{Enter}z{/Control}')
  await user.paste('a heron on ice')
  expect(bridge.inputs('jobs.enqueue')).toEqual([])
  expect(bridge.inputs('images.restore')).toEqual([])
  await user.keyboard('{Escape}')
  expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' }).value).toBe('a moss garden')
})
