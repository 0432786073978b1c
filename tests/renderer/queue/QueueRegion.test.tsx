import { AppFailure, appError } from '@shared/errors'
import { costOf, noCost } from '@shared/model/cost'
import type { QueueOverview } from '@shared/model/queue'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createTicker } from '../../../renderer/features/queue/ticker'
import { batchSample, itemSample, jobSample, overviewOf, uncertainJob } from '../../support/jobSamples'
import { createMainStandIn, demoConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

beforeEach(() => setViewportWidth(1280))

const queue = () => within(screen.getByRole('region', { name: 'Queue' }))
const gallery = () => within(screen.getByRole('region', { name: 'Gallery' }))
const group = (name: RegExp) => within(queue().getByRole('region', { name }))

async function renderQueue(lists: Partial<QueueOverview>) {
  const main = createMainStandIn()
  main.bridge.answer('queue.overview', () => overviewOf(lists))
  main.bridge.answer('jobs.act', ({ ids }) => ({ done: ids.length, press: null }))
  return renderWindow(main)
}

describe('the queue', () => {
  test('says that nothing is queued, and never that nothing was spent', async () => {
    await renderQueue({})
    expect(queue().getByText('Nothing queued')).toBeVisible()
    expect(queue().getByText('Nothing sent today')).toBeVisible()
  })

  test('shows today’s cost in its header, separately for each connection', async () => {
    const today = { surely: costOf(12, 2), maybe: costOf(3, 2) }
    const one = { connectionId: 'a', name: 'Aurora', demo: false, waiting: noCost, today, inFlight: noCost }
    await renderQueue({ costs: [one] })
    expect(queue().getByText('About 24 credits today, up to 6 more')).toBeVisible()
    cleanup()
    // What is really billed comes first, since the line may be cut.
    await renderQueue({ costs: [{ ...one, connectionId: 'demo', name: 'Demo', demo: true }, one] })
    const both =
      'Aurora: About 24 credits today, up to 6 more; Demo: About 24 demo credits today, up to 6 more'
    expect(queue().getByText(both)).toBeVisible()
  })

  test('says in one line what was spent, is in flight, is waiting and is allowed, and more on press', async () => {
    const inFlight = costOf(7, 1)
    const today = { surely: costOf(21, 2), maybe: inFlight }
    const sums = { connectionId: 'demo', name: 'Demo', demo: true, waiting: costOf(59, 3.5), today, inFlight }
    const main = createMainStandIn({ connections: [{ ...demoConnection, dailyCap: 400 }] })
    main.bridge.answer('queue.overview', () => overviewOf({ costs: [sums] }))
    const { user } = await renderWindow(main)
    await user.click(queue().getByRole('button', { name: '42 today, 7 in flight, 206.5 waiting, cap 400' }))
    const details = within(await screen.findByRole('dialog', { name: 'Credits today' }))
    expect(details.getByText('206.5 demo credits (59 requests)')).toBeVisible()
    expect(details.getByText('351 demo credits')).toBeVisible()
  })

  test('shows what a batch still costs and what it has spent', async () => {
    const cost = { waiting: costOf(37, 2), surely: costOf(3, 2), maybe: noCost }
    const { user, bridge } = await renderQueue({ waiting: [batchSample({ cost })] })
    bridge.answer('queue.waiting', () => ({ revision: 1, total: 37, rows: [] }))
    await user.click(queue().getByRole('button', { name: 'Show the requests of Chairs' }))
    expect(group(/Waiting/).getByText('about 74 demo credits to come, 6 spent')).toBeVisible()
  })

  test('shows the cost of a single request in the line that says it is next', async () => {
    const cost = { waiting: costOf(1, 2), surely: noCost, maybe: noCost }
    await renderQueue({ waiting: [batchSample({ jobs: 1, waiting: 1, done: 0, nextPrompt: null, cost })] })
    expect(group(/Waiting/).getByText('Next, about 2 demo credits')).toBeVisible()
  })

  test('lists a task nothing waits for apart from the running ones, and the gallery shows no tile for it', async () => {
    const job = jobSample({ prompt: 'heron', waitingStopped: true, actions: ['waitAgain'] })
    const { user, bridge } = await renderQueue({ stopped: [job] })
    expect(queue().queryByRole('region', { name: /^Running/ })).toBeNull()
    expect(screen.queryByRole('option', { name: /heron/ })).toBeNull()
    await user.click(group(/^Left at the service 1/).getByRole('button', { name: 'Wait again' }))
    expect(bridge.inputs('jobs.act')).toEqual([{ ids: ['job1'], action: 'waitAgain' }])
  })

  test('is one stop for Tab; arrows go from row to row and through the actions of one', async () => {
    const { user } = await renderQueue({
      needsYou: [uncertainJob('connectionLost', { id: 'u', prompt: 'gull' })],
      running: [jobSample({ id: 'r', prompt: 'heron', actions: ['stopWaiting'] })],
      waiting: [batchSample()],
    })
    const focused = () => {
      const { activeElement } = document
      return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent
    }
    const region = screen.getByRole('region', { name: 'Queue' })
    await waitFor(() => expect(region.querySelectorAll('[tabindex="0"]')).toHaveLength(1))
    expect(region.querySelectorAll('button:not([tabindex="-1"])')).toHaveLength(0)
    act(() => region.querySelector<HTMLElement>('[tabindex="0"]')?.focus())
    expect(focused()).toBe('gull')
    const seen: unknown[] = []
    for (const key of [
      'ArrowRight',
      'ArrowRight',
      'ArrowDown',
      'ArrowRight',
      'ArrowDown',
      'ArrowDown',
      'Home',
    ]) {
      await user.keyboard(`{${key}}`)
      seen.push(focused())
    }
    expect(seen).toEqual([
      'More for gull',
      'Send again, may be billed again',
      'heron',
      'Stop waiting',
      'Chairs',
      'Chairs',
      'Batches',
    ])
    await user.tab()
    expect(region.contains(document.activeElement)).toBe(false)
    await user.tab({ shift: true })
    expect(focused()).toBe('Batches')
  })

  test('groups jobs under their counts, with what needs the user first', async () => {
    await renderQueue({
      needsYou: [uncertainJob('connectionLost')],
      running: [jobSample({ id: 'r' })],
      waiting: [batchSample()],
      finished: [jobSample({ id: 'f', state: 'done', saved: 1 })],
    })
    expect(
      queue()
        .getAllByRole('heading', { level: 3 })
        .map((heading) => heading.textContent),
    ).toEqual(['Needs you 1', 'Running 1', 'Waiting 37', 'Finished 1'])
    expect(group(/Waiting/).getByText('3 of 40 done, next: “linen chair”')).toBeVisible()
  })

  test('does what an action says, to that job', async () => {
    const { user, bridge } = await renderQueue({ needsYou: [uncertainJob('connectionLost', { id: 'u' })] })
    await user.click(queue().getByRole('button', { name: 'Leave as it is' }))
    expect(bridge.inputs('jobs.act')).toEqual([{ ids: ['u'], action: 'settle' }])
  })

  test.each([
    ['sendAgain', 'Send again, may be billed again', 'Send this request again?', 'Send again'],
    ['retryAsNew', 'Send as a new request, billed', 'Send a new request?', 'Send it'],
  ] as const)('asks before %s, which may be billed', async (action, name, title, confirm) => {
    const { user, bridge } = await renderQueue({ running: [jobSample({ actions: [action] })] })
    const dialog = () => screen.findByRole('dialog', { name: title })
    await user.click(queue().getByRole('button', { name }))
    await user.click(within(await dialog()).getByRole('button', { name: 'Go back' }))
    expect(bridge.inputs('jobs.act')).toEqual([])
    await user.click(queue().getByRole('button', { name }))
    await user.click(within(await dialog()).getByRole('button', { name: confirm }))
    expect(bridge.inputs('jobs.act')).toEqual([{ ids: ['job1'], action }])
  })

  test.each([
    ['cancel', 'Cancel'],
    ['stopWaiting', 'Stop waiting'],
    ['waitAgain', 'Wait again'],
    ['retryDownload', 'Try the download again'],
    ['openServicePage', 'Open the service’s page'],
  ] as const)('words %s as “%s”', async (action, name) => {
    const { user, bridge } = await renderQueue({ running: [jobSample({ actions: [action] })] })
    await user.click(queue().getByRole('button', { name }))
    expect(bridge.inputs('jobs.act')).toMatchObject([{ ids: ['job1'], action }])
  })

  test('pauses and resumes, and shows that it is paused', async () => {
    const { user, bridge } = await renderWindow()
    await user.click(queue().getByRole('button', { name: 'Pause queue' }))
    await queue().findByText('Paused')
    await user.click(queue().getByRole('button', { name: 'Resume queue' }))
    await queue().findByRole('button', { name: 'Pause queue' })
    expect(bridge.inputs('queue.pause')).toHaveLength(1)
    expect(bridge.inputs('queue.resume')).toHaveLength(1)
  })

  test('cancels a batch and says what will still arrive', async () => {
    const { user, bridge } = await renderQueue({ waiting: [batchSample({ id: 'b7' })] })
    await user.click(queue().getByRole('button', { name: 'Cancel batch' }))
    await screen.findByText('9 cancelled, 3 already sent will arrive')
    expect(bridge.inputs('batches.cancel')).toEqual([{ id: 'b7' }])
  })

  test('says that batches are held, in rows that leave the reason to the banner', async () => {
    const gate = { kind: 'held', error: appError('keyRefused') } as const
    await renderQueue({ waiting: [batchSample({ gate }), batchSample({ id: 'b2', gate })] })
    expect(queue().getAllByText('On hold.')).toHaveLength(2)
    expect(queue().queryByText(/refused the API key/)).toBeNull()
  })

  test('says of each task only that it waits, while its service can’t be reached', async () => {
    const error = appError('connectionRefused')
    const task = (id: string) => jobSample({ id, prompt: id, error })
    await renderQueue({
      running: [task('gull'), { ...task('heron'), error: null }, { ...task('tern'), connectionId: 'other' }],
      unreached: [{ connectionId: task('gull').connectionId, error }],
    })
    expect(queue().getAllByText('Waiting for the service.')).toHaveLength(1)
    expect(queue().getAllByText('Nothing answers at the service’s address.')).toHaveLength(1)
  })

  test('says that a batch waits for the user', async () => {
    await renderQueue({ waiting: [batchSample({ gate: { kind: 'asked' } })] })
    expect(group(/Waiting/).getByText('Waiting for your go-ahead.')).toBeVisible()
  })

  test('says why the next job is still here after it was tried', async () => {
    await renderQueue({ waiting: [batchSample({ nextError: appError('connectionRefused') })] })
    expect(group(/Waiting/).getByText('Nothing answers at the service’s address.')).toBeVisible()
  })

  test('shows the service’s own words, status and request id under Details, to copy', async () => {
    const detail = { status: 422, words: 'size must be one of …', requestId: 'req_7' }
    const extra = [
      { name: 'quality', value: 'high' },
      { name: 'seed', value: '41' },
    ]
    const request = { model: 'm', prompt: 'a fern', extra, connectionExtra: [{ name: 'seed', value: '7' }] }
    const { user, bridge } = await renderQueue({
      finished: [
        { ...jobSample({ state: 'failed', error: appError('requestRefused', { detail }) }), request },
      ],
    })
    expect(queue().queryByText('req_7')).toBeNull()
    await user.click(queue().getByRole('button', { name: 'Details' }))
    for (const text of ['size must be one of …', '422', 'req_7', /^seed 41\s+quality high$/])
      expect(queue().getByText(text)).toBeVisible()
    await user.click(queue().getByRole('button', { name: 'Copy' }))
    expect(await queue().findByRole('button', { name: 'Copied' })).toBeVisible()
    expect(bridge.inputs('app.copyText')[0]?.text).toContain('req_7')
  })

  test('fills the form from finished jobs, and from failed ones', async () => {
    const { user } = await renderQueue({
      finished: [
        jobSample({ id: 'f', state: 'failed', prompt: 'red scarf', error: appError('moderated') }),
        jobSample({
          id: 'd',
          state: 'done',
          saved: 1,
          prompt: 'greenhouse',
          items: [itemSample({ state: 'saved' })],
        }),
      ],
    })
    const prompt = screen.getByRole('textbox', { name: 'Prompt' })
    await user.click(queue().getByRole('button', { name: 'Edit' }))
    expect(prompt).toHaveProperty('value', 'red scarf')
    await user.click(queue().getByRole('button', { name: 'Reuse' }))
    expect(prompt).toHaveProperty('value', 'greenhouse')
  })

  test('shows neighbours of a batch that ended the same way as one row, and fills the form with them all', async () => {
    const saved = (id: string, rest: Parameters<typeof jobSample>[0] = {}) =>
      jobSample({ id, prompt: 'greenhouse', state: 'done', saved: 1, endedAt: 9_000, ...rest })
    const { user } = await renderQueue({
      batch: batchSample(),
      finished: [
        saved('d', { endedAt: 43_000 }),
        saved('c'),
        saved('b', { batchId: 'other' }),
        saved('a', { batchId: 'other', prompt: 'crane' }),
      ],
    })
    expect(queue().getAllByRole('listitem')).toHaveLength(3)
    const [row] = queue().getAllByRole('listitem')
    expect(row?.textContent).toMatch(/^greenhouse 2 images.*41 s/)
    await user.click(queue().getAllByRole('button', { name: 'Reuse' })[0] ?? expect.unreachable())
    expect(screen.getByRole('spinbutton', { name: 'Images' })).toHaveProperty('value', '2')
  })

  test('gives the focus to the next row when the focused one leaves', async () => {
    const left = [
      uncertainJob('connectionLost', { id: 'u', prompt: 'gull' }),
      uncertainJob('connectionLost', { id: 'v', prompt: 'heron' }),
    ]
    const main = createMainStandIn()
    main.bridge.answer('queue.overview', () => overviewOf({ needsYou: left }))
    main.bridge.answer('jobs.act', () => {
      left.shift()
      main.bridge.emit('queue.changed', { revision: 2 })
      return { done: 1, press: 1 }
    })
    const { user } = await renderWindow(main)
    const [settle] = queue().getAllByRole('button', { name: 'Leave as it is' })
    await user.click(settle ?? expect.unreachable())
    await waitFor(() => expect(queue().queryByText('gull')).toBeNull())
    expect(document.activeElement?.textContent).toContain('heron')
  })

  test('lists more when asked, and draws only a window of many', async () => {
    const done = (count: number) =>
      Array.from({ length: count }, (_, index) => jobSample({ id: `d${index}`, state: 'done', saved: 1 }))
    const main = createMainStandIn()
    main.bridge.answer('queue.overview', ({ limit }) => ({
      ...overviewOf({ finished: done(Math.min(300, limit)) }),
      counts: { needsYou: 0, running: 0, waiting: 0, stopped: 0, finished: 300 },
    }))
    const { user } = await renderWindow(main)
    expect(queue().getAllByRole('listitem')).toHaveLength(40)
    await user.click(queue().getByRole('button', { name: 'Show more' }))
    await waitFor(() =>
      expect(main.bridge.inputs('queue.overview').at(-1)).toEqual({ limit: 140, batchId: null }),
    )
    await waitFor(() => expect(queue().queryAllByRole('listitem').length).toBeLessThan(100))
  })

  test('says what could not be done', async () => {
    const { user, bridge } = await renderQueue({ running: [jobSample({ actions: ['stopWaiting'] })] })
    bridge.answer('jobs.act', () => {
      throw new AppFailure(appError('rowMissing'))
    })
    await user.click(queue().getByRole('button', { name: 'Stop waiting' }))
    expect(await gallery().findByText(/This no longer exists\./)).toBeVisible()
    await user.click(gallery().getByRole('button', { name: 'Dismiss' }))
    expect(screen.queryByText(/This no longer exists\./)).toBeNull()
  })

  test('says that it could not be read, until it has been', async () => {
    const { bridge } = await renderQueue({ running: [jobSample({ prompt: 'gull' })] })
    bridge.answer('queue.overview', () => {
      throw new AppFailure(appError('internal'))
    })
    bridge.emit('queue.changed', { revision: 2 })
    expect((await queue().findByRole('alert')).textContent).toContain('Something went wrong')
    bridge.answer('queue.overview', () => overviewOf({ running: [jobSample()] }))
    bridge.emit('queue.changed', { revision: 3 })
    await waitFor(() => expect(queue().queryByRole('alert')).toBeNull())
  })
})

describe('the queue if there is no room for it', () => {
  test('is a strip of counts and what needs the user, and opens on demand', async () => {
    setViewportWidth(1000)
    const { user } = await renderQueue({
      needsYou: [uncertainJob('connectionLost', { prompt: 'market street' })],
      waiting: [batchSample()],
    })
    for (const text of ['1 needs you', 'market street', '37 waiting']) {
      expect(queue().getByText(text)).toBeVisible()
    }
    await user.click(screen.getByRole('button', { name: 'Show queue' }))
    expect(queue().getByRole('button', { name: 'Leave as it is' })).toBeVisible()
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Hide queue' }))
    await user.click(screen.getByRole('button', { name: 'Hide queue' }))
    expect(document.activeElement).toBe(queue().getByRole('button', { name: 'Show queue' }))
  })
})

test('the strip says what could not be done, too', async () => {
  setViewportWidth(1000)
  const { user, bridge } = await renderQueue({ waiting: [batchSample()] })
  bridge.answer('queue.pause', () => {
    throw new AppFailure(appError('storageUnwritable'))
  })
  await user.click(queue().getByRole('button', { name: 'Pause queue' }))
  expect(await gallery().findByRole('button', { name: 'Dismiss' })).toBeVisible()
})

describe('a running row', () => {
  test('counts its seconds, and the one timer stops with the last of them', async () => {
    vi.setSystemTime(23_000)
    const ticker = createTicker()
    const seen: number[] = []
    const leave = ticker.subscribe(() => seen.push(ticker.now()))
    const leaveToo = ticker.subscribe(() => {})
    expect(vi.getTimerCount()).toBe(1)
    vi.advanceTimersByTime(2000)
    expect(seen).toEqual([24_000, 25_000])
    leave()
    leaveToo()
    expect(vi.getTimerCount()).toBe(0)
  })
})
