import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

/** One image of each day, and what it has cost. */
interface Day {
  readonly day: string
  readonly surely: number
}

const newest = { day: '2024-05-05', surely: 500 }
const oldest = { day: '2024-05-04', surely: 2 }

/** The window on a library with one image a day; `become` changes the days before their costs are known. */
async function renderDays(first: readonly Day[]) {
  const main = createMainStandIn()
  const { bridge } = main
  const { images } = standInGallery(bridge, first.length)
  let days = first
  let revision = 1
  let costsKnown = Promise.resolve()
  bridge.answer('gallery.outline', () => ({
    ...{
      revision,
      total: days.length,
      libraryTotal: days.length,
      flags: { kept: 0, rejected: 0 },
      marks: [],
    },
    days: days.map(({ day }) => ({ day, count: 1 })),
    ratios: btoa('a'.repeat(days.length)),
    colours: btoa('\0'.repeat(2 * days.length)),
  }))
  bridge.answer('gallery.page', () => ({ revision, rows: images.slice(0, days.length) }))
  bridge.answer('gallery.costs', async () => {
    await costsKnown
    const owner = { connectionId: 'c', name: 'Studio', demo: false, maybe: 0, unknown: 0 }
    return {
      ...{ revision, total: [] },
      days: days.map(({ day, surely }) => ({ day, cost: [{ ...owner, surely }] })),
    }
  })
  await renderWindow(main)
  return {
    become(now: readonly Day[]) {
      days = now
      costsKnown = new Promise(() => {})
      bridge.emit('gallery.changed', { revision: ++revision })
    },
  }
}

const list = () => within(screen.getByRole('listbox', { name: 'Images' }))

test('a day never shows what another one has cost', async () => {
  const { become } = await renderDays([newest, oldest])
  await waitFor(() => list().getByText('1 image, 500 credits'))
  become([oldest])
  await waitFor(() => expect(list().getAllByRole('option')).toHaveLength(1))
  expect(list().queryByText('1 image, 500 credits')).toBeNull()
  list().getByText('1 image, 2 credits')
})
