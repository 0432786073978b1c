import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

// React reports each fault that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => void vi.restoreAllMocks())

describe('a fault in one part of the window', () => {
  test('leaves the other parts and typed text as they were, and the part can come back', async () => {
    const main = createMainStandIn()
    const library = standInGallery(main.bridge, 3)
    const { user } = await renderWindow(main)
    const gallery = await screen.findByRole('region', { name: 'Gallery' })
    const prompt = screen.getByRole('textbox', { name: 'Prompt' })
    await user.type(prompt, 'heron')

    const outline = { revision: 2, total: 3, days: [{ day: 'not a day', count: 3 }], ratios: btoa('000') }
    main.bridge.answer('gallery.outline', () => outline)
    library.announce()
    const alert = await screen.findByText('This part of the window failed.')
    expect(gallery.isConnected).toBe(false)
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toBe(prompt)
    expect((prompt as HTMLTextAreaElement).value).toBe('heron')
    expect(screen.getByRole('region', { name: 'Queue' })).toBeVisible()

    standInGallery(main.bridge, 3).announce()
    await vi.waitFor(async () => {
      await user.click(within(document.body).getByRole('button', { name: 'Restart this view' }))
      expect(screen.getByRole('region', { name: 'Gallery' })).toBeVisible()
    })
    expect(alert.isConnected).toBe(false)
  })
})
