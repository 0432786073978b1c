import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { renderWindow } from '../../support/renderWindow'

afterEach(cleanup)

const nothing = { found: 0, changed: 0, missing: 0, unsure: 0, away: [] }

async function settingsOpen() {
  const window = await renderWindow()
  await window.user.keyboard('{Control>},{/Control}')
  const dialog = within(await screen.findByRole('dialog', { name: 'Settings' }))
  return { ...window, dialog }
}

describe('“Check the library”', () => {
  test('checks, tells how far it is, keeps the focus, and can be cancelled', async () => {
    const { user, bridge, dialog } = await settingsOpen()
    const button = dialog.getByRole('button', { name: 'Check the library' })
    await user.click(button)
    expect(bridge.inputs('library.check')).toEqual([{ asked: true }])
    bridge.emit('library.upkeepChanged', { running: { done: 50, total: 200 }, last: null })
    const progress = await dialog.findByRole('progressbar', { name: 'Checked 50 of 200 images' })
    expect(progress.getAttribute('aria-valuenow')).toBe('25')
    expect(document.activeElement).toBe(button)
    expect(button.textContent).toBe('Cancel')
    await user.keyboard('{Enter}')
    expect(bridge.inputs('library.cancelCheck')).toHaveLength(1)
  })

  test('says what it found, and leads to it', async () => {
    const { user, bridge, dialog } = await settingsOpen()
    const status = () => dialog.getAllByRole('status').map(({ textContent }) => textContent)
    bridge.emit('library.upkeepChanged', { running: null, last: nothing })
    await waitFor(() => expect(status()).toContain('Every image is in its place.'))
    const last = { found: 1000, changed: 3, missing: 2, unsure: 1, away: ['/media/usb'] }
    bridge.emit('library.upkeepChanged', { running: null, last })
    await waitFor(() =>
      expect(status()).toContain(
        '1,000 images found again. 3 changed outside. 2 missing. 1 can’t be checked now. ' +
          'This folder isn’t connected or can’t be read: /media/usb',
      ),
    )
    await user.click(dialog.getByRole('button', { name: 'Show missing images' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    await waitFor(() => expect(bridge.inputs('gallery.outline').at(-1)).toMatchObject({ text: 'is:missing' }))
  })
})

test('coming back to the window looks again, without being asked', async () => {
  const { bridge } = await renderWindow()
  window.dispatchEvent(new Event('focus'))
  expect(bridge.inputs('library.check')).toEqual([{ asked: false }])
})
