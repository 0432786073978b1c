import { AppFailure, appError } from '@shared/errors'
import { groupRowsMaximum } from '@shared/model/queue'
import { describe, expect, test, vi } from 'vitest'
import { createClient } from '../../../renderer/client/client'
import { createBatchFilter } from '../../../renderer/stores/batchFilter'
import { createQueueStore } from '../../../renderer/stores/queueStore'
import { createFakeBridge } from '../../support/fakeBridge'
import { batchSample, jobSample, overviewOf } from '../../support/jobSamples'
import { waitUntil } from '../../support/windowClock'

describe('the queue store', () => {
  test('joins the changes that come while it reads into one more read, and ends with the latest state', async () => {
    let revision = 0
    const bridge = createFakeBridge({ 'queue.overview': () => ({ ...overviewOf({}), revision }) })
    const queue = createQueueStore(createClient(bridge), createBatchFilter())
    for (revision = 1; revision < 30; revision++) bridge.emit('queue.changed', { revision })
    await waitUntil(() => queue.getState().overview?.revision === 30)
    expect(bridge.inputs('queue.overview')).toHaveLength(2)
    queue.dispose()
    bridge.emit('queue.changed', { revision: 31 })
    expect(bridge.inputs('queue.overview')).toHaveLength(2)
  })

  test('reads again when a new day begins, so that today’s figures are right', async () => {
    vi.setSystemTime(new Date(2026, 2, 10, 23, 58))
    const bridge = createFakeBridge({ 'queue.overview': () => overviewOf({}) })
    const queue = createQueueStore(createClient(bridge), createBatchFilter())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(bridge.inputs('queue.overview')).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(10 * 60_000)
    expect(bridge.inputs('queue.overview')).toHaveLength(1)
    queue.dispose()
    expect(vi.getTimerCount()).toBe(0)
  })

  test('keeps every job and batch that did not change the same object', async () => {
    let progress = 10
    const bridge = createFakeBridge({
      'queue.overview': () =>
        overviewOf({
          running: [jobSample({ id: 'a', progress }), jobSample({ id: 'b', progress: 50 })],
          waiting: [batchSample()],
        }),
    })
    const queue = createQueueStore(createClient(bridge), createBatchFilter())
    await queue.refresh()
    const before = queue.getState().overview
    progress = 11
    await queue.refresh()
    const after = queue.getState().overview
    expect(after?.running[0]).not.toBe(before?.running[0])
    expect(after?.running[1]).toBe(before?.running[1])
    expect(after?.waiting[0]).toBe(before?.waiting[0])
    expect(after?.counts).toBe(before?.counts)
  })

  test('keeps the failure and what it knew until it can be read again', async () => {
    const read = () => overviewOf({ running: [jobSample()] })
    const bridge = createFakeBridge({ 'queue.overview': read })
    const queue = createQueueStore(createClient(bridge), createBatchFilter())
    await queue.refresh()
    bridge.answer('queue.overview', () => {
      throw new AppFailure(appError('storageUnwritable'))
    })
    await queue.refresh()
    expect(queue.getState()).toMatchObject({
      failure: { code: 'storageUnwritable' },
      overview: { running: [{ id: 'job1' }] },
    })
    bridge.answer('queue.overview', read)
    await queue.refresh()
    expect(queue.getState().failure).toBeNull()
  })

  test('rejects with the refusal of a pause', async () => {
    const bridge = createFakeBridge({})
    const queue = createQueueStore(createClient(bridge), createBatchFilter())
    bridge.answer('queue.pause', () => {
      throw new AppFailure(appError('storageUnwritable'))
    })
    await expect(queue.togglePause()).rejects.toMatchObject({ error: { code: 'storageUnwritable' } })
    expect(queue.getState().failure).toBeNull()
  })

  test('asks for more rows, up to what the bridge allows', async () => {
    const bridge = createFakeBridge({ 'queue.overview': () => overviewOf({}) })
    const queue = createQueueStore(createClient(bridge), createBatchFilter())
    for (let press = 0; press < 8; press++) await queue.showMore()
    const limits = bridge.inputs('queue.overview').map(({ limit }) => limit)
    expect(limits.at(0)).toBeGreaterThan(40)
    expect(limits.at(-1)).toBe(groupRowsMaximum)
  })
})
