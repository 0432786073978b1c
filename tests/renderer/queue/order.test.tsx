import { AppFailure, appError } from '@shared/errors'
import type { Job } from '@shared/model/job'
import type { QueueOverview } from '@shared/model/queue'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { batchSample, jobSample, overviewOf } from '../../support/jobSamples'
import { createMainStandIn, demoConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

beforeEach(() => {
  setViewportWidth(1280)
  // A list draws only what fits, and nothing has a size here.
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
})

const queue = () => within(screen.getByRole('region', { name: 'Queue' }))
const button = (name: string) => queue().getByRole('button', { name })

const chairs = batchSample({ id: 'chairs', name: 'Chairs' })
const ferns = batchSample({ id: 'ferns', name: 'Ferns', jobs: 1, waiting: 1, done: 0, priority: 'high' })

const waitingJob = (id: string, rest: Partial<Job> & { readonly prompt?: string } = {}): Job =>
  jobSample({ id, state: 'queued', sentAt: null, taskId: null, actions: ['cancel'], prompt: id, ...rest })

async function renderWaiting(
  jobs: readonly Job[] = [waitingJob('oak'), waitingJob('elm')],
  lists: Partial<QueueOverview> = {},
) {
  const main = createMainStandIn()
  main.bridge.answer('queue.overview', () => overviewOf({ waiting: [ferns, chairs], ...lists }))
  main.bridge.answer('queue.waiting', ({ offset }) => ({
    revision: 1,
    total: jobs.length,
    rows: jobs.slice(offset),
  }))
  main.bridge.answer('batches.place', () => ({ placed: { at: 1, of: 2 }, press: null }))
  main.bridge.answer('jobs.place', () => ({ placed: { at: 2, of: 37 }, press: null }))
  main.bridge.answer('batches.prioritize', () => ({ press: null }))
  main.bridge.answer('jobs.act', ({ ids }) => ({ done: ids.length, press: null }))
  return renderWindow(main)
}

type Window = Awaited<ReturnType<typeof renderWaiting>>

async function choose({ user }: Window, name: string, item: string): Promise<void> {
  await user.click(button(`More for ${name}`))
  await user.click(within(await screen.findByRole('menu')).getByText(item))
}

describe('what takes a while', () => {
  test('says how far it is, and nothing is next in what is being cancelled', async () => {
    const cancelled = { ...chairs, gate: { kind: 'cancelling' } as const, nextPrompt: 'a stool' }
    await renderWaiting([], {
      waiting: [cancelled, { ...chairs, id: 'sofas', name: 'Sofas', nextPrompt: 'a bench' }],
      commands: [
        { name: 'cancel', done: 1_200, total: 20_000 },
        { name: 'retryAsNew', done: 350, total: 300 },
        { name: 'takeBack', done: 40, total: 155 },
      ],
    })
    expect(queue().getByText('Cancelling: 1,200 of 20,000')).toBeVisible()
    expect(queue().getByText('Queueing as new: 300 of 300')).toBeVisible()
    expect(queue().getByText('Undoing: 40 of 155')).toBeVisible()
    expect(queue().getByText(/Being cancelled/)).toBeVisible()
    expect(queue().queryByText(/a stool/)).toBeNull()
    expect(queue().getByText(/next: “a bench”/)).toBeVisible()
  })
})

test('what a press has begun is shown while it goes on, before any announcement', async () => {
  const window = await renderWaiting()
  window.bridge.answer('batches.prioritize', ({ id }) => {
    const waiting = [{ ...ferns, id, priority: 'low' as const }, chairs]
    window.bridge.answer('queue.overview', () => overviewOf({ waiting }))
    return new Promise(() => {})
  })
  await choose(window, 'Ferns', 'Low')
  expect(await queue().findByText(/^Low priority/i)).toBeVisible()
})

describe('what is waiting', () => {
  test.each([
    ['{Alt>}{ArrowUp}{/Alt}', 'up'],
    ['{Alt>}{ArrowDown}{/Alt}', 'down'],
    ['{Alt>}{Home}{/Alt}', 'top'],
    ['{Alt>}{End}{/Alt}', 'bottom'],
  ] as const)(
    'is moved by %s wherever in its row the keyboard is, and tells where it is then',
    async (keys, to) => {
      const { user, bridge } = await renderWaiting()
      button('More for Chairs').focus()
      await user.keyboard(keys)
      await screen.findByText('“Chairs” is now number 1 of 2 waiting batches')
      expect(bridge.inputs('batches.place')).toEqual([{ id: 'chairs', place: { to } }])
      expect(document.activeElement).toBe(button('More for Chairs'))
      expect(screen.queryByRole('menu')).toBeNull()
    },
  )

  test('is moved and prioritised by its menu', async () => {
    const window = await renderWaiting()
    expect(queue().getByText(/^High priority/i)).toBeVisible()
    await choose(window, 'Chairs', 'Send next')
    await screen.findByText(/is now number 1 of 2/)
    await choose(window, 'Ferns', 'Low')
    await waitFor(() =>
      expect(window.bridge.inputs('batches.prioritize')).toEqual([{ id: 'ferns', priority: 'low' }]),
    )
    expect(window.bridge.inputs('batches.place')).toEqual([{ id: 'chairs', place: { to: 'top' } }])
  })

  test('is dragged beside another, and stays where it was after Escape', async () => {
    const { bridge } = await renderWaiting()
    const row = (name: string) => queue().getByRole('group', { name })
    document.elementFromPoint = () => row('Ferns')
    const drag = () => {
      fireEvent.pointerDown(row('Chairs'), { button: 0, clientY: 100 })
      fireEvent.pointerMove(window, { clientY: 50 })
    }
    drag()
    fireEvent.keyDown(window, { key: 'Escape' })
    fireEvent.pointerUp(window)
    expect(bridge.inputs('batches.place')).toEqual([])
    drag()
    fireEvent.pointerUp(window)
    await screen.findByText('“Chairs” is now number 1 of 2 waiting batches')
    expect(bridge.inputs('batches.place')).toEqual([{ id: 'chairs', place: { to: 'after', id: 'ferns' } }])
  })

  test('opens into its requests, to be moved and cancelled one by one', async () => {
    const window = await renderWaiting()
    expect(queue().queryByRole('button', { name: 'Show the requests of Ferns' })).toBeNull()
    await window.user.click(button('Show the requests of Chairs'))
    await queue().findByText('elm')
    button('More for elm').focus()
    await window.user.keyboard('{Alt>}{ArrowUp}{/Alt}')
    await screen.findByText('“elm” is now number 2 of 37 in its batch')
    expect(window.bridge.inputs('jobs.place')).toEqual([{ id: 'elm', place: { to: 'up' } }])
    expect(window.bridge.inputs('batches.place')).toEqual([])
    await choose(window, 'oak', 'Cancel')
    await waitFor(() =>
      expect(window.bridge.inputs('jobs.act')).toEqual([{ ids: ['oak'], action: 'cancel' }]),
    )
    await window.user.click(button('Hide the requests of Chairs'))
    expect(queue().queryByText('elm')).toBeNull()
  })
})

test('draws and reads only what is on the screen of ten thousand requests', async () => {
  const main = createMainStandIn()
  const many = batchSample({ id: 'many', name: 'Many', jobs: 10_000, waiting: 10_000, done: 0 })
  main.bridge.answer('queue.overview', () => overviewOf({ waiting: [many] }))
  main.bridge.answer('queue.waiting', ({ offset, limit }) => ({
    revision: 1,
    total: 10_000,
    rows: Array.from({ length: limit }, (_, at) => waitingJob(`request ${offset + at}`)),
  }))
  const { user, bridge } = await renderWindow(main)
  await user.click(button('Show the requests of Many'))
  await queue().findByText('request 0')
  const list = queue().getByRole('list', { name: 'Waiting requests of Many' })
  expect(within(list).getAllByRole('listitem').length).toBeLessThan(60)
  expect(list.style.height).toBe('360000px')
  expect(bridge.inputs('queue.waiting')).toEqual([{ batchId: 'many', offset: 0, limit: 200 }])
})

describe('editing a waiting request', () => {
  const direct = waitingJob('fern', {
    mode: 'direct',
    images: 2,
    request: { model: 'demo-1', prompt: 'fern', n: 2, image: ['https://a.test/1.png'] },
  })

  const dialog = () => within(screen.getByRole('dialog', { name: 'Edit a waiting request' }))
  const editable = { selector: 'input, textarea' }
  const field = (name: string) => dialog().getByLabelText(name, editable)

  async function openEdit(job: Job) {
    const window = await renderWaiting([job])
    window.bridge.answer('jobs.edit', () => ({ id: 'new', press: null }))
    await choose(window, 'Ferns', 'Edit…')
    await screen.findByRole('dialog', { name: 'Edit a waiting request' })
    return window
  }

  test('offers the fields its mode includes', async () => {
    await openEdit(waitingJob('fern'))
    expect(field('Model')).toHaveProperty('value', 'demo-1')
    for (const name of ['Size', 'Images', 'Reference images'])
      expect(dialog().queryByLabelText(name, editable)).toBeNull()
    cleanup()
    await openEdit(direct)
    expect(field('Images')).toHaveProperty('value', '2')
    expect(dialog().getByRole('listitem', { name: 'Reference 1 of 1: https://a.test/1.png' })).toBeVisible()
    expect(field('Reference images')).toHaveProperty('value', '')
  })

  test('reports an invalid field, and sends valid ones', async () => {
    const { user, bridge } = await openEdit(direct)
    await user.type(field('Size'), 'wide')
    await user.click(dialog().getByRole('button', { name: 'Save' }))
    expect(document.activeElement).toBe(field('Size'))
    expect(dialog().getByText(/This isn’t a size/)).toBeVisible()
    await user.clear(field('Size'))
    await user.type(field('Size'), '20x10')
    await user.type(field('Reference images'), 'https://a.test/2.png')
    await user.click(dialog().getByRole('button', { name: 'Save' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(bridge.inputs('jobs.edit')).toEqual([
      {
        id: 'fern',
        draft: {
          prompt: 'fern',
          model: 'demo-1',
          size: '20x10',
          n: 2,
          mode: 'direct',
          image: ['https://a.test/1.png', 'https://a.test/2.png'],
        },
      },
    ])
  })

  test('keeps what a background request includes, although its connection stopped including it', async () => {
    const { user, bridge } = await openEdit({ ...direct, mode: 'background' })
    await user.type(field('Prompt'), ' in frost')
    await user.click(dialog().getByRole('button', { name: 'Save' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(bridge.inputs('jobs.edit')).toMatchObject([
      { draft: { prompt: 'fern in frost', n: 2, image: ['https://a.test/1.png'] } },
    ])
  })

  test('has the request’s own extra fields, and names those of its connection at that time', async () => {
    const request = {
      model: 'demo-1',
      prompt: 'fern',
      extra: [{ name: 'seed', value: '41' }],
      connectionExtra: [{ name: 'quality', value: 'low' }],
    }
    const { user, bridge } = await openEdit(waitingJob('fern', { request }))
    expect(dialog().getByText('From Demo: quality low')).toBeVisible()
    const value = dialog().getByRole('textbox', { name: 'Value of field 1' })
    await user.clear(value)
    await user.type(value, '42')
    await user.click(dialog().getByRole('button', { name: 'Save' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(bridge.inputs('jobs.edit')).toMatchObject([{ draft: { extra: [{ name: 'seed', value: '42' }] } }])
  })

  test('looks at a reference above the dialog, whose keys stay its own', async () => {
    const { user, bridge } = await openEdit(direct)
    bridge.answer('references.preview', () => ({ id: 'p', width: 20, height: 10 }))
    bridge.answer('references.closePreview', () => null)
    await user.click(dialog().getByRole('button', { name: 'Look at reference 1' }))
    expect(await screen.findByRole('img', { name: 'Reference 1 as it looks now' })).toBeVisible()
    await user.keyboard('{Control>}{Enter}{/Control}')
    expect(bridge.inputs('jobs.edit')).toEqual([])
    await user.keyboard('{Escape}')
    expect(screen.queryByRole('dialog', { name: 'Reference 1 of 1' })).toBeNull()
    expect(document.activeElement).toBe(dialog().getByRole('listitem', { name: /^Reference 1 of 1/ }))
  })

  test('is saved with Mod+Enter from any field, and queues nothing', async () => {
    const { user, bridge } = await openEdit(waitingJob('fern'))
    await user.type(field('Prompt'), ' in frost')
    await user.keyboard('{Control>}{Enter}{/Control}')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(bridge.inputs('jobs.edit')).toMatchObject([{ draft: { prompt: 'fern in frost' } }])
    expect(bridge.inputs('jobs.enqueue')).toEqual([])
  })

  test('loses nothing if the request was sent meanwhile, and braces stay text', async () => {
    const { user, bridge } = await openEdit(waitingJob('{a|b} fern'))
    bridge.answer('jobs.edit', () => {
      throw new AppFailure(appError('jobNotWaiting'))
    })
    await user.type(field('Prompt'), ' in frost')
    await user.click(dialog().getByRole('button', { name: 'Save' }))
    await dialog().findByText(/no longer waiting/)
    expect(field('Prompt')).toHaveProperty('value', '{a|b} fern in frost')
    expect(bridge.inputs('jobs.edit')).toMatchObject([{ draft: { prompt: '{a|b} fern in frost' } }])
    await user.click(dialog().getByRole('button', { name: 'Put it in the form instead' }))
    const compose = within(screen.getByRole('region', { name: 'Compose' }))
    expect(compose.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('value', '\\{a|b} fern in frost')
  })

  test('loses nothing if its connection is removed meanwhile', async () => {
    const { user, bridge } = await openEdit(waitingJob('fern'))
    bridge.answer('jobs.edit', () => {
      throw new AppFailure(appError('jobNotWaiting'))
    })
    await user.type(field('Prompt'), ' in frost')
    act(() => bridge.emit('connections.changed', [{ ...demoConnection, id: 'other' }]))
    await user.click(dialog().getByRole('button', { name: 'Save' }))
    await user.click(await dialog().findByRole('button', { name: 'Put it in the form instead' }))
    const compose = within(screen.getByRole('region', { name: 'Compose' }))
    expect(compose.getByRole('textbox', { name: 'Prompt' })).toHaveProperty('value', 'fern in frost')
  })
})
