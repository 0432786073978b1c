import { AppFailure, appError } from '@shared/errors'
import type { LibraryMove } from '@shared/model/libraryMove'
import { preferenceDefaults } from '@shared/model/preferences'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'

const sample: LibraryMove = {
  source: '/home/ada/Pictures/Cyanotype',
  target: '/media/disk/Cyanotype',
  step: 'copying',
  paused: false,
  images: 8412,
  bytes: 21_000_000_000,
  doneImages: 2103,
  doneBytes: 5_250_000_000,
  bytesPerSecond: 52_500_000,
  msLeft: 300_000,
  problem: null,
  unread: 0,
  kept: 0,
  otherFiles: 0,
}

async function openSettings(main = createMainStandIn()) {
  const { user } = await renderWindow(main)
  await user.click(screen.getByRole('button', { name: 'Settings' }))
  return {
    user,
    settings: within(await screen.findByRole('dialog', { name: 'Settings' })),
    bridge: main.bridge,
  }
}

describe('moving the library', () => {
  test('says what will happen, and begins only once the user agrees', async () => {
    const main = createMainStandIn()
    main.bridge.answer('library.planMove', () => ({ plan: 7, isShared: true, ...sample }))
    const { user, settings, bridge } = await openSettings(main)
    await user.click(settings.getByRole('button', { name: 'Move the library…' }))
    const question = within(await screen.findByRole('dialog', { name: 'Move 8,412 images?' }))
    expect(
      question.getByText(/^21 GB in \/home\/ada\/Pictures\/Cyanotype will be moved to \/media\/disk/),
    ).toBeVisible()
    expect(question.getByText(/^Others may use this library too/)).toBeVisible()
    expect(bridge.inputs('library.move')).toEqual([])
    await user.click(question.getByRole('button', { name: 'Move the library' }))
    await waitFor(() => expect(bridge.inputs('library.move')).toEqual([{ plan: 7 }]))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Move 8,412 images?' })).toBeNull())
  })

  test('says why a folder isn’t one to move to', async () => {
    const main = createMainStandIn()
    main.bridge.answer('library.planMove', () => {
      throw new AppFailure(
        appError('moveNoRoom', { params: { folder: '/media/disk', needed: 22e9, free: 3.4e9 } }),
      )
    })
    const { user, settings } = await openSettings(main)
    await user.click(settings.getByRole('button', { name: 'Move the library…' }))
    expect((await settings.findByRole('alert')).textContent).toBe(
      'There isn’t enough space in /media/disk. The move needs 22 GB there, and 3.4 GB are free. Choose another folder, or free some space.',
    )
  })

  test('shows how far it is, in Settings and in the header, and can be paused and cancelled', async () => {
    const { user, settings, bridge } = await openSettings(createMainStandIn({ move: sample }))
    const move = within(settings.getByRole('region', { name: 'Move of the library' }))
    expect(move.getByText('Copying images: 2,103 of 8,412')).toBeVisible()
    expect(move.getByText('5.3 GB of 21 GB · 52.5 MB per second · about 5 minutes left')).toBeVisible()
    expect(move.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
    await user.click(move.getByRole('button', { name: 'Pause' }))
    expect(bridge.inputs('library.actOnMove')).toEqual([{ action: 'pause' }])

    await user.click(move.getByRole('button', { name: 'Cancel the move…' }))
    const question = within(await screen.findByRole('dialog', { name: 'Cancel the move?' }))
    await user.click(question.getByRole('button', { name: 'Cancel the move' }))
    await waitFor(() => expect(bridge.inputs('library.actOnMove').at(-1)).toEqual({ action: 'cancel' }))

    await user.keyboard('{Escape}')
    expect(await screen.findByRole('button', { name: 'Moving the library: 25 %' })).toBeVisible()
  })

  test('says why it waits, and what was left once it is done', async () => {
    const waiting = { ...sample, problem: appError('moveTargetFull', { params: { folder: '/media/disk' } }) }
    const { user, settings, bridge } = await openSettings(createMainStandIn({ move: waiting }))
    expect(settings.getByText(/^The disk of \/media\/disk is full. Free some space./)).toBeVisible()

    const done: LibraryMove = {
      ...sample,
      step: 'done',
      doneImages: 8411,
      unread: 1,
      kept: 0,
      otherFiles: 12,
    }
    bridge.emit('library.moveChanged', done)
    expect(await settings.findByText('8,411 images were moved.')).toBeVisible()
    expect(settings.getByText('12 other files were left in /home/ada/Pictures/Cyanotype.')).toBeVisible()
    expect(settings.getByText(/^1 image couldn’t be read\./)).toBeVisible()

    await user.click(settings.getByRole('button', { name: 'OK' }))
    expect(bridge.inputs('library.actOnMove')).toEqual([{ action: 'dismiss' }])
    bridge.emit('library.moveChanged', null)
    await waitFor(() => expect(settings.queryByRole('region', { name: 'Move of the library' })).toBeNull())
    expect(document.activeElement).not.toBe(document.body)
  })

  test('says of a cancelled one where images are that were edited meanwhile', async () => {
    const { settings } = await openSettings(
      createMainStandIn({ move: { ...sample, step: 'undone', kept: 1 } }),
    )
    expect(
      settings.getByText(/^1 image was changed during the move\..* in \/media\/disk\/Cyanotype;/),
    ).toBeVisible()
  })

  test('shows the folder that is in use once the move has begun', async () => {
    const main = createMainStandIn()
    const { settings } = await openSettings(main)
    main.bridge.emit('preferences.changed', { ...preferenceDefaults, libraryPath: '/media/disk/Cyanotype' })
    expect(await settings.findByText('/media/disk/Cyanotype')).toBeVisible()
  })
})
