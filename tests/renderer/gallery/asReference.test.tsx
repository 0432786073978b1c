import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const hour = 3_600_000
const url = 'https://files.example/1.png?signed=1'
const use = () => screen.getByRole('button', { name: 'Use as reference' })

/** A window with an image selected, whose address is this. */
async function withImage(source: { readonly url: string | null; readonly age: number }) {
  const main = createMainStandIn()
  standInGallery(main.bridge, 1)
  main.bridge.answer('images.source', () => source)
  const window = await renderWindow(main)
  await window.user.click(await screen.findByRole('option', { name: /^chair 1/ }))
  await window.user.keyboard('i')
  await screen.findByRole('button', { name: 'Use as reference' })
  return window
}

test('adds an image by its own address, with a word about its age, and undoes that', async () => {
  const { user, bridge, drafts } = await withImage({ url, age: 3.5 * hour })
  await user.click(screen.getByRole('radio', { name: 'Direct' }))
  await user.click(use())
  await screen.findByText('Added as a reference. The link is 3 hours old; links like this often expire.')
  expect(bridge.inputs('images.source')).toEqual([{ id: 'image1' }])
  expect(screen.getByRole('listitem', { name: `Reference 1 of 1: ${url}` })).toBeVisible()
  await waitFor(() => expect(drafts.get('demo')?.image).toEqual([url]))

  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(screen.queryByRole('listitem', { name: /^Reference 1/ })).toBeNull()
})

test('switches nothing on its own: in Background it is kept, and switching is offered', async () => {
  const { user } = await withImage({ url, age: 10 })
  await user.click(use())
  const bar = within(
    (await screen.findByText(/^Kept as a reference for Direct.*is 1 minute old/)).closest('[role=status]') ??
      expect.unreachable(),
  )
  expect(screen.getByRole('radio', { name: 'Background' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByText(/^Kept for Direct: 1 reference\./)).toBeVisible()

  await user.click(bar.getByRole('button', { name: 'Switch to Direct' }))
  expect(screen.getByRole('radio', { name: 'Direct' }).getAttribute('aria-checked')).toBe('true')
  expect(screen.getByRole('listitem', { name: /^Reference 1 of 1/ })).toBeVisible()

  await user.click(use())
  await screen.findByText('This image is already one of the references.')
})

test('says why an image without an address can’t be a reference', async () => {
  const { user } = await withImage({ url: null, age: hour })
  await user.click(use())
  await screen.findByText(/^The service gave no address for this image/)
  expect(screen.getByText(/^No size or references in Background\./)).toBeVisible()
})
