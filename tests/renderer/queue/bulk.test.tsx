import { AppFailure, appError, type ErrorCode } from '@shared/errors'
import { costOf } from '@shared/model/cost'
import type { Fold } from '@shared/model/jobSet'
import type { QueueOverview } from '@shared/model/queue'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { batchSample, itemSample, jobSample, overviewOf, uncertainJob } from '../../support/jobSamples'
import { createMainStandIn, demoConnection, gateSample, serviceConnection } from '../../support/mainStandIn'
import { renderWindow } from '../../support/renderWindow'
import { setViewportWidth } from '../../support/viewport'

beforeEach(() => setViewportWidth(1280))

const queue = () => within(screen.getByRole('region', { name: 'Queue' }))
const question = () => within(screen.getByRole('dialog'))
const times = (count: number) => Array.from({ length: count }, (_, index) => index)

async function renderQueue(lists: Partial<QueueOverview>) {
  const main = createMainStandIn({ connections: [demoConnection, serviceConnection] })
  main.bridge.answer('queue.overview', () => overviewOf(lists))
  main.bridge.answer('jobs.act', ({ ids, sets = [] }) => ({
    done: ids.length + 300 * sets.length,
    press: null,
  }))
  return renderWindow(main)
}

const outage = (code: ErrorCode, count: number): Fold => ({
  jobs: { set: 'needsYou', connectionId: 'demo', batchId: null, code, from: 0, until: 9_000 },
  count,
})
const lost = times(7).map((index) =>
  uncertainJob('connectionLost', { id: `u${index}`, prompt: `fern ${index}` }),
)

describe('tasks of a connection that was removed', () => {
  const attention = appError('removedRefused', {
    params: { connection: 'Aurora', code: 'keyRefused' },
    retry: 'free',
  })
  const task = (id: string) =>
    jobSample({
      id,
      connectionId: 'gone',
      attention,
      actions: ['restoreConnection', 'retryDownload', 'stopWaiting'],
    })

  test('say so, and bring it back', async () => {
    const { user, bridge } = await renderQueue({ needsYou: [task('t')] })
    const row = queue().getByRole('listitem')
    expect(row.textContent).toContain('Aurora was removed, and this can’t be fetched.')
    expect(row.textContent).toContain('The service refused the API key.')
    await user.click(within(row).getByRole('button', { name: 'Bring the connection back' }))
    expect(bridge.inputs('jobs.act')).toEqual([{ ids: ['t'], action: 'restoreConnection' }])
  })

  test('are one line that brings it back, and says where it is then', async () => {
    const set = { ...outage('removedRefused', 300).jobs, connectionId: 'gone' }
    const { user, bridge } = await renderQueue({
      needsYou: times(7).map((index) => task(`t${index}`)),
      folds: [{ jobs: set, count: 300 }],
    })
    bridge.answer('jobs.act', () => ({ done: 1, press: null }))
    expect(queue().getByText(/^Aurora was removed, and this can’t be fetched\./)).toBeVisible()
    await user.click(queue().getByRole('button', { name: 'Bring the connection back' }))
    expect(bridge.inputs('jobs.act')).toEqual([{ ids: [], sets: [set], action: 'restoreConnection' }])
    expect(await screen.findByText('The connection is back in Settings')).toBeVisible()
  })
})

test('tasks that another server is to be asked about say in one line that it gets the key', async () => {
  const attention = appError('taskAskedElsewhere', { params: { origin: 'https://b.test' } })
  const needsYou = times(7).map((index) =>
    jobSample({ id: `e${index}`, state: 'running', attention, actions: ['allowTaskOrigin'] }),
  )
  await renderQueue({ needsYou, folds: [outage('taskAskedElsewhere', 7)] })
  expect(queue().getByText(/^That address gets the API key only if you allow it\./)).toBeVisible()
})

describe('three hundred requests of one outage', () => {
  const lists = {
    needsYou: lost,
    folds: [outage('connectionLost', 300)],
    counts: { needsYou: 300, running: 0, waiting: 0, stopped: 0, finished: 0 },
  }

  test('are one line with the count of them all, which opens', async () => {
    const { user } = await renderQueue(lists)
    expect(queue().getByRole('group', { name: 'fern 0 and 299 like it' })).toBeVisible()
    // What those ask for that aren't listed isn't known.
    expect(queue().getByText('No answer came.')).toBeVisible()
    expect(queue().getAllByRole('listitem')).toHaveLength(1)
    expect(queue().queryByText('fern 3')).toBeNull()
    await user.click(queue().getByRole('button', { name: 'More for fern 0 and 299 like it' }))
    await user.click(screen.getByRole('menuitem', { name: 'Show them' }))
    expect(queue().getByText('fern 3')).toBeVisible()
  })

  test('are sent again as a whole after one question that names what may be billed', async () => {
    const { user, bridge } = await renderQueue(lists)
    bridge.answer('jobs.estimate', () => [
      { connectionId: 'demo', name: 'Demo', demo: false, cost: costOf(300, 2) },
    ])
    await user.click(queue().getByRole('button', { name: 'Send 300 again, may be billed again' }))
    expect(question().getByText(/billed again: up to 300/)).toBeVisible()
    expect(question().getByText('At your prices: about 600 credits.')).toBeVisible()
    expect(bridge.inputs('jobs.estimate')).toEqual([{ ids: [], sets: [outage('connectionLost', 300).jobs] }])
    expect(bridge.inputs('jobs.act')).toEqual([])
    await user.click(question().getByRole('button', { name: 'Send 300 again' }))
    expect(bridge.inputs('jobs.act')).toEqual([
      { ids: [], sets: [outage('connectionLost', 300).jobs], action: 'sendAgain' },
    ])
    expect(await screen.findByText('300 queued to be sent again')).toBeVisible()
  })

  test('are left unchanged if the user doesn’t agree', async () => {
    const { user, bridge } = await renderQueue(lists)
    await user.click(queue().getByRole('button', { name: 'Send 300 again, may be billed again' }))
    await user.click(question().getByRole('button', { name: 'Go back' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(bridge.inputs('jobs.act')).toEqual([])
  })

  test('and others beside them are acted on together, as shown', async () => {
    const alone = uncertainJob('answerHtml', { id: 'x' })
    const { user, bridge } = await renderQueue({ ...lists, needsYou: [...lost, alone] })
    await user.click(queue().getByRole('button', { name: 'Leave 301 as they are' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(bridge.inputs('jobs.act')).toEqual([
      { ids: ['x'], sets: [outage('connectionLost', 300).jobs], action: 'settle' },
    ])
  })
})

test('sends the requests of a batch that failed the same way again, saying how many are billed', async () => {
  const failed = times(6).map((index) =>
    jobSample({
      id: `f${index}`,
      state: 'failed',
      error: appError('serviceFailed'),
      endedAt: 5_000,
      actions: ['retryAsNew'],
    }),
  )
  const set = { set: 'failed', batchId: 'batch1', code: 'serviceFailed', from: 0, until: 9_000 } as const
  const { user, bridge } = await renderQueue({
    batch: batchSample(),
    finished: failed,
    folds: [{ jobs: set, count: 37 }],
  })
  expect(queue().getByText('37 failed')).toBeVisible()
  await user.click(queue().getByRole('button', { name: 'Send 37 as new requests, billed' }))
  await user.click(question().getByRole('button', { name: 'Send 37' }))
  expect(bridge.inputs('jobs.act')).toEqual([{ ids: [], sets: [set], action: 'retryAsNew' }])
})

describe('images that can’t be fetched', () => {
  const stuck = times(6).map((index) =>
    jobSample({
      id: `s${index}`,
      state: 'saving',
      attention: appError('imageStuck', { params: { code: 'connectionLost' } }),
      items: [itemSample({ state: 'ready' })],
      actions: ['retryDownload', 'giveUp'],
    }),
  )

  test('are given up together without a question, and it is said', async () => {
    const { user, bridge } = await renderQueue({ needsYou: stuck, folds: [outage('imageStuck', 300)] })
    await user.click(queue().getByRole('button', { name: 'Give up on all 300' }))
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(bridge.inputs('jobs.act')).toEqual([
      { ids: [], sets: [outage('imageStuck', 300).jobs], action: 'giveUp' },
    ])
    expect(await screen.findByText('300 requests no longer wait for their images')).toBeVisible()
  })

  test('are given up one by one too, and requested again', async () => {
    const error = appError('imageGivenUp', { retry: 'free' })
    const { user, bridge } = await renderQueue({
      running: stuck.slice(0, 1).map((job) => ({ ...job, attention: null })),
      finished: [jobSample({ id: 'g', state: 'failed', billed: 'yes', error, actions: ['retryDownload'] })],
    })
    await user.click(queue().getByRole('button', { name: 'Give up on this image' }))
    expect(bridge.inputs('jobs.act')).toEqual([{ ids: ['s0'], action: 'giveUp' }])
    expect(queue().getByText('You gave up on this image.')).toBeVisible()
    expect(queue().getByText(/^Billed\. If you want it after all/)).toBeVisible()
  })

  test('are not given up together with those of their batch that are about to be saved', async () => {
    const running = stuck.map((job) => ({ ...job, attention: null }))
    const fold = { jobs: { set: 'running', batchId: 'batch1' }, count: 12 } as const
    await renderQueue({ running, folds: [fold] })
    expect(queue().getByRole('button', { name: 'Show them' })).toBeVisible()
    expect(queue().queryByRole('button', { name: /^Give up/ })).toBeNull()
  })
})

test('stops waiting for all tasks and undoes that', async () => {
  const { user, bridge } = await renderQueue({
    running: [jobSample({ actions: ['stopWaiting'] })],
    waitedFor: 12,
  })
  bridge.answer('jobs.act', () => ({ done: 12, press: 7 }))
  bridge.answer('presses.takeBack', () => ({ done: 11, left: 1 }))
  await user.click(queue().getByRole('button', { name: 'Stop waiting for all' }))
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('Waiting for 11 tasks again; 1 has changed since and stays as it is')
  expect(bridge.inputs('jobs.act')).toEqual([
    { ids: [], sets: [{ set: 'running', batchId: null }], action: 'stopWaiting' },
  ])
  expect(bridge.inputs('presses.takeBack')).toEqual([{ press: 7 }])
})

test('cancels everything that is waiting, says what will still arrive, and undoes it', async () => {
  const { user, bridge } = await renderQueue({
    waiting: [batchSample({ waiting: 400 }), batchSample({ id: 'b2', waiting: 88 })],
  })
  await user.click(queue().getByRole('button', { name: 'Cancel everything' }))
  expect(await screen.findByText('488 cancelled, 12 already sent will arrive')).toBeVisible()
  bridge.answer('presses.takeBack', () => ({ done: 488, left: 0 }))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await screen.findByText('488 requests wait again')).toBeVisible()
  expect(bridge.inputs('presses.takeBack')).toEqual([{ press: 2 }])
})

test('says why nothing was cancelled', async () => {
  const { user, bridge } = await renderQueue({ waiting: [batchSample(), batchSample({ id: 'b2' })] })
  bridge.answer('queue.cancelWaiting', () => {
    throw new AppFailure(appError('rowMissing'))
  })
  await user.click(queue().getByRole('button', { name: 'Cancel everything' }))
  expect(await screen.findByText(/^This no longer exists/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('clears finished jobs from the list, and lists them again', async () => {
  const { user, bridge } = await renderQueue({ finished: [jobSample({ state: 'done', saved: 1 })] })
  await user.click(queue().getByRole('button', { name: 'Clear' }))
  await screen.findByText('1 finished request cleared')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findByText('1 finished request is listed again')
  expect(bridge.inputs('queue.clearFinished')).toHaveLength(1)
  expect(bridge.inputs('presses.takeBack')).toEqual([{ press: 3 }])
})

test('gives the focus to the following row when the whole focused group goes', async () => {
  const main = createMainStandIn()
  const failed = jobSample({ id: 'f', prompt: 'gull', state: 'failed', error: appError('moderated') })
  let waiting = [batchSample(), batchSample({ id: 'b2' })]
  main.bridge.answer('queue.overview', () => overviewOf({ waiting, finished: [failed] }))
  main.bridge.answer('queue.cancelWaiting', async () => {
    waiting = []
    main.bridge.emit('queue.changed', { revision: 2 })
    return { cancelled: 74, arriving: 0, press: null }
  })
  const { user } = await renderWindow(main)
  await user.click(queue().getByRole('button', { name: 'Cancel everything' }))
  await screen.findByText('74 requests cancelled, nothing was sent')
  expect(document.activeElement?.textContent).toContain('gull')
})

describe('a connection', () => {
  test('is paused at its batch, shown as paused, and resumed', async () => {
    const { user, bridge } = await renderQueue({})
    bridge.answer('queue.overview', () => {
      const paused = bridge.inputs('connections.setPaused').at(-1)?.paused ?? false
      return overviewOf({ waiting: [batchSample({ gate: gateSample({ ...demoConnection, paused }) })] })
    })
    act(() => bridge.emit('queue.changed', { revision: 2 }))
    await queue().findByText('Chairs')
    const openMenu = () => user.click(queue().getByRole('button', { name: 'More for Chairs' }))
    await openMenu()
    await user.click(await screen.findByRole('menuitem', { name: 'Pause Demo' }))
    expect(await queue().findByText('Demo is paused: nothing is sent to it')).toBeVisible()
    expect(await queue().findByText('Demo is paused.')).toBeVisible()
    await user.click(queue().getByRole('button', { name: 'Resume Demo' }))
    await waitFor(() => expect(queue().queryByText('Demo is paused.')).toBeNull())
    await openMenu()
    expect(await screen.findByRole('menuitem', { name: 'Pause Demo' })).toBeVisible()
    expect(bridge.inputs('connections.setPaused')).toEqual([
      { id: 'demo', paused: true },
      { id: 'demo', paused: false },
    ])
  })

  test('gives the focus back when it is resumed', async () => {
    const { user } = await renderWindow({ connections: [{ ...demoConnection, paused: true }] })
    const before = queue().getByRole('button', { name: 'Pause queue' })
    before.focus()
    await user.keyboard('{ArrowDown}{Enter}')
    await waitFor(() => expect(queue().queryByText('Demo is paused: nothing is sent to it')).toBeNull())
    expect(document.activeElement).toBe(before)
  })

  test('is paused and resumed in Settings too', async () => {
    const { user } = await renderQueue({})
    await user.click(screen.getByRole('button', { name: 'Settings' }))
    await user.click(screen.getByRole('button', { name: 'Pause Aurora' }))
    await user.click(await screen.findByRole('button', { name: 'Resume Aurora' }))
    expect(await screen.findByRole('button', { name: 'Pause Aurora' })).toBeVisible()
  })
})

describe('a waiting batch', () => {
  test('says that the library holds it', async () => {
    const gate = { kind: 'computer', by: 'library', error: appError('libraryUnwritable') } as const
    await renderQueue({ waiting: [batchSample({ gate })] })
    expect(queue().getByText('On hold.')).toBeVisible()
  })

  test('says that the service can’t be reached, or asked for quiet and until when', async () => {
    const error = appError('hostNotFound')
    await renderQueue({
      waiting: [
        batchSample({ gate: { kind: 'unreached', error } }),
        batchSample({
          id: 'b2',
          connectionId: 'aurora',
          gate: { kind: 'quiet', until: Date.now() + 40_500 },
        }),
      ],
    })
    const [unreached, quiet] = queue().getAllByRole('listitem')
    expect(unreached?.textContent).toContain('Waiting for the service.')
    expect(quiet?.textContent).toMatch(/The service asked Cyanotype to slow down\. Retries in (41|40|39) s\./)
  })

  test('says when it is retried', async () => {
    const nextTry = Date.now() + 40_500
    await renderQueue({ waiting: [batchSample({ nextError: appError('connectionRefused'), nextTry })] })
    expect(queue().getByText(/Retries in (41|40|39) s\./)).toBeVisible()
  })
})

test('a banner that goes away while focused gives the focus back', async () => {
  const notice = { id: 'n', level: 'warning', error: appError('keychainMissing'), dismissible: true } as const
  const { user, bridge } = await renderWindow({ notices: [notice] })
  bridge.answer('app.dismissNotice', () => {
    bridge.emit('app.noticesChanged', [])
    return null
  })
  const before = screen.getByRole('button', { name: 'Settings' })
  before.focus()
  // Over the button that shows it in full.
  await user.tab({ shift: true })
  await user.tab({ shift: true })
  expect(document.activeElement?.textContent).toBe('Dismiss')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(document.activeElement).toBe(before))
})
