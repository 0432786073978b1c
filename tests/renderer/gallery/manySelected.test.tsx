import { bitsOf, bitsText, textBits, withFlippedBit } from '@shared/model/numberBits'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInExports } from '../../support/exportsStandIn'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tile = (number: number) =>
  gallery().getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })
const isChosen = (number: number) => tile(number).getAttribute('aria-selected') === 'true'
const place = (number: number) => {
  const { placedAt, jobId, index } = imageSample(number)
  return { placedAt, jobId, index }
}

const from1To = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

/** A window with 5,000 images, which are too many to be named one by one. */
async function renderMany() {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 5000)
  const window = await renderWindow(main)
  await waitFor(() => tile(5000))
  return { ...window, library }
}

test('all is what the user has seen, not what came since', async () => {
  const { user, library } = await renderMany()
  tile(5000).focus()
  library.images.unshift(imageSample(5001))
  await user.keyboard('{Control>}a{/Control}')
  await gallery().findByRole('button', { name: 'Export 5,000' })
  library.announce()
  await waitFor(() => tile(5001))
  expect([5001, 5000].map(isChosen)).toEqual([false, true])
})

test('all of very many images cross as their numbers, without those that were taken out or came later', async () => {
  const { user, bridge, library } = await renderMany()
  tile(5000).focus()
  await user.keyboard('{Control>}a{/Control}')
  await gallery().findByRole('button', { name: 'Export 5,000' })
  await user.keyboard('{Control>}')
  await user.click(tile(4999))
  await user.click(tile(4998))
  await user.click(tile(4998))
  await user.keyboard('{/Control}')
  expect(gallery().getByRole('button', { name: 'Export 4,999' })).toBeVisible()
  expect([5000, 4999, 4998].map(isChosen)).toEqual([true, false, true])

  library.images.unshift(imageSample(5001))
  library.announce()
  await waitFor(() => tile(5001))
  expect([5001, 5000].map(isChosen)).toEqual([false, true])
  const numbers = bitsText(
    bitsOf(
      from1To(5000).filter((number) => number !== 4999),
      5000,
    ),
  )
  standInExports(bridge)
  await user.keyboard('{Control>}e{/Control}')
  await waitFor(() =>
    expect(bridge.inputs('exports.plan').map(({ what }) => what)).toMatchObject([
      { images: { ids: [], numbers } },
    ]),
  )
  await user.keyboard('{Escape}')

  await user.keyboard('{Control>}')
  await user.click(tile(5001))
  await user.keyboard('{/Control}{Delete}')
  await waitFor(() => expect(library.images.map(({ id }) => id)).toEqual(['image4999']))
  const with5001 = withFlippedBit(textBits(numbers), 5001)
  expect(bridge.inputs('images.delete')).toEqual([{ ids: [], numbers: bitsText(with5001) }])
  await screen.findByText('5,000 images deleted')
  await user.keyboard('{Control>}z{/Control}')
  await screen.findByText('5,000 images restored')
  await waitFor(() => expect([5001, 5000, 4999].map(isChosen)).toEqual([true, true, false]))
})

test('a long range goes from image to image, wherever they have moved to', async () => {
  const { user, bridge, library } = await renderMany()
  await user.click(tile(4998))
  library.images.unshift(imageSample(5002), imageSample(5001))
  library.announce()
  await waitFor(() => tile(5002))
  tile(4998).focus()
  await user.keyboard('{Shift>}{End}{/Shift}')
  await gallery().findByRole('button', { name: 'Export 4,998' })
  expect(bridge.inputs('gallery.select')).toEqual([
    { text: '', batchId: null, sort: 'new', stacks: null, from: place(4998), to: place(1) },
  ])
  await user.keyboard('{Home}')
  await waitFor(() => tile(4999))
  expect(gallery().getByRole('button', { name: 'Export 1' })).toBeVisible()
})

test('a range goes back from the last image too', async () => {
  const { user, bridge } = await renderMany()
  await user.click(tile(4998))
  await user.keyboard('{Shift>}{ArrowLeft}{/Shift}')
  await waitFor(() => expect([5000, 4999, 4998].map(isChosen)).toEqual([false, true, true]))
  expect(bridge.inputs('gallery.select')).toMatchObject([{ from: place(4998), to: place(4999) }])
})

test('Delete pressed right after Mod+A deletes all, not what was selected before', async () => {
  const { user, bridge } = await renderMany()
  const numbers = from1To(5000)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  bridge.answer('gallery.select', async () => {
    await answered
    return { count: 5000, numbers: bitsText(bitsOf(numbers, 5000)) }
  })
  await user.click(tile(4998))
  await user.keyboard('{Control>}a{/Control}{Delete}')
  answer()
  await screen.findByText('5,000 images deleted')
  expect(bridge.inputs('images.delete')).toEqual([{ ids: [], numbers: bitsText(bitsOf(numbers, 5000)) }])
})
