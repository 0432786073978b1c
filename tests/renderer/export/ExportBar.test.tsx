import { AppFailure, appError } from '@shared/errors'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const bar = () => within(screen.getByRole('region', { name: 'Export' }))

async function renderSelected(count: number) {
  const main = createMainStandIn()
  standInGallery(main.bridge, count)
  const window = await renderWindow(main)
  const [first] = await gallery().findAllByRole('option')
  first?.focus()
  await window.user.keyboard('{Control>}a{/Control}')
  await gallery().findByRole('button', { name: `Export ${count}` })
  return window
}

describe('an export', () => {
  test('copies only the selection: without one the button says what is missing', async () => {
    const main = createMainStandIn()
    standInGallery(main.bridge, 3)
    const { user } = await renderWindow(main)
    const button = gallery().getByRole('button', { name: 'Export' })
    await user.click(button)
    await user.keyboard('{Control>}e{/Control}')
    expect(button.getAttribute('aria-disabled')).toBe('true')
    expect(main.bridge.inputs('exports.run')).toEqual([])
  })

  test('shows its progress, what it wrote and what could not be copied, and opens the folder', async () => {
    const { user, bridge } = await renderSelected(3)
    let finish = () => {}
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    bridge.answer('exports.run', async () => {
      await held
      const failed = [{ error: appError('imageLost'), count: 1 }]
      return { outcome: 'written', folder: '/home/ada/Desktop', written: 2, failed }
    })
    bridge.answer('exports.reveal', () => null)
    await user.keyboard('{Control>}e{/Control}')
    expect(bar().getByText('Choose a folder for the export')).toBeVisible()
    bridge.emit('export.progressed', { done: 1, total: 3 })
    await bar().findByText('Exporting 1 of 3')
    finish()
    await bar().findByText('2 images exported to /home/ada/Desktop')
    expect(bar().getByText('1 couldn’t be copied')).toBeVisible()
    expect(bar().getByText(/The image’s file is no longer in the library/)).toBeVisible()
    expect(bridge.inputs('exports.run')).toEqual([{ images: { ids: ['image3', 'image2', 'image1'] } }])

    await user.click(bar().getByRole('button', { name: 'Show in folder' }))
    expect(bridge.inputs('exports.reveal')).toHaveLength(1)
    await user.click(bar().getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByRole('region', { name: 'Export' })).toBeNull()
  })

  test('leaves no trace if the person closes the dialog', async () => {
    const { user, bridge } = await renderSelected(2)
    bridge.answer('exports.run', () => ({ outcome: 'closed' }))
    await user.click(gallery().getByRole('button', { name: 'Export 2' }))
    await waitFor(() => expect(bridge.inputs('exports.run')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Export' })).toBeNull())
  })

  test('says why nothing was written', async () => {
    const { user, bridge } = await renderSelected(2)
    bridge.answer('exports.run', () => {
      throw new AppFailure(appError('folderUnwritable'))
    })
    await user.click(gallery().getByRole('button', { name: 'Export 2' }))
    await gallery().findByText(/Cyanotype can’t write to this folder\./)
    expect(screen.queryByRole('region', { name: 'Export' })).toBeNull()
  })
})
