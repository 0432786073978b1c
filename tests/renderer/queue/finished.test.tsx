import { appError } from '@shared/errors'
import { costOf } from '@shared/model/cost'
import type { QueueOverview } from '@shared/model/queue'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { giveSize } from '../../support/galleryStandIn'
import { finishedSample, itemSample, jobSample, overviewOf, uncertainJob } from '../../support/jobSamples'
import { createMainStandIn, demoConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

let restoreSize = () => {}
beforeEach(() => {
  setViewportWidth(1280)
  restoreSize = giveSize(300, 600)
})
afterEach(() => {
  restoreSize()
})

const queue = () => within(screen.getByRole('region', { name: 'Queue' }))
const row = (name: string) => queue().getByRole('group', { name })

async function renderQueue(lists: Partial<QueueOverview>) {
  const main = createMainStandIn({ connections: [{ ...demoConnection, prices: { 'demo-1': 2 } }] })
  main.bridge.answer('queue.overview', () => overviewOf(lists))
  main.bridge.answer('jobs.estimate', () => [])
  return renderWindow(main)
}

const harbour = finishedSample({
  id: 'harbour',
  name: 'Harbour at dusk',
  more: 199,
  listed: 200,
  saved: 45,
  failed: 12,
  failedActions: ['retryDownload', 'retryAsNew'],
  cancelled: 143,
})
const counts = { needsYou: 0, running: 0, waiting: 0, stopped: 0, finished: 200 }

describe('what failed and was not seen', () => {
  const refused = jobSample({
    id: 'refused',
    prompt: 'a duel',
    state: 'failed',
    endedAt: 5_000,
    error: appError('moderated'),
    actions: ['retryAsNew'],
  })
  const duel = finishedSample({ id: 'duel', name: 'a duel', failed: 1, failedAt: 5_000, job: refused })
  const groups = () => queue().getAllByRole('heading', { level: 3 })

  test('stands before what was saved later, and is counted in the tab, until it is said to be seen', async () => {
    const { user } = await renderQueue({
      counts: { ...counts, finished: 2 },
      finishedBatches: [finishedSample({ id: 'saved', name: 'a fern', saved: 1 }), duel],
    })
    expect(groups().map(({ textContent }) => textContent)).toEqual(['Failed 1', 'Finished 1'])
    expect(screen.getByRole('tab', { name: 'Queue 1, 1 failed' })).toBeVisible()
    await user.click(queue().getByRole('button', { name: 'Mark as seen' }))
    await waitFor(() => expect(groups().map(({ textContent }) => textContent)).toEqual(['Finished 2']))
    expect(screen.getByRole('tab', { name: 'Queue' })).toBeVisible()
  })

  test('offers Edit first where the prompt is the cause', async () => {
    await renderQueue({ counts: { ...counts, finished: 1 }, finishedBatches: [duel] })
    const buttons = within(row('a duel')).getAllByRole('button')
    expect(buttons.map(({ textContent }) => textContent)).toEqual([
      'Edit',
      'Send as a new request, billed',
      'Details',
    ])
  })
})

describe('a batch that finished', () => {
  test('is one line of what became of it', async () => {
    await renderQueue({ counts, finishedBatches: [harbour] })
    expect(row('Harbour at dusk').textContent).toMatch(
      /^Harbour at dusk and 199 more45 saved, 12 failed, 143 cancelled/,
    )
    expect(queue().getAllByRole('listitem')).toHaveLength(1)
  })

  test('shows its images on press, and its requests by a chevron', async () => {
    const { user, bridge } = await renderQueue({ counts, finishedBatches: [harbour] })
    const chevron = within(row('Harbour at dusk')).getByRole('button', {
      name: 'Show the requests of Harbour at dusk',
    })
    expect(chevron.getAttribute('aria-expanded')).toBe('false')
    await user.click(within(row('Harbour at dusk')).getByRole('button', { name: 'Show images' }))
    const asked = expect.objectContaining({ batchId: 'harbour' })
    await waitFor(() => expect(bridge.inputs('queue.overview')).toContainEqual(asked))
  })

  test('opens and closes with Enter, showing its jobs by window, and keeps the focus', async () => {
    const { user, bridge } = await renderQueue({ counts, finishedBatches: [harbour] })
    bridge.answer('queue.finished', ({ offset }) => ({
      revision: 1,
      total: 200,
      rows: Array.from({ length: 200 - offset }, (_, at) =>
        jobSample({ id: `j${offset + at}`, prompt: `boat ${offset + at}`, state: 'cancelled', sentAt: null }),
      ),
    }))
    row('Harbour at dusk').focus()
    await user.keyboard('{Enter}')
    expect(await queue().findByRole('group', { name: 'boat 0' })).toBeVisible()
    expect(document.activeElement).toBe(row('Harbour at dusk'))
    expect(queue().getAllByRole('listitem').length).toBeLessThan(60)
    expect(bridge.inputs('queue.finished')[0]).toEqual({ batchId: 'harbour', offset: 0, limit: 200 })
    await user.keyboard('{Enter}')
    await waitFor(() => expect(queue().queryByRole('group', { name: 'boat 0' })).toBeNull())
  })

  test('offers what those that failed and are listed allow: what is free, and what is asked first', async () => {
    const { user, bridge } = await renderQueue({ counts, finishedBatches: [harbour], finishedAfter: 41 })
    await user.click(queue().getByRole('button', { name: 'Retry 12 failed, billed' }))
    await user.click(screen.getByRole('button', { name: 'Send 12' }))
    await user.click(queue().getByRole('button', { name: 'Try all 12 again' }))
    expect(bridge.inputs('jobs.act')).toMatchObject([
      { ids: [], sets: [{ set: 'failed', batchId: 'harbour', code: null, from: 42 }], action: 'retryAsNew' },
      { ids: [], sets: [{ set: 'failed', batchId: 'harbour', from: 42 }], action: 'retryDownload' },
    ])
  })

  test('of one job is that job, with what it cost', async () => {
    const job = jobSample({
      state: 'done',
      saved: 1,
      items: [itemSample({ state: 'saved' })],
      endedAt: 43_000,
    })
    await renderQueue({
      counts,
      finishedBatches: [finishedSample({ saved: 1, spent: costOf(4, 2), job })],
    })
    expect(row('a fern').textContent).toMatch(/41 s, 8 demo credits/)
    expect(queue().getByRole('button', { name: 'Reuse' })).toBeVisible()
  })
})

describe('a job of a batch', () => {
  const inBatch = { about: 'Isometric greenhouse', differs: 'wool, noon', place: null }
  const prompt = 'Isometric greenhouse, wool, noon'

  test('shows what differs, and its whole prompt once a key has led to it', async () => {
    await renderQueue({ running: [jobSample({ prompt, inBatch })] })
    expect(row(prompt).textContent).toMatch(/^wool, noon/)
    expect(within(row(prompt)).getByTitle(prompt)).toBeVisible()
    row(prompt).focus()
    expect((await screen.findByRole('tooltip')).textContent).toBe(prompt)
  })

  test('with the prompt of all the others shows its place', async () => {
    await renderQueue({
      running: [jobSample({ inBatch: { about: 'a fern', differs: '', place: { at: 2, of: 4 } } })],
    })
    expect(row('a fern').textContent).toMatch(/^a fern 2 of 4/)
  })
})

describe('the menu of a row', () => {
  test('opens by the right button with all its actions, and gives the focus back', async () => {
    const { user, bridge } = await renderQueue({
      needsYou: [uncertainJob('connectionLost', { actions: ['sendAgain', 'settle', 'openServicePage'] })],
    })
    row('a fern').focus()
    fireEvent.contextMenu(row('a fern'))
    const menu = within(await screen.findByRole('menu', { name: 'More for a fern' }))
    expect(menu.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
      'Send again, may be billed again',
      'Leave as it is',
      'Open the service’s page',
      'Reuse',
      'Details',
      'Show this batch',
    ])
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(row('a fern')))
    fireEvent.contextMenu(row('a fern'))
    await user.click(await screen.findByRole('menuitem', { name: 'Open the service’s page' }))
    await waitFor(() =>
      expect(bridge.inputs('jobs.act')).toEqual([{ ids: ['job1'], action: 'openServicePage' }]),
    )
  })

  test('that needs the user leaves two actions in sight', async () => {
    await renderQueue({
      needsYou: [uncertainJob('connectionLost', { actions: ['sendAgain', 'settle', 'openServicePage'] })],
    })
    expect(row('a fern').textContent).toMatch(
      /No answer came\. The service may have made this\. Look at its history first\. It may cost up to 2 demo credits\./,
    )
    expect(
      within(row('a fern'))
        .getAllByRole('button')
        .map((button) => button.getAttribute('aria-label') ?? button.textContent),
    ).toEqual(['More for a fern', 'Send again, may be billed again', 'Leave as it is'])
  })
})
