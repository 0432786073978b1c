import { AppFailure, appError } from '@shared/errors'
import type { Bringing } from '@shared/model/bringing'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'

sizedElements(1200, 600)

const looked: Extract<Bringing, { readonly stage: 'looked' }> = {
  stage: 'looked',
  images: 10,
  bytes: 12_300_000,
  prompts: 7,
  known: 3,
  unread: { count: 2, named: [{ name: 'notes.md', problem: 'notAnImage' }] },
  isCut: false,
}

/** A window whose main process has looked at some files once they are chosen. */
async function showWindow(found: Bringing = looked) {
  const main = createMainStandIn()
  const { bridge } = main
  let state: Bringing | null = null
  const show = (changed: Bringing | null) => {
    state = changed
    bridge.emit('bringing.changed', changed)
  }
  bridge.answer('bringing.current', () => state)
  bridge.answer('bringing.choose', () => {
    state = found
    return { chosen: true }
  })
  bridge.answer('bringing.start', () => {
    show({ stage: 'running', done: 0, total: 10, problem: null })
    return null
  })
  bridge.answer('bringing.cancel', () => {
    show(null)
    return null
  })
  bridge.answer('bringing.dismiss', () => {
    show(null)
    return null
  })
  return { ...(await renderWindow(main)), show }
}

const dialog = () => screen.findByRole('dialog', { name: 'Bring in images' })
const bar = () => screen.findByRole('region', { name: 'Bringing in' })

describe('bringing in', () => {
  test('shows what there is before anything is copied, and copies on a press alone', async () => {
    const { bridge, user } = await showWindow()
    bridge.emit('window.commanded', 'bringImages')
    const shown = within(await dialog())
    expect(bridge.inputs('bringing.choose')).toEqual([{ what: 'files' }])
    for (const words of [
      '10 images, 12.3 MB',
      '7 of them have their prompt in the file',
      '3 more are in the library already',
      '2 files can’t be brought in',
      'notes.md: isn’t an image',
      'and 1 more',
    ])
      expect(shown.getByText(words)).toBeVisible()
    const start = shown.getByRole('button', { name: 'Bring in 10 images' })
    expect(start).toHaveFocus()
    expect(bridge.inputs('bringing.start')).toEqual([])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.inputs('bringing.start')).toEqual([{ leaves: false }])
    expect(bridge.inputs('bringing.cancel')).toEqual([])
    expect(within(await bar()).getByText('Bringing in 0 of 10')).toBeVisible()
  })

  test('leaves the files where they are if the user says so', async () => {
    const { bridge, user } = await showWindow()
    bridge.emit('window.commanded', 'bringImages')
    const shown = within(await dialog())
    expect(shown.getByRole('radio', { name: 'Copy into the library' })).toBeChecked()
    await user.click(shown.getByRole('radio', { name: 'Leave where they are' }))
    expect(shown.getByText(/^The library only notes where they are/)).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Bring in 10 images' }))
    await waitFor(() => expect(bridge.inputs('bringing.start')).toEqual([{ leaves: true }]))
  })

  test('brings in nothing if its dialog is closed', async () => {
    const { bridge, user } = await showWindow()
    bridge.emit('window.commanded', 'bringFolder')
    await dialog()
    expect(bridge.inputs('bringing.choose')).toEqual([{ what: 'folder' }])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(bridge.inputs('bringing.start')).toEqual([])
    await waitFor(() => expect(bridge.inputs('bringing.cancel')).toHaveLength(1))
  })

  test('counts while it looks, and offers nothing to press if there is nothing', async () => {
    const { bridge, show } = await showWindow({ stage: 'looking', files: 0 })
    bridge.emit('window.commanded', 'bringImages')
    const shown = within(await dialog())
    show({ stage: 'looking', files: 1_234 })
    expect(await shown.findByText('Looking at 1,234 files…')).toBeVisible()
    show({ ...looked, images: 0, bytes: 0, prompts: 0 })
    expect(await shown.findByText('There’s nothing to bring in')).toBeVisible()
    expect(shown.queryByRole('button', { name: /^Bring in/ })).toBeNull()
  })

  test('says why it can’t begin where it was asked to', async () => {
    const { bridge, user } = await showWindow()
    bridge.answer('bringing.start', () => {
      throw new AppFailure(appError('bringingBusy'))
    })
    bridge.emit('window.commanded', 'bringImages')
    const shown = within(await dialog())
    await user.click(shown.getByRole('button', { name: 'Bring in 10 images' }))
    expect(await shown.findByText(/^Images are being brought in already/)).toBeVisible()
  })

  test('says how far it is, what it waits for, and can be stopped', async () => {
    const { bridge, user, show } = await showWindow()
    show({ stage: 'running', done: 4, total: 10, problem: null })
    const shown = within(await bar())
    expect(shown.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
    show({ stage: 'running', done: 4, total: 10, problem: appError('sourceSilent') })
    expect(await shown.findByText('Waiting: The folder with the images isn’t responding.')).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Stop' }))
    expect(bridge.inputs('bringing.cancel')).toHaveLength(1)
  })

  test('tells what came of it, each file that failed by name, until it is dismissed', async () => {
    const { bridge, user, show } = await showWindow()
    show({
      stage: 'ended',
      brought: 7,
      known: 1,
      left: 1,
      failed: { count: 1, named: [{ name: 'torn.png', problem: 'damaged' }] },
    })
    const shown = within(await bar())
    for (const words of [
      '7 images brought in',
      '1 was in the library already',
      'Stopped: 1 was left out',
      '1 couldn’t be brought in',
      'torn.png: is damaged',
    ])
      expect(shown.getByText(words)).toBeVisible()
    await user.click(shown.getByRole('button', { name: 'Dismiss' }))
    await waitFor(() => expect(bridge.inputs('bringing.dismiss')).toHaveLength(1))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Bringing in' })).toBeNull())
  })

  test('tells of a success once: the next toast ends it, at the next start too', async () => {
    const { bridge, user, show } = await showWindow()
    show({ stage: 'ended', brought: 7, known: 0, left: 0, failed: { count: 0, named: [] } })
    await bar()
    await user.type(screen.getByRole('textbox', { name: 'Prompt' }), 'a fern')
    await user.click(screen.getByRole('button', { name: 'Generate' }))
    await waitFor(() => expect(bridge.inputs('bringing.dismiss')).toHaveLength(1))
  })

  test('begins from Settings too', async () => {
    const { bridge, user } = await showWindow()
    bridge.emit('window.commanded', 'settings')
    await user.click(await screen.findByRole('button', { name: 'Bring in a folder…' }))
    await dialog()
    expect(bridge.inputs('bringing.choose')).toEqual([{ what: 'folder' }])
  })
})

describe('files that are dropped', () => {
  const dropped = (files: readonly File[], types: readonly string[]) => ({
    dataTransfer: { types: ['Files'], files, items: types.map((type) => ({ kind: 'file', type })) },
  })

  test('are looked at together, and say so while they are over the window', async () => {
    const { bridge } = await showWindow()
    const files = [new File(['a'], 'a.png'), new File(['b'], 'b.webp')]
    fireEvent.dragOver(document.body, dropped(files, ['image/png', 'image/webp']))
    expect(await screen.findByText('Drop the images')).toBeVisible()
    fireEvent.drop(document.body, dropped(files, []))
    await dialog()
    expect(bridge.dropped).toEqual(files)
    expect(bridge.inputs('bringing.start')).toEqual([])
    expect(screen.queryByText('Drop the images')).toBeNull()
  })

  test('may be a folder, which has no type', async () => {
    const { bridge } = await showWindow()
    const folder = new File([], 'pictures')
    fireEvent.dragOver(document.body, dropped([folder], ['']))
    expect(await screen.findByText('Drop a table, images or a folder')).toBeVisible()
    fireEvent.drop(document.body, dropped([folder], ['']))
    await dialog()
    expect(bridge.dropped).toEqual([folder])
  })
})
