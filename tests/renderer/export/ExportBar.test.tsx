import { appError } from '@shared/errors'
import { act, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { endedSample, runningSample, standInExports } from '../../support/exportsStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const bar = () => within(screen.getByRole('region', { name: 'Export' }))

async function renderBar() {
  const main = createMainStandIn()
  standInExports(main.bridge)
  return renderWindow(main)
}

describe('an export under way', () => {
  test('shows its progress and the time left, pauses, resumes and is cancelled', async () => {
    const { user, bridge } = await renderBar()
    act(() => bridge.emit('exports.changed', runningSample))
    expect(bar().getByText('Exporting 1 of 3')).toBeVisible()
    expect(bar().getByText('12 per second, about 2 minutes left')).toBeVisible()
    act(() => bridge.emit('exports.changed', { ...runningSample, perSecond: 0.084 }))
    expect(bar().getByText('5 per minute, about 2 minutes left')).toBeVisible()
    act(() => bridge.emit('exports.changed', { ...runningSample, perSecond: null, leftMs: null }))
    expect(bar().queryByText(/left/)).toBeNull()
    await user.click(bar().getByRole('button', { name: 'Pause' }))
    act(() => bridge.emit('exports.changed', { ...runningSample, isPaused: true }))
    expect(bar().getByText('Export paused at 1 of 3')).toBeVisible()
    await user.click(bar().getByRole('button', { name: 'Resume' }))
    await user.click(bar().getByRole('button', { name: 'Cancel export' }))
    expect(bridge.inputs('exports.act').map(({ action }) => action)).toEqual(['pause', 'resume', 'cancel'])
  })

  test('says why it waits, and goes on when the user says so', async () => {
    const { user, bridge } = await renderBar()
    const problem = appError('exportAway', { params: { folder: '/media/stick' } })
    act(() => bridge.emit('exports.changed', { ...runningSample, problem }))
    expect(bar().getByRole('alert').textContent).toMatch(/^The destination \/media\/stick isn’t there\./)
    await user.click(bar().getByRole('button', { name: 'Resume' }))
    expect(bridge.inputs('exports.act')).toEqual([{ action: 'resume' }])
  })

  test('says how many were already there, and how many it left out', async () => {
    const { bridge } = await renderBar()
    act(() => bridge.emit('exports.changed', { ...endedSample, written: 3, unchanged: 62, skipped: 1 }))
    expect(bar().getByText('3 images exported to /home/ada')).toBeVisible()
    expect(bar().getByText('62 were already there, unchanged')).toBeVisible()
    expect(bar().getByText('1 left out: its name is taken')).toBeVisible()
  })

  test('says of how many originals the pixels hide text, until that was read', async () => {
    const { user, bridge } = await renderBar()
    act(() => bridge.emit('exports.changed', { ...endedSample, written: 2, hiddenTexts: 1 }))
    expect(
      bar().getByText(/^Text is hidden in the pixels of 1 original, and stayed there\. A copy/),
    ).toBeVisible()
    await user.click(bar().getByRole('button', { name: 'Dismiss' }))
    expect(bridge.inputs('exports.act')).toEqual([{ action: 'dismiss' }])
  })

  test('says what a ZIP has that an earlier try made, if the last one could make none', async () => {
    const { bridge } = await renderBar()
    const kept = { written: 1, kept: 1, places: [{ folder: '/home/ada', zip: 'pier.zip' }] }
    const failed = [{ error: appError('imageLost'), count: 2 }]
    act(() => bridge.emit('exports.changed', { ...endedSample, ...kept, failed }))
    expect(bar().getByText('pier.zip in /home/ada still has the 1 image of an earlier try')).toBeVisible()
    expect(bar().getByText('2 couldn’t be exported')).toBeVisible()
    expect(bar().getByText(/^No new ZIP was made/)).toBeVisible()
    expect(bar().queryByText(/complete without them/)).toBeNull()
  })

  test('says what it wrote and what could not be written, and opens the folder', async () => {
    const { user, bridge } = await renderBar()
    const failed = [{ error: appError('imageLost'), count: 1 }]
    const named = [{ path: 'harbour/boat.webp', error: appError('imageLost') }]
    act(() => bridge.emit('exports.changed', { ...endedSample, written: 2, failed, named, left: 3 }))
    expect(bar().getByText('2 images exported to /home/ada')).toBeVisible()
    expect(bar().getByText('1 couldn’t be exported')).toBeVisible()
    expect(bar().getByText(/The image’s file is no longer in the library/)).toBeVisible()
    expect(bar().getByText('3 images weren’t exported, because you cancelled')).toBeVisible()
    const twice = [...endedSample.places, ...endedSample.places]
    act(() => bridge.emit('exports.changed', { ...endedSample, places: twice, written: 3, failed, left: 2 }))
    expect(bar().getByText('3 files exported to /home/ada')).toBeVisible()
    expect(bar().getByText(/^1 file: The image’s file is no longer in the library/)).toBeVisible()
    expect(bar().getByText('2 files weren’t exported, because you cancelled')).toBeVisible()
    const places = [{ folder: '/home/ada', zip: 'sea.zip' }]
    act(() => bridge.emit('exports.changed', { ...endedSample, written: 2, places, failed, named }))
    expect(bar().getByText('2 images exported in sea.zip to /home/ada')).toBeVisible()
    expect(bar().getByText(/^The ZIP is complete without them/)).toBeVisible()
    await user.click(bar().getByRole('button', { name: 'Which files' }))
    expect(bar().getByText('harbour/boat.webp')).toBeVisible()
    await user.click(bar().getByRole('button', { name: 'Try the rest again' }))
    await user.click(bar().getByRole('button', { name: 'Show in folder' }))
    expect(bridge.inputs('exports.reveal')).toHaveLength(1)
    await user.click(bar().getByRole('button', { name: 'Dismiss' }))
    expect(bridge.inputs('exports.act').map(({ action }) => action)).toEqual(['retry', 'dismiss'])
    act(() => bridge.emit('exports.changed', null))
    expect(screen.queryByRole('region', { name: 'Export' })).toBeNull()
  })
})
