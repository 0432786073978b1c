import type { InBatch } from '@shared/model/job'
import { act, screen, waitFor, within } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { stripWindow } from '../../../renderer/features/gallery/look/stripWindow'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tile = (number: number) =>
  gallery().getByRole('option', { name: new RegExp(`^${imageSample(number).prompt}, image 2 of 4`) })
const look = () => within(screen.getByRole('dialog', { name: 'Quick look' }))
const strip = () => within(look().getByRole('listbox', { name: 'Filmstrip' }))
const shown = () =>
  strip()
    .getAllByRole('option')
    .map((option) => Number(option.getAttribute('aria-posinset')))
const current = () => strip().getByRole('option', { selected: true }).getAttribute('aria-posinset')

/** Quick look at the newest of some images; six fit into the strip. */
async function openLook(count: number) {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, count)
  const window = await renderWindow(main)
  await waitFor(() => tile(count))
  await window.user.click(tile(count))
  await window.user.keyboard(' ')
  await screen.findByRole('dialog', { name: 'Quick look' })
  return { ...window, library }
}

describe('the filmstrip', () => {
  test('has only the neighbours in the page, however many images there are', async () => {
    await openLook(5000)
    expect(shown()).toEqual([1, 2, 3, 4, 5, 6])
    expect(current()).toBe('1')
  })

  test('goes where it is clicked, which stays in its place, and by its own arrow keys', async () => {
    const { user } = await openLook(30)
    await user.click(strip().getByRole('option', { name: 'chair 27, image 2 of 4' }))
    expect(look().getByText('4 of 30')).toBeVisible()
    expect(shown()).toEqual([1, 2, 3, 4, 5, 6])
    await user.keyboard('+++')
    strip().getByRole('option', { selected: true }).focus()
    await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    expect(look().getByText('7 of 30')).toBeVisible()
    expect(shown()).toEqual([3, 4, 5, 6, 7, 8])
    expect(document.activeElement).toBe(strip().getByRole('option', { selected: true }))
  })

  test('shows the marks, and folds away by key for good', async () => {
    const { user, bridge } = await openLook(6)
    await user.keyboard('p')
    expect(strip().getByRole('option', { name: 'fern 6, image 2 of 4, kept' })).toBeVisible()
    await user.keyboard('t')
    await waitFor(() => expect(look().queryByRole('listbox')).toBeNull())
    expect(bridge.inputs('preferences.change')).toEqual([{ filmstripShown: false }])
    await user.keyboard('t')
    await waitFor(() => strip())
  })
})

test('what is looked at is named by what its batch is about, and by what differs', async () => {
  const main = createMainStandIn()
  standInGallery(main.bridge, 3)
  main.bridge.answer('jobs.inBatch', ({ id }) =>
    id === 'job of image3'
      ? { about: 'Isometric greenhouse', differs: 'wool, noon', place: null }
      : { about: 'Isometric greenhouse', differs: '', place: { at: 2, of: 3 } },
  )
  const { user } = await renderWindow(main)
  await waitFor(() => tile(3))
  await user.click(tile(3))
  await user.keyboard(' ')
  await screen.findByRole('dialog', { name: 'Quick look' })
  await look().findByText('Isometric greenhouse')
  expect(look().getByText('wool, noon')).toBeVisible()
  expect(look().getByText('300 × 200, 2 demo credits')).toBeVisible()
  await user.keyboard('{ArrowRight}')
  await look().findByText('Request 2 of 3')
  expect(look().queryByText('wool, noon')).toBeNull()
})

test('what is told of an image stays until all is known of the next', async () => {
  const main = createMainStandIn()
  standInGallery(main.bridge, 3)
  let answer: (inBatch: InBatch) => void = () => {}
  main.bridge.answer('jobs.inBatch', ({ id }) =>
    id === 'job of image3'
      ? { about: 'Isometric greenhouse', differs: 'wool, noon', place: null }
      : new Promise((resolve) => {
          answer = resolve
        }),
  )
  const { user } = await renderWindow(main)
  await waitFor(() => tile(3))
  await user.click(tile(3))
  await user.keyboard(' ')
  await screen.findByRole('dialog', { name: 'Quick look' })
  await look().findByText('wool, noon')
  await user.keyboard('{ArrowRight}')
  expect(look().getByText('2 of 3')).toBeVisible()
  expect(look().getByText('Isometric greenhouse')).toBeVisible()
  expect(look().getByText('wool, noon')).toBeVisible()
  await act(async () => answer({ about: 'Isometric greenhouse', differs: 'glass, dusk', place: null }))
  expect(look().getByText('glass, dusk')).toBeVisible()
})

test('a strip has as many frames as fit, those around the one that is looked at among them', () => {
  const inputs = fc.record({
    from: fc.integer({ min: 0, max: 200 }),
    room: fc.integer({ min: 1, max: 30 }),
    at: fc.integer({ min: 0, max: 99 }),
    count: fc.integer({ min: 100, max: 150 }),
  })
  fc.assert(
    fc.property(inputs, ({ from, room, at, count }) => {
      const window = stripWindow({ from, room, at, count })
      const margin = room > 2 ? 1 : 0
      expect(window.length).toBe(Math.min(room, count))
      expect(window.from).toBeGreaterThanOrEqual(0)
      expect(window.from + window.length).toBeLessThanOrEqual(count)
      expect(window.from).toBeLessThanOrEqual(Math.max(0, at - margin))
      expect(window.from + window.length).toBeGreaterThan(Math.min(count - 1, at + margin))
      // Nothing moves while it need not.
      expect(stripWindow({ from: window.from, room, at, count })).toEqual(window)
    }),
  )
})
