import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderWindow } from '../../support/renderWindow'

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
    bridge.emit('library.upkeepChanged', {
      running: { task: 'check', of: 'images', done: 50, total: 200 },
      ...{ last: null, rebuilt: null, asked: null },
    })
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
    bridge.emit('library.upkeepChanged', { running: null, last: nothing, rebuilt: null, asked: null })
    await waitFor(() => expect(status()).toContain('Every image is in its place.'))
    const last = { found: 1000, changed: 3, missing: 2, unsure: 1, away: ['/media/usb'] }
    bridge.emit('library.upkeepChanged', { running: null, last, rebuilt: null, asked: null })
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

test('a former folder that is gone can be given up, once the user agrees, and not the one in use', async () => {
  const { user, bridge, dialog } = await settingsOpen()
  const last = { ...nothing, unsure: 1, away: ['/media/usb', '/home/ada/Pictures/Cyanotype'] }
  bridge.emit('library.upkeepChanged', { running: null, last, rebuilt: null, asked: null })
  await user.click(await dialog.findByRole('button', { name: /^Stop looking in/ }))
  const question = within(await screen.findByRole('dialog', { name: 'Stop looking in this folder?' }))
  expect(question.getByText(/only if \/media\/usb is gone for good/)).toBeVisible()
  expect(bridge.inputs('library.forget')).toEqual([])
  await user.click(question.getByRole('button', { name: 'Stop looking there' }))
  await waitFor(() => expect(bridge.inputs('library.forget')).toEqual([{ folder: '/media/usb' }]))
})

describe('“Rebuild from files”', () => {
  test('rebuilds, tells how far it is, and can be cancelled, while nothing else is begun', async () => {
    const { user, bridge, dialog } = await settingsOpen()
    const button = dialog.getByRole('button', { name: 'Rebuild from files' })
    await user.click(button)
    expect(bridge.inputs('library.rebuild')).toHaveLength(1)
    const running = { task: 'rebuild', of: 'records', done: 0, total: 0 } as const
    bridge.emit('library.upkeepChanged', { running, last: null, rebuilt: null, asked: null })
    await dialog.findByRole('progressbar', { name: 'Looking through the library…' })
    const read = { ...running, done: 1000, total: 4000 }
    bridge.emit('library.upkeepChanged', { running: read, last: null, rebuilt: null, asked: null })
    await dialog.findByRole('progressbar', { name: 'Read 1,000 of 4,000 records' })
    await user.click(dialog.getByRole('button', { name: 'Check the library' }))
    expect(bridge.inputs('library.check')).toEqual([])
    expect(button.textContent).toBe('Cancel')
    await user.click(button)
    expect(bridge.inputs('library.cancelCheck')).toHaveLength(1)
  })

  test('says what is back, and what can’t be brought back and why', async () => {
    const { bridge, dialog } = await settingsOpen()
    const status = () => dialog.getAllByRole('status').map(({ textContent }) => textContent)
    const none = { restored: 0, missing: 0, changed: 0, newer: 0, unreadable: 0, unsure: 0 }
    bridge.emit('library.upkeepChanged', { running: null, last: nothing, rebuilt: none, asked: null })
    await waitFor(() => expect(status()).toContain('No image had to be brought back.'))
    const rebuilt = { restored: 1200, missing: 1, changed: 2, newer: 3, unreadable: 4, unsure: 5 }
    bridge.emit('library.upkeepChanged', { running: null, last: nothing, rebuilt, asked: null })
    await waitFor(() =>
      expect(status()).toContain(
        '1,200 images are back. 1 can’t be brought back: its file isn’t in the library. ' +
          '2 can’t be brought back: their files aren’t images any more. ' +
          '3 can’t be brought back: a newer version of Cyanotype wrote their records. ' +
          '4 can’t be brought back: their records can’t be read. ' +
          '5 can’t be brought back now: part of the library can’t be read.',
      ),
    )
  })
})

describe('“Ask the service again”', () => {
  const missing = { ...nothing, missing: 3 }
  const result = { imageId: null, back: 0, gone: 0, other: 0, unknown: 0, failed: 0, error: null }

  test('is offered once images are missing, tells how far it is, keeps the focus, and can be cancelled', async () => {
    const { user, bridge, dialog } = await settingsOpen()
    expect(dialog.queryByRole('button', { name: 'Ask the service again' })).toBeNull()
    bridge.emit('library.upkeepChanged', { running: null, last: missing, rebuilt: null, asked: null })
    const button = await dialog.findByRole('button', { name: 'Ask the service again' })
    await user.click(button)
    expect(bridge.inputs('library.askAgain')).toEqual([{ imageId: null }])
    const running = { task: 'ask', of: 'missing', done: 1, total: 3 } as const
    bridge.emit('library.upkeepChanged', { running, last: missing, rebuilt: null, asked: null })
    await dialog.findByRole('progressbar', { name: 'Asked for 1 of 3 missing images' })
    expect(document.activeElement).toBe(button)
    await user.keyboard('{Enter}')
    expect(bridge.inputs('library.cancelCheck')).toHaveLength(1)
    const asked = { ...result, back: 3 }
    bridge.emit('library.upkeepChanged', { running: null, last: nothing, rebuilt: null, asked })
    await waitFor(() => expect(button.textContent).toBe('Ask the service again'))
    expect(document.activeElement).toBe(button)
  })

  test('says what came of it, for all and for one image', async () => {
    const { bridge, dialog, user } = await settingsOpen()
    const error = { code: 'connectionRefused', params: {}, retry: 'free', detail: null } as const
    const asked = { ...result, back: 1, gone: 2, other: 1, unknown: 2, failed: 1, error }
    bridge.emit('library.upkeepChanged', { running: null, last: missing, rebuilt: null, asked })
    await waitFor(() =>
      expect(dialog.getAllByRole('status').map(({ textContent }) => textContent)).toContainEqual(
        expect.stringMatching(
          /^1 image is back from the service. 2 aren’t at the service any more. For 1 the service now has another file. For 2, the request isn’t known. 1 couldn’t be asked for: .+$/,
        ),
      ),
    )
    await user.keyboard('{Escape}')
    const gone = { ...result, imageId: '01hzzzzzzzzzzzzzzzzzzzzzzz', gone: 1 }
    bridge.emit('library.upkeepChanged', { running: null, last: missing, rebuilt: null, asked: gone })
    await screen.findByText('The service doesn’t have this image any more.')
  })
})

test('coming back to the window looks again, without being asked', async () => {
  const { bridge } = await renderWindow()
  window.dispatchEvent(new Event('focus'))
  expect(bridge.inputs('library.check')).toEqual([{ asked: false }])
})
