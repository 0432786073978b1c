import type { Image, ImageDetails } from '@shared/model/image'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { detailsSample } from '../../support/detailsWindow'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn, demoConnection, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const name = 'Queue again, billed'
const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const tile = () => gallery().getByRole('option', { name: `${imageSample(5).prompt}, image 2 of 4, saved` })
const question = () => screen.findByRole('dialog', { name: 'Queue this request again?' })

const asked: ImageDetails['asked'] = {
  model: 'aurora-2',
  prompt: 'a {red|blue} fern',
  size: '1024x1024',
  n: 3,
  image: ['https://images.example/a.png'],
  extra: [{ name: 'seed', value: '7' }],
  mode: 'direct',
}

async function renderImage(
  details: Partial<ImageDetails> = {},
  changed: Partial<Image> = {},
  connection = { ...serviceConnection, prices: { 'aurora-2': 2 } },
) {
  const main = createMainStandIn({ connections: [demoConnection, connection] })
  const { images } = standInGallery(main.bridge, 6)
  images[1] = { ...imageSample(5), ...changed }
  const known = { ...detailsSample, asked, connectionId: connection.id, ...details }
  main.bridge.answer('images.details', () => known)
  main.bridge.answer('jobs.enqueue', () => ({ batchId: 'next', name: 'a {red} fern', jobs: 1, images: 3 }))
  const window = await renderWindow(main)
  await waitFor(tile)
  tile().focus()
  return { ...window, connection }
}

test('the menu queues the request of an image once more, the same in all, after its price was agreed to', async () => {
  const { user, bridge, connection } = await renderImage()
  fireEvent.contextMenu(tile())
  await user.click(await screen.findByRole('menuitem', { name }))
  const dialog = within(await question())
  expect(dialog.getByText(/^1 request with .*seed.*, 3 images, at least 2 credits .*, Aurora/)).toBeVisible()
  expect(bridge.inputs('jobs.enqueue')).toEqual([])
  await user.click(dialog.getByRole('button', { name }))
  const { mode, prompt, ...same } = asked
  await waitFor(() =>
    expect(bridge.inputs('jobs.enqueue')).toEqual([
      {
        connectionId: connection.id,
        draft: { ...same, mode, prompt: 'a \\{red|blue} fern', variables: {} },
        first: false,
      },
    ]),
  )
  expect(await screen.findByRole('button', { name: 'Cancel batch' })).toBeVisible()
})

test('a key asks the same in quick look, and nothing is queued if the user leaves it', async () => {
  const { user, bridge } = await renderImage()
  await user.keyboard(' ')
  await screen.findByRole('dialog', { name: 'Quick look' })
  await user.keyboard('g')
  await user.click(within(await question()).getByRole('button', { name: 'Go back' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /again/ })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Quick look' })).toBeVisible()
  expect(bridge.inputs('jobs.enqueue')).toEqual([])
})

test('what its connection would send otherwise now fills the form instead, which says why', async () => {
  const { user, bridge } = await renderImage({ asked: { ...asked, n: 1, mode: 'background' } })
  fireEvent.contextMenu(tile())
  await user.click(await screen.findByRole('menuitem', { name }))
  const prompt = within(screen.getByRole('region', { name: 'Compose' })).getByRole('textbox', {
    name: 'Prompt',
  })
  await waitFor(() => expect(prompt).toHaveProperty('value', 'a \\{red|blue} fern'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bridge.inputs('jobs.enqueue')).toEqual([])
})

test('an image that was made elsewhere has no request to queue', async () => {
  const { user } = await renderImage({}, { isBrought: true })
  fireEvent.contextMenu(tile())
  await screen.findByRole('menuitem', { name: 'Reuse' })
  expect(screen.queryByRole('menuitem', { name })).toBeNull()
  fireEvent.keyDown(screen.getByRole('menu', { name: 'Actions' }), { key: 'Escape' })
  await waitFor(() => expect(document.activeElement).toBe(tile()))
  await user.keyboard(' ')
  await screen.findByRole('dialog', { name: 'Quick look' })
  await user.keyboard('g')
  expect(screen.queryByRole('dialog', { name: /again/ })).toBeNull()
})
