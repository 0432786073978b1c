import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { arrange } from '../../../renderer/features/gallery/layout/arrange'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

// Those that another file has loaded would stay as they are.
vi.hoisted(() => vi.resetModules())

vi.mock('../../../renderer/features/gallery/layout/arrange', async (original) => {
  const module = await original<typeof import('../../../renderer/features/gallery/layout/arrange')>()
  return { ...module, arrange: vi.fn(module.arrange) }
})

sizedElements(700, 600)

test('a mark lays nothing out again, and an image that comes does', async () => {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 6)
  const { user } = await renderWindow(main)
  const tile = (number: number, state: string) =>
    within(screen.getByRole('region', { name: 'Gallery' })).findByRole('option', {
      name: `${imageSample(number).prompt}, image 2 of 4, ${state}`,
    })
  await user.click(await tile(6, 'saved'))
  await user.keyboard(' ')
  await screen.findByRole('dialog', { name: 'Quick look' })
  vi.mocked(arrange).mockClear()
  await user.keyboard('p')
  library.announce()
  await waitFor(() => expect(within(screen.getByRole('dialog')).getByText('1 kept')).toBeVisible())
  expect(arrange).not.toHaveBeenCalled()

  library.images.unshift(imageSample(7))
  library.announce()
  await waitFor(() => expect(arrange).toHaveBeenCalled())
})
