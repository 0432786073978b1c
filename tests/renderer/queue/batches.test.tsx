import { AppFailure, appError } from '@shared/errors'
import type { BatchSummary } from '@shared/model/batch'
import { costOf, noBatchCost } from '@shared/model/cost'
import { openGate, type SendGate } from '@shared/model/sendGate'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { standInExports } from '../../support/exportsStandIn'
import { giveSize, imageSample } from '../../support/galleryStandIn'
import { batchSample, jobSample, overviewOf } from '../../support/jobSamples'
import { createMainStandIn } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

let restoreSize = () => {}
beforeEach(() => {
  setViewportWidth(1280)
  restoreSize = giveSize(700, 600)
})
afterEach(() => {
  restoreSize()
})

const summary = (rest: Partial<BatchSummary>): BatchSummary => ({
  id: 'harbour',
  name: 'Harbour',
  more: 0,
  connectionId: 'demo',
  createdAt: 1,
  paused: false,
  fromTable: false,
  jobs: 120,
  waiting: 74,
  running: 4,
  stopped: 0,
  needsYou: 2,
  done: 37,
  failed: 3,
  cancelled: 0,
  retriable: 3,
  cost: { ...noBatchCost, waiting: costOf(74, 2), surely: costOf(37, 2) },
  ...rest,
})

/** The window with a queue of two batches. */
async function renderBatches(rest: Partial<BatchSummary> = {}, gate: SendGate = openGate) {
  const main = createMainStandIn()
  const { bridge } = main
  const harbour = summary(rest)
  const chairs = summary({
    id: 'batch1',
    name: 'Chairs',
    jobs: 40,
    waiting: 37,
    done: 3,
    failed: 0,
    needsYou: 0,
  })
  const all = [harbour, chairs]
  const waiting = [batchSample({ ...harbour, gate, nextPrompt: 'boat' }), batchSample({})]
  bridge.answer('queue.overview', ({ batchId }) =>
    overviewOf({
      batch: all.find(({ id }) => id === batchId) ?? null,
      needsYouElsewhere: batchId === 'batch1' ? 2 : 0,
      waiting: waiting.filter((batch) => batch.waiting > 0 && (batchId ?? batch.id) === batch.id),
      finished: [jobSample({ state: 'done', batchId: 'batch1', prompt: 'oak' })],
    }),
  )
  bridge.answer('batches.list', ({ text }) => {
    const rows = all.filter(({ name }) => name.toLowerCase().includes(text))
    return { revision: 1, total: rows.length, rows }
  })
  bridge.answer('batches.rename', () => null)
  bridge.answer('batches.setPaused', () => null)
  standInExports(bridge)
  bridge.answer('gallery.outline', ({ batchId }) => ({
    revision: 1,
    total: batchId === null ? 1 : 0,
    libraryTotal: 1,
    days: batchId === null ? [{ day: '2024-05-04', count: 1 }] : [],
    flags: { kept: 0, rejected: 0 },
    colours: '',
    ratios: batchId === null ? btoa('a') : '',
    marks: [],
  }))
  bridge.answer('gallery.page', ({ batchId }) => ({
    revision: 1,
    rows: batchId === null ? [imageSample(1)] : [],
  }))
  return renderWindow(main)
}

const queue = () => within(screen.getByRole('region', { name: 'Queue' }))
const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const card = async () => within(await screen.findByRole('region', { name: 'Batch' }))

async function choose(user: Awaited<ReturnType<typeof renderBatches>>['user'], words: string) {
  await user.click(queue().getByRole('button', { name: 'Batches' }))
  await user.type(await screen.findByRole('combobox', { name: 'Search batches' }), words)
  await waitFor(() => expect(screen.getAllByRole('option', { name: /\d+\/\d+/ })).toHaveLength(1))
  await user.keyboard('{Enter}')
}

describe('the list of batches', () => {
  test('shows the progress of each, and shows a chosen one alone, in the queue and in the gallery', async () => {
    const { user, bridge } = await renderBatches()
    await user.click(queue().getByRole('button', { name: 'Batches' }))
    expect(
      await screen.findByRole('option', { name: /Harbour.*37\/120.*2 need you, 3 failed, 4 running/ }),
    ).toBeVisible()
    await user.keyboard('{Escape}')
    await choose(user, 'harb')
    expect((await card()).getByText('Batch: Harbour')).toBeVisible()
    expect(gallery().getByText('Batch: Harbour')).toBeVisible()
    expect(queue().queryByText('Chairs')).toBeNull()
    expect(bridge.inputs('gallery.outline').at(-1)).toMatchObject({
      text: '',
      sort: 'new',
      batchId: 'harbour',
    })

    await user.click(gallery().getByRole('button', { name: 'Show all batches' }))
    expect(await queue().findByText('Chairs')).toBeVisible()
    expect(screen.queryByRole('region', { name: 'Batch' })).toBeNull()
    expect(bridge.inputs('gallery.outline').at(-1)).toMatchObject({ text: '', sort: 'new', batchId: null })
  })

  test('says so if nothing is found, and why it can’t be read', async () => {
    const { user, bridge } = await renderBatches()
    await user.click(queue().getByRole('button', { name: 'Batches' }))
    await user.type(await screen.findByRole('combobox', { name: 'Search batches' }), 'zebra')
    expect(await screen.findByText('No batch has these words in its name.')).toBeVisible()
    bridge.answer('batches.list', () => {
      throw new AppFailure(appError('internal'))
    })
    await user.keyboard('{Backspace}')
    expect(await screen.findByText(/^Something went wrong in Cyanotype itself\./)).toBeVisible()
  })
})

describe('a batch that is shown alone', () => {
  test('shows its progress, its cost, and what needs the user elsewhere', async () => {
    const { user } = await renderBatches()
    await choose(user, 'chairs')
    const chairs = await card()
    expect(chairs.getByText('3/40')).toBeVisible()
    expect(chairs.getByRole('progressbar', { name: '3 of 40 requests done' })).toBeVisible()
    expect(chairs.getByText(/148 demo credits to come, 74 spent/)).toBeVisible()
    expect(chairs.getByText(/2 requests in other batches need you/)).toBeVisible()
    await user.click(chairs.getAllByRole('button', { name: 'Show all batches' }).at(-1) ?? document.body)
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Batch' })).toBeNull())
  })

  test('says so if it has no image, and lets all be shown again', async () => {
    const { user } = await renderBatches({ waiting: 0, running: 0, done: 0, failed: 120 })
    await choose(user, 'harb')
    expect(await gallery().findByText('No images from “Harbour” yet')).toBeVisible()
    expect((await card()).queryByRole('button', { name: 'Export…' })).toBeNull()
    await user.click(gallery().getAllByRole('button', { name: 'Show all batches' }).at(-1) ?? document.body)
    expect(await gallery().findByRole('option', { name: /^37 waiting/ })).toBeVisible()
  })

  test('ends with “All images”, and hides nothing beside a search without its name', async () => {
    const { user, bridge } = await renderBatches()
    const asked = () => bridge.inputs('gallery.outline').at(-1)
    const field = gallery().getByRole('combobox', { name: 'Search' })
    await user.type(field, 'fern')
    await waitFor(() => expect(asked()).toMatchObject({ text: 'fern' }))
    await choose(user, 'harb')
    // A batch is shown whole.
    await waitFor(() => expect(asked()).toMatchObject({ text: '', batchId: 'harbour' }))
    expect(field).toHaveValue('')
    const views = gallery().getByRole('button', { name: 'Views: One batch' })
    await user.type(field, 'fern')
    expect(await gallery().findByText('No images from “Harbour” match “fern”')).toBeVisible()
    expect(gallery().getAllByRole('button', { name: 'Show all batches' })).toHaveLength(2)
    await user.click(views)
    await user.click(await screen.findByRole('menuitemradio', { name: 'All images' }))
    await waitFor(() => expect(asked()).toMatchObject({ text: '', batchId: null }))
    expect(gallery().queryByText('Batch: Harbour')).toBeNull()
    expect(await queue().findByText('Chairs')).toBeVisible()
  })

  test('is renamed by keyboard; an empty name and Escape change nothing', async () => {
    const { user, bridge } = await renderBatches()
    await choose(user, 'harb')
    const rename = (await card()).getByRole('button', { name: 'Rename' })
    rename.focus()
    for (const keys of ['New{Escape}', '{Backspace}{Enter}', '{Enter}']) {
      await user.keyboard(`{Enter}${keys}`)
      await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename' })))
    }
    expect(bridge.inputs('batches.rename')).toEqual([])
    await user.keyboard('{Enter}  For the cover {Enter}')
    expect(bridge.inputs('batches.rename')).toEqual([{ id: 'harbour', name: 'For the cover' }])
  })

  test('is paused, resumed and exported', async () => {
    const { user, bridge } = await renderBatches()
    await choose(user, 'harb')
    await user.click((await card()).getByRole('button', { name: 'Pause batch' }))
    await user.click((await card()).getByRole('button', { name: 'Export…' }))
    expect(bridge.inputs('batches.setPaused')).toEqual([{ id: 'harbour', paused: true }])
    await waitFor(() => expect(bridge.inputs('exports.plan')[0]?.what).toEqual({ batchId: 'harbour' }))
    await user.keyboard('{Escape}')
    expect((await card()).queryByRole('button', { name: 'Save table…' })).toBeNull()
  })

  test('asks before its failed requests are billed again, with the estimate', async () => {
    const { user, bridge } = await renderBatches()
    bridge.answer('jobs.estimate', () => [
      { connectionId: 'demo', name: 'Demo', demo: true, cost: costOf(3, 2) },
    ])
    bridge.answer('jobs.act', () => ({ done: 3, press: null }))
    await choose(user, 'harb')
    await user.click((await card()).getByRole('button', { name: 'Retry 3 failed, billed' }))
    const question = await screen.findByRole('dialog', { name: 'Send 3 new requests?' })
    expect(within(question).getByText('At your prices: about 6 demo credits.')).toBeVisible()
    expect(bridge.inputs('jobs.act')).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Send 3' }))
    expect(bridge.inputs('jobs.act')).toMatchObject([
      { ids: [], action: 'retryAsNew', sets: [{ set: 'failed', batchId: 'harbour', code: null }] },
    ])
  })

  test('is written back as the table it came from', async () => {
    const { user, bridge } = await renderBatches({ fromTable: true })
    bridge.answer('tables.writeBack', () => ({
      outcome: 'written',
      file: '/home/ada/rows.csv',
      rows: 120,
      insteadOf: null,
    }))
    bridge.answer('tables.reveal', () => null)
    await choose(user, 'harb')
    await user.click((await card()).getByRole('button', { name: 'Save table…' }))
    expect(await screen.findByText('120 rows saved to /home/ada/rows.csv')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Show in folder' }))
    expect(bridge.inputs('tables.reveal')).toHaveLength(1)
  })

  test('names the encoding that its table can’t be written back in as people do', async () => {
    const { user, bridge } = await renderBatches({ fromTable: true })
    const written = { outcome: 'written', file: '/home/ada/rows.csv', rows: 120 } as const
    bridge.answer('tables.writeBack', () => ({ ...written, insteadOf: 'shift_jis' }))
    await choose(user, 'harb')
    await user.click((await card()).getByRole('button', { name: 'Save table…' }))
    const words = '120 rows saved to /home/ada/rows.csv as UTF-8: Japanese (Shift JIS) can’t be written'
    expect(await screen.findByText(words)).toBeVisible()
  })
})

describe('a paused batch', () => {
  test('says so in the queue, is not called the next one, and is resumed from its menu', async () => {
    const { user, bridge } = await renderBatches({ paused: true }, { kind: 'batchPaused' })
    expect(queue().getByText('This batch is paused.')).toBeVisible()
    await user.click(queue().getByRole('button', { name: 'More for Harbour' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Resume this batch' }))
    expect(bridge.inputs('batches.setPaused')).toEqual([{ id: 'harbour', paused: false }])
  })
})

describe('a stack of waiting images', () => {
  test('shows its batch when it is pressed', async () => {
    const { user } = await renderBatches()
    await user.click(gallery().getByRole('option', { name: /^37 waiting in “Chairs”/ }))
    expect((await card()).getByText('Batch: Chairs')).toBeVisible()
  })
})

test('what is queued meanwhile is visible', async () => {
  const { user } = await renderBatches()
  await choose(user, 'harb')
  const compose = within(screen.getByRole('region', { name: 'Compose' }))
  await user.type(compose.getByRole('textbox', { name: 'Prompt' }), 'a fern')
  await user.click(compose.getByRole('button', { name: /^Generate/ }))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Batch' })).toBeNull())
})
