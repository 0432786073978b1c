import { AppFailure, appError } from '@shared/errors'
import type { Job } from '@shared/model/job'
import type { QueueOverview } from '@shared/model/queue'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { imageSample, standInGallery } from '../../support/galleryStandIn'
import { batchSample, jobSample, overviewOf, uncertainJob } from '../../support/jobSamples'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { sizedElements } from '../../support/sizedElements'
import { setViewportWidth } from '../../support/viewport'

sizedElements(700, 600)

beforeEach(() => setViewportWidth(1280))

const queue = () => within(screen.getByRole('region', { name: 'Queue' }))
const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' })
const undoKeys = '{Control>}z{/Control}'
const redoKeys = '{Control>}{Shift>}z{/Shift}{/Control}'
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const shown = (text: string) => screen.queryByText(text)
const oak: Job = jobSample({ id: 'oak', state: 'queued', sentAt: null, taskId: null, prompt: 'oak' })

async function renderQueue(lists: Partial<QueueOverview> = { waiting: [batchSample()] }) {
  const main = createMainStandIn()
  standInGallery(main.bridge, 2)
  main.bridge.answer('queue.overview', () => overviewOf(lists))
  main.bridge.answer('queue.waiting', () => ({ revision: 1, total: 1, rows: [oak] }))
  const window = await renderWindow(main)
  await screen.findByRole('option', { name: /^fern 2/ })
  return window
}

/** A batch of nine was just cancelled, and time stands still. */
async function renderCancelled() {
  const main = await renderQueue()
  main.bridge.answer('batches.cancel', () => ({ cancelled: 9, arriving: 0, press: 1 }))
  const button = queue().getByRole('button', { name: 'Cancel batch' })
  button.focus()
  fireEvent.click(button)
  await pass(0)
  expect(shown('9 requests cancelled, nothing was sent')).not.toBeNull()
  return main
}

async function press(key: string, init: KeyboardEventInit = { ctrlKey: true }): Promise<void> {
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init })
  await act(() => vi.advanceTimersByTimeAsync(0))
}

describe('a cancelled batch', () => {
  test('waits again by Mod+Z, and is cancelled again by Mod+Shift+Z', async () => {
    const { user, bridge } = await renderQueue()
    await user.click(queue().getByRole('button', { name: 'Cancel batch' }))
    const button = await screen.findByRole('button', { name: 'Undo' })
    expect(button.textContent).toBe('UndoCtrl Z')
    bridge.answer('presses.takeBack', () => ({ done: 199, left: 1 }))
    await user.keyboard(undoKeys)
    await screen.findByText('199 requests wait again; 1 was queued anew or has changed, and stays out')
    expect(screen.getByRole('button', { name: 'Redo' }).textContent).toBe('RedoCtrl Shift Z')
    bridge.answer('presses.doAgain', () => ({ done: 198, left: 1 }))
    await user.keyboard(redoKeys)
    await screen.findByText('198 requests cancelled again')
    await user.keyboard(undoKeys)
    expect(bridge.inputs('presses.takeBack')).toEqual([{ press: 1 }, { press: 1 }])
    expect(bridge.inputs('presses.doAgain')).toEqual([{ press: 1 }])
  })

  test('offers Undo for 30 s, even after a shorter toast', async () => {
    const { bridge } = await renderCancelled()
    await pass(15_000)
    fireEvent.click(screen.getByRole('option', { name: /^fern 2/ }))
    await press('Delete', {})
    expect(shown('1 image deleted')).not.toBeNull()
    await pass(8_100)
    expect(shown('9 requests cancelled, nothing was sent')).not.toBeNull()
    // The keys would undo the delete.
    expect(screen.getByRole('button', { name: 'Undo' }).textContent).toBe('Undo')
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    await pass(0)
    expect(bridge.inputs('presses.takeBack')).toEqual([{ press: 1 }])
    expect(bridge.inputs('images.restore')).toEqual([])
    await press('z')
    expect(shown('1 image restored')).not.toBeNull()
  })

  test('can’t be undone after that: it is said, and nothing else is undone by that press', async () => {
    const { bridge } = await renderCancelled()
    await pass(29_900)
    expect(screen.queryByRole('button', { name: 'Undo' })).not.toBeNull()
    await pass(200)
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    await press('z')
    expect(shown('The cancel of 9 requests can no longer be undone')).not.toBeNull()
    expect(bridge.inputs('presses.takeBack')).toEqual([])
  })

  test('says so too if none of its requests could come back', async () => {
    const { user, bridge } = await renderQueue()
    await user.click(queue().getByRole('button', { name: 'Cancel batch' }))
    bridge.answer('presses.takeBack', () => ({ done: 0, left: 9 }))
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText('The cancel of 9 requests can no longer be undone')
  })

  test('can be undone again if that failed', async () => {
    const { user, bridge } = await renderQueue()
    await user.click(queue().getByRole('button', { name: 'Cancel batch' }))
    bridge.answer('presses.takeBack', () => {
      throw new AppFailure(appError('storageUnwritable'))
    })
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    await screen.findByText(/^Cyanotype’s data can’t be saved/)
    bridge.answer('presses.takeBack', () => ({ done: 9, left: 0 }))
    await user.keyboard(undoKeys)
    await screen.findByText('9 requests wait again')
  })
})

test('each kind of action is undone and redone by its press, and told then', async () => {
  const { user, bridge } = await renderQueue({
    needsYou: [uncertainJob('connectionLost', { id: 'u' })],
    waiting: [batchSample({ waiting: 1, jobs: 1 }), batchSample({ id: 'b2', name: 'Ferns' })],
  })
  bridge.answer('jobs.act', () => ({ done: 1, press: 11 }))
  bridge.answer('batches.place', () => ({ placed: { at: 1, of: 2 }, press: 12 }))
  bridge.answer('batches.prioritize', () => ({ press: 13 }))
  bridge.answer('jobs.edit', () => ({ id: 'new', press: 14 }))
  bridge.answer('presses.takeBack', () => ({ done: 1, left: 0 }))
  bridge.answer('presses.doAgain', () => ({ done: 1, left: 0 }))
  const choose = async (name: string, item: string) => {
    await user.click(queue().getByRole('button', { name: `More for ${name}` }))
    await user.click(within(await screen.findByRole('menu')).getByText(item))
  }

  await user.click(queue().getByRole('button', { name: 'Leave as it is' }))
  await screen.findByText('1 request left as it is')
  await choose('Ferns', 'Send next')
  await screen.findByText('“Ferns” is now number 1 of 2 waiting batches')
  await choose('Ferns', 'Low')
  await waitFor(() => expect(bridge.inputs('batches.prioritize')).toHaveLength(1))
  await choose('Chairs', 'Edit…')
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }))
  await screen.findByText('Request changed')

  const undone = [
    'The request is as it was before',
    'The priority is as it was before',
    'Moved back',
    '1 request needs you again',
  ]
  for (const text of undone) {
    await user.keyboard(undoKeys)
    await screen.findByText(text)
  }
  for (const text of ['1 request left as it is', 'Moved again', 'The priority is changed again']) {
    await user.keyboard(redoKeys)
    await screen.findByText(text)
  }
  expect(bridge.inputs('presses.takeBack').map((input) => input.press)).toEqual([14, 13, 12, 11])
  expect(bridge.inputs('presses.doAgain').map((input) => input.press)).toEqual([11, 12, 13])
})

describe('in a field', () => {
  test('the keys are the field’s, and so is the menu’s command', async () => {
    const { user, bridge } = await renderQueue()
    await user.click(queue().getByRole('button', { name: 'Cancel batch' }))
    await screen.findByRole('button', { name: 'Undo' })
    await user.click(prompt())
    await user.keyboard(undoKeys)
    act(() => bridge.emit('window.commanded', 'undo'))
    act(() => bridge.emit('window.commanded', 'redo'))
    expect(bridge.inputs('presses.takeBack')).toEqual([])

    prompt().blur()
    act(() => bridge.emit('window.commanded', 'undo'))
    await screen.findByText('9 requests wait again')
    act(() => bridge.emit('window.commanded', 'redo'))
    await screen.findByText('9 requests cancelled again')
    expect(bridge.inputs('presses.takeBack')).toHaveLength(1)
  })
})

test('undo takes back one action after the other, of whatever part of the window', async () => {
  const { user, bridge } = await renderQueue()
  await user.click(queue().getByRole('button', { name: 'Cancel batch' }))
  await screen.findByRole('button', { name: 'Undo' })
  await user.click(screen.getByRole('option', { name: /^fern 2/ }))
  await user.keyboard('{Delete}')
  await screen.findByText('1 image deleted')
  await user.keyboard(undoKeys)
  await screen.findByText('1 image restored')
  expect(bridge.inputs('presses.takeBack')).toEqual([])
  await user.keyboard(undoKeys)
  await screen.findByText('9 requests wait again')
  expect(imageSample(2).id).toBe(bridge.inputs('images.delete')[0]?.ids[0])
})

describe('what can’t be undone is said by the first press, which undoes nothing older', () => {
  async function renderDeleted() {
    const window = await renderQueue({ needsYou: [uncertainJob('connectionLost', { id: 'u' })] })
    const { user } = window
    await user.click(screen.getByRole('option', { name: /^fern 2/ }))
    await user.keyboard('{Delete}')
    await screen.findByText('1 image deleted')
    const undoneFirst = async (told: string) => {
      await user.keyboard(undoKeys)
      await screen.findByText(told)
      expect(window.bridge.inputs('images.restore')).toEqual([])
      await user.keyboard(undoKeys)
      await screen.findByText('1 image restored')
    }
    return { ...window, undoneFirst }
  }

  test('when a request was sent again', async () => {
    const { user, bridge, undoneFirst } = await renderDeleted()
    bridge.answer('jobs.act', () => ({ done: 1, press: null }))
    await user.click(queue().getByRole('button', { name: 'Send again, may be billed again' }))
    const question = within(await screen.findByRole('dialog'))
    await user.click(question.getByRole('button', { name: /^Send again/ }))
    await screen.findByText('1 queued to be sent again')
    await undoneFirst('This can’t be undone: 1 queued to be sent again')
  })

  test('when a connection was removed', async () => {
    const { user, undoneFirst } = await renderDeleted()
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    await user.click(await screen.findByRole('button', { name: 'Remove Demo' }))
    await user.click(await screen.findByRole('button', { name: 'Remove connection' }))
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1))
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await undoneFirst('This can’t be undone: Connection “Demo” removed')
  })
})

test('nothing that was done before the window was opened can be undone', async () => {
  const { user, bridge } = await renderQueue()
  await user.keyboard(undoKeys)
  await user.keyboard(redoKeys)
  expect(bridge.inputs('presses.takeBack')).toEqual([])
  expect(bridge.inputs('images.restore')).toEqual([])
  expect(screen.queryByRole('button', { name: 'Redo' })).toBeNull()
})
