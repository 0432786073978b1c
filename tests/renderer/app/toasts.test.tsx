import { AppFailure, appError } from '@shared/errors'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { endedSample } from '../../support/exportsStandIn'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(700, 600)

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const tile = (number: number) =>
  screen.getByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })
const undo = () => screen.queryByRole('button', { name: 'Undo' })

/** Images, the first one focused and selected; from here on time stands still. */
async function renderSelected(count: number) {
  const main = createMainStandIn()
  standInGallery(main.bridge, count)
  const window = await renderWindow(main)
  await waitFor(() => tile(count))
  await window.user.click(tile(count))
  return window
}

async function press(key: string, init: KeyboardEventInit = {}): Promise<void> {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })
  await pass(0)
}

describe('a toast', () => {
  test('about a success leaves after 8 s, whether or not it can be undone', async () => {
    await renderSelected(3)
    await press('Delete')
    await pass(7_900)
    expect(undo()).not.toBeNull()
    await pass(200)
    expect(undo()).toBeNull()

    await press('z', { ctrlKey: true })
    expect(screen.getByText('1 image restored')).toBeVisible()
    await pass(7_900)
    expect(screen.getByText('1 image restored')).toBeVisible()
    await pass(200)
    expect(screen.queryByText('1 image restored')).toBeNull()
  })

  test('stays while the pointer is over it', async () => {
    await renderSelected(3)
    await press('Delete')
    const bar = undo()?.closest('[role=group]')
    if (!bar) return expect.unreachable()
    fireEvent.pointerEnter(bar)
    await pass(60_000)
    expect(undo()).not.toBeNull()
    fireEvent.pointerLeave(bar)
    await pass(8_100)
    expect(undo()).toBeNull()
  })

  test('about a failure stays until it is dismissed', async () => {
    const { bridge } = await renderSelected(3)
    bridge.answer('images.delete', () => {
      throw new AppFailure(appError('internal'))
    })
    await press('Delete')
    expect(screen.getByText(/^Something went wrong/)).toBeVisible()
    await pass(3_600_000)
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/^Something went wrong/)).toBeNull()
  })
})

describe('an export', () => {
  const exported = () => screen.queryByText('1 image exported to /home/ada')

  async function renderExporting() {
    const window = await renderSelected(3)
    window.bridge.answer('exports.act', () => {
      window.bridge.emit('exports.changed', null)
      return null
    })
    return window
  }

  test('that succeeded leaves after 8 s, or gives way to a toast for good', async () => {
    const { bridge } = await renderExporting()
    act(() => bridge.emit('exports.changed', endedSample))
    await pass(7_900)
    expect(exported()).not.toBeNull()
    await pass(200)
    expect(exported()).toBeNull()

    act(() => bridge.emit('exports.changed', endedSample))
    expect(exported()).not.toBeNull()
    await press('Delete')
    expect(undo()).not.toBeNull()
    expect(exported()).toBeNull()
    await pass(8_100)
    expect(undo()).toBeNull()
    expect(exported()).toBeNull()
  })

  test('that succeeds while a toast is shown is told after it', async () => {
    const { bridge } = await renderExporting()
    await press('Delete')
    act(() => bridge.emit('exports.changed', endedSample))
    expect(exported()).toBeNull()
    await pass(8_100)
    expect(undo()).toBeNull()
    expect(exported()).not.toBeNull()
  })

  test('with a missing image stays until it is dismissed', async () => {
    const { bridge } = await renderSelected(3)
    const failed = [{ error: appError('imageLost'), count: 1 }]
    bridge.answer('exports.act', () => null)
    act(() => bridge.emit('exports.changed', { ...endedSample, failed }))
    await pass(3_600_000)
    expect(screen.getByText('1 couldn’t be exported')).toBeVisible()
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
    expect(bridge.inputs('exports.act')).toEqual([{ action: 'dismiss' }])
  })
})
