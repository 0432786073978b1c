import { AppFailure, appError } from '@shared/errors'
import { preferenceDefaults } from '@shared/model/preferences'
import { act, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { FakeBridge } from '../../support/fakeBridge'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

const { faulty, breakable } = vi.hoisted(() => {
  // Those that another file has loaded would stay as they are.
  vi.resetModules()
  const faulty = new Set<string>()
  /** The same part, which throws while its name is in `faulty`. */
  const breakable =
    <P extends readonly unknown[], R>(name: string, Part: (...props: P) => R) =>
    (...props: P): R => {
      if (faulty.has(name)) throw new TypeError('a prompt\n    at midnight (/lake.js:1:2)')
      return Part(...props)
    }
  return { faulty, breakable }
})

vi.mock(import('../../../renderer/app/UnreachedBanner'), async (load) => ({
  UnreachedBanner: breakable('banner', (await load()).UnreachedBanner),
}))
vi.mock(import('../../../renderer/app/FileDrop'), async (load) => ({
  FileDrop: breakable('fileDrop', (await load()).FileDrop),
}))
vi.mock(import('../../../renderer/features/settings/SettingsDialog'), async (load) => ({
  SettingsDialog: breakable('dialog', (await load()).SettingsDialog),
}))
vi.mock(import('../../../renderer/app/PaidQuestionDialog'), async (load) => ({
  PaidQuestionDialog: breakable('question', (await load()).PaidQuestionDialog),
}))
vi.mock(import('../../../renderer/app/FirstRun'), async (load) => ({
  FirstRun: breakable('firstRun', (await load()).FirstRun),
}))
vi.mock(import('../../../renderer/features/gallery/Tile'), async (load) => ({
  Tile: breakable('tile', (await load()).Tile),
}))
vi.mock(import('../../../renderer/ui/ToastBar'), async (load) => {
  const { ToastBar, ...rest } = await load()
  return { ...rest, ToastBar: breakable('toast', ToastBar) }
})

sizedElements(700, 600)

// React reports each fault that a boundary catches.
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined))
afterEach(() => {
  faulty.clear()
})

const failedPart = 'This part of the window failed.'
const ofPart = (name: string) => screen.getByRole('region', { name })
const button = (name: string) => screen.getByRole('button', { name })
const tile = (number: number) =>
  screen.findByRole('option', { name: `${imageSample(number).prompt}, image 2 of 4, saved` })
const reject = (reason: unknown) =>
  act(async () => void window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason })))

/** Every fault that was reported, in the log's words: a name and places in files, and nothing else. */
function expectReports(bridge: FakeBridge, count: number): void {
  const reports = bridge.inputs('app.reportFault')
  expect(reports).toHaveLength(count)
  for (const { name, frames } of reports) {
    expect(name).toBe('TypeError')
    expect(frames[0]).toMatch(/^faults\.test\.tsx:\d+:\d+$/)
  }
  expect(JSON.stringify(reports)).not.toMatch(/prompt|midnight|lake/)
}

async function renderGallery() {
  const main = createMainStandIn()
  const library = standInGallery(main.bridge, 3)
  return { ...(await renderWindow(main)), library }
}

describe('a fault', () => {
  test('in a tile leaves the other parts and typed text as they were, and Undo where it was', async () => {
    const { user, bridge, library } = await renderGallery()
    const prompt = screen.getByRole('textbox', { name: 'Prompt' })
    await user.type(prompt, 'heron')
    await user.click(await tile(3))
    await user.keyboard('{Delete}')
    expect(button('Undo')).toBeVisible()

    faulty.add('tile')
    const [changed] = library.images
    if (changed !== undefined) library.images[0] = { ...changed, rating: 3 }
    act(library.announce)
    await screen.findByText(failedPart)
    expect(screen.queryByRole('region', { name: 'Gallery' })).toBeNull()
    expect(screen.getByRole('textbox', { name: 'Prompt' })).toBe(prompt)
    expect(prompt).toHaveValue('heron')
    expect(ofPart('Queue')).toBeVisible()
    await user.click(button('Undo'))
    expect(await screen.findByText('1 image restored')).toBeVisible()
    expectReports(bridge, 1)

    faulty.clear()
    await user.click(button('Restart this view'))
    expect(await tile(3)).toBeVisible()
    expect(screen.queryByText(failedPart)).toBeNull()
  })

  test('in a toast leaves the gallery as it is, and the next toast is shown', async () => {
    const { user, bridge } = await renderGallery()
    faulty.add('toast')
    await user.click(await tile(3))
    await user.keyboard('{Delete}')
    expect(await screen.findByText(failedPart)).toBeVisible()
    expect(await tile(2)).toBeVisible()
    expectReports(bridge, 1)

    faulty.clear()
    await user.click(button('Restart this view'))
    expect(button('Undo')).toBeVisible()
    faulty.add('toast')
    await user.click(await tile(2))
    await user.keyboard('{Delete}')
    await screen.findByText(failedPart)
    faulty.clear()
    await user.keyboard('{Control>}z{/Control}')
    expect(await screen.findByText('1 image restored')).toBeVisible()
  })

  test('in a banner takes one line, and the banners can come back', async () => {
    const { user, bridge } = await renderWindow()
    const prompt = screen.getByRole('textbox', { name: 'Prompt' })
    const notice = { id: 'disk', level: 'warning', error: appError('diskLow'), dismissible: true } as const
    faulty.add('banner')
    act(() => bridge.emit('app.noticesChanged', [notice]))
    const line = await screen.findByRole('alert')
    expect(within(line).getByText(failedPart)).toBeVisible()
    await user.type(prompt, 'heron')
    expect(prompt).toHaveValue('heron')
    expectReports(bridge, 1)

    faulty.clear()
    await user.click(within(line).getByRole('button', { name: 'Restart this view' }))
    expect(screen.getByText('The disk is nearly full.')).toBeVisible()
    expect(screen.queryByText(failedPart)).toBeNull()
  })

  test('in what takes dropped files takes one line', async () => {
    faulty.add('fileDrop')
    const { user } = await renderWindow()
    const line = await screen.findByRole('alert')
    expect(ofPart('Compose')).toBeVisible()
    faulty.clear()
    await user.click(within(line).getByRole('button', { name: 'Restart this view' }))
    expect(screen.queryByText(failedPart)).toBeNull()
  })

  test('in an open dialog is told in its place, where it can be restarted', async () => {
    const { user, bridge } = await renderWindow()
    await user.click(button('Settings'))
    faulty.add('dialog')
    act(() => bridge.emit('preferences.changed', { ...preferenceDefaults, theme: 'dark' }))
    const dialog = await screen.findByRole('dialog', { name: failedPart })
    expect(dialog).toHaveTextContent('Your queue is safe.')
    expectReports(bridge, 1)

    faulty.clear()
    await user.click(within(dialog).getByRole('button', { name: 'Restart this view' }))
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  })

  test.each(['Escape', 'Close'])('in a dialog that opens leaves the window usable after %s', async (way) => {
    const { user } = await renderWindow()
    faulty.add('dialog')
    await user.click(button('Settings'))
    await screen.findByRole('dialog', { name: failedPart })
    if (way === 'Escape') await user.keyboard('{Escape}')
    else await user.click(button('Close'))
    expect(screen.queryByRole('dialog')).toBeNull()

    const prompt = screen.getByRole('textbox', { name: 'Prompt' })
    await user.click(prompt)
    await user.type(prompt, 'heron')
    expect(prompt).toHaveValue('heron')
    faulty.clear()
    await user.click(button('Settings'))
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeVisible()
  })

  test('in the question before a large batch queues nothing, and it is asked again', async () => {
    const { user, bridge } = await renderWindow({
      preferences: { ...preferenceDefaults, askAboveRequests: 0 },
    })
    await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'heron')
    faulty.add('question')
    await user.click(button('Generate'))
    await screen.findByRole('dialog', { name: failedPart })
    await user.click(button('Close'))
    expect(screen.queryByRole('dialog')).toBeNull()

    faulty.clear()
    await user.click(button('Generate'))
    expect(await screen.findByRole('dialog', { name: 'Queue 1 request?' })).toBeVisible()
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
  })

  test('in the first run leaves the settings within reach', async () => {
    faulty.add('firstRun')
    const { user } = await renderWindow({ connections: [] })
    await screen.findByText(failedPart)
    await user.click(button('Settings'))
    expect(screen.getByRole('dialog', { name: 'Settings' })).toBeVisible()
    await user.keyboard('{Escape}')
    faulty.clear()
    await user.click(button('Restart this view'))
    expect(button('Try the demo service')).toBeVisible()
  })
})

describe('a bug that no part of the window contains', () => {
  test('is reported, and the first of them is told', async () => {
    const { user, bridge } = await renderWindow()
    const fault = new TypeError('a prompt')
    await reject(fault)
    expect(await screen.findByText(/^Something went wrong in Cyanotype itself\./)).toBeVisible()
    await user.click(button('Dismiss'))
    await reject(fault)
    act(() => reportError(fault))
    expectReports(bridge, 3)
    expect(screen.queryByText(/^Something went wrong/)).toBeNull()
  })

  test('is reported up to twenty times, even if no report arrives', async () => {
    const { bridge } = await renderWindow()
    bridge.answer('app.reportFault', () => {
      throw new AppFailure(appError('quitting'))
    })
    for (let times = 0; times < 100; times++) reportError(new TypeError('a prompt'))
    expectReports(bridge, 20)
  })

  test('may be anything thrown; a remark without an error is none', async () => {
    const { bridge } = await renderWindow()
    window.dispatchEvent(new ErrorEvent('error', { message: 'ResizeObserver loop completed' }))
    reportError('a prompt')
    expect(bridge.inputs('app.reportFault')).toEqual([{ name: 'string', frames: [] }])
  })
})
