import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appError } from '@shared/errors'
import type { Connection, ConnectionDraft } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import type { ItemReading } from '../../../electron/core/service/answers/reading'
import { task, taskReading } from '../../support/scriptedClient'
import { noteStatements } from '../../support/statements'
import { type Bench, calm, openBench, pass } from './bench'
import { allJobs, connect, deliverReady, enqueue, openQueue, states } from './queueHarness'

const second = 1000
const minute = 60 * second

const doneAt = (taskId: string) =>
  task(taskReading('done', { taskId, urls: [`https://files.test/${taskId}`] }))

/** A service whose tasks end at once while nothing is fetched. */
async function open(limits: Partial<ConnectionDraft>): Promise<{ bench: Bench; connection: Connection }> {
  const bench = await openBench()
  bench.client.onPoll = doneAt
  const connection = await connect(bench, 'https://service.test', { backgroundSlots: 4, ...limits })
  return { bench, connection }
}

const gateOf = ({ queue }: Bench, { id }: Connection) =>
  queue.overview(1).gates.find(({ connectionId }) => connectionId === id)?.gate

describe('images that are paid for and not on disk', () => {
  test('block further sends once there are too many, until some of them are here', async () => {
    const { bench, connection } = await open({ undeliveredImages: 10 })
    enqueue(bench, connection, { n: 60 })
    await pass(bench, 5 * minute)
    const sent = bench.client.sent.length
    expect(sent).toBeGreaterThanOrEqual(10)
    expect(sent).toBeLessThanOrEqual(10 + 4)
    const count = { images: sent, megabytes: 4 * sent }
    expect(gateOf(bench, connection)).toEqual({ kind: 'undelivered', ...count })
    expect(bench.queue.overview(1)).toMatchObject({
      undelivered: [{ connectionId: connection.id, ...count, sendsAnyway: false }],
      waiting: [{ gate: { kind: 'undelivered', ...count } }],
    })

    for (let more = 0; more < 10 && bench.client.sent.length < 60; more++) {
      deliverReady(bench)
      await pass(bench, minute)
    }
    expect(bench.client.sent).toHaveLength(60)
  })

  test.each([
    ['whose addresses no longer answer', { kind: 'expired', error: appError('imageExpired') }],
    ['that are a page instead', { kind: 'failed', error: appError('imageNotAnImage') }],
  ] as const)('%s hold the connection, as they end one after another', async (_, setback) => {
    const { bench, connection } = await open({ undeliveredImages: 10 })
    enqueue(bench, connection, { n: 60 })
    // Those on their way when the third is lost, and those that are sent meanwhile.
    const most = 10 + 4 + 3
    const loseAll = async () => {
      for (let turn = 0; turn < 40; turn++) {
        for (const { jobId, index } of bench.queue.readyItems(100))
          bench.queue.itemSetBack(jobId, index, setback)
        await pass(bench, 5 * second)
      }
    }
    await loseAll()
    const sent = bench.client.sent.length
    expect(sent).toBeGreaterThanOrEqual(3)
    expect(sent).toBeLessThanOrEqual(most)
    expect(gateOf(bench, connection)).toMatchObject({ kind: 'held', error: { code: 'imagesLost' } })

    // Resumed, it is held again when the next one is lost, and goes on for good once one is here.
    bench.queue.resumeConnection(connection.id)
    await loseAll()
    expect(bench.client.sent.length - sent).toBeLessThanOrEqual(most)
    expect(gateOf(bench, connection)).toMatchObject({ kind: 'held', error: { code: 'imagesLost' } })
    bench.queue.resumeConnection(connection.id)
    for (let turn = 0; turn < 200 && bench.client.sent.length < 60; turn++) {
      deliverReady(bench)
      await pass(bench, 5 * second)
    }
    expect(bench.client.sent).toHaveLength(60)
  })

  test('do not hold it once more when they are fetched again in vain', async () => {
    const { bench, connection } = await open({ backgroundSlots: 3 })
    enqueue(bench, connection, { n: 3 })
    const loseAll = async () => {
      for (let turn = 0; turn < 10; turn++) {
        for (const { jobId, index } of bench.queue.readyItems(100))
          bench.queue.itemSetBack(jobId, index, { kind: 'failed', error: appError('imageNotAnImage') })
        await pass(bench, 5 * second)
      }
    }
    await loseAll()
    expect(gateOf(bench, connection)).toMatchObject({ kind: 'held', error: { code: 'imagesLost' } })
    bench.queue.resumeConnection(connection.id)
    const ids = allJobs(bench).map(({ id }) => id)
    expect(await bench.queue.act(ids, 'retryDownload')).toBe(3)
    await loseAll()
    expect(states(bench)).toEqual({ failed: 3 })
    enqueue(bench, connection)
    await loseAll()
    expect(bench.client.sent).toHaveLength(4)
  })

  test('do not hold it if the user gave them up', async () => {
    const { bench, connection } = await open({})
    enqueue(bench, connection, { n: 12 })
    for (let turn = 0; turn < 40; turn++) {
      const ready = bench.queue.readyItems(100).map(({ jobId }) => jobId)
      await bench.queue.act(ready, 'giveUp')
      await pass(bench, 5 * second)
    }
    expect(bench.client.sent).toHaveLength(12)
    expect(gateOf(bench, connection)).toEqual({ kind: 'open' })
  })

  test('also do so once they are too large, those in the spool by their size', async () => {
    const { bench, connection } = await open({ undeliveredMegabytes: 3, backgroundSlots: 1 })
    mkdirSync(join(bench.folder, 'spool'), { recursive: true })
    bench.client.onPoll = (taskId) => {
      const path = join(bench.folder, 'spool', taskId)
      writeFileSync(path, Buffer.alloc(1_100_000))
      const item: ItemReading = {
        index: 0,
        entry: null,
        phase: 'done',
        source: { kind: 'file', path },
        revisedPrompt: null,
        error: null,
      }
      return task(taskReading('done', { taskId, items: [item] }))
    }
    enqueue(bench, connection, { n: 9 })
    await pass(bench, 5 * minute)
    expect(bench.client.sent).toHaveLength(3)
    expect(gateOf(bench, connection)).toEqual({ kind: 'undelivered', images: 3, megabytes: 3 })
  })

  test('also count as usual when text came from their addresses, which is kept', async () => {
    const { bench, connection } = await open({ undeliveredImages: 1, backgroundSlots: 1 })
    enqueue(bench, connection, { n: 3 })
    await pass(bench, minute)
    const kept = join(bench.folder, 'kept.txt')
    writeFileSync(kept, 'no image')
    const setback = { notBefore: bench.clock.now() + minute, error: appError('answerText'), kept }
    for (const { jobId, index } of bench.queue.readyItems(10))
      bench.queue.itemSetBack(jobId, index, { kind: 'later', ...setback })
    const images = bench.client.sent.length
    expect(gateOf(bench, connection)).toEqual({ kind: 'undelivered', images, megabytes: 4 * images })
  })

  test('are counted while an expired address is being refreshed, but not while their task runs', async () => {
    const { bench, connection } = await open({ undeliveredImages: 1, backgroundSlots: 3 })
    bench.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
    enqueue(bench, connection, { n: 4 })
    await pass(bench, 10 * second)
    expect(bench.client.sent).toHaveLength(3)
    expect(gateOf(bench, connection)).toEqual({ kind: 'open' })

    const [first] = allJobs(bench)
    bench.client.onPoll = (taskId) =>
      taskId === `task-${first?.id}` ? doneAt(taskId) : task(taskReading('running', { taskId }))
    await pass(bench, 30 * second)
    expect(bench.queue.find(first?.id ?? '')?.state).toBe('saving')
    bench.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
    bench.queue.itemSetBack(first?.id ?? '', 0, { kind: 'expired', error: appError('imageExpired') })
    await pass(bench, minute)
    expect(gateOf(bench, connection)).toMatchObject({ kind: 'undelivered', images: 1 })
    expect(bench.client.sent).toHaveLength(3)
    await bench.queue.act([first?.id ?? ''], 'giveUp')
    await pass(bench, second)
    expect(bench.client.sent).toHaveLength(4)
  })

  test('do not affect other connections', async () => {
    const { bench, connection } = await open({ undeliveredImages: 1 })
    const other = await connect(bench, 'https://other.test', { backgroundSlots: 4 })
    enqueue(bench, connection, { n: 9 })
    await pass(bench, minute)
    const sent = bench.client.sent.length
    expect(gateOf(bench, connection)?.kind).toBe('undelivered')
    expect(gateOf(bench, other)).toEqual({ kind: 'open' })
    enqueue(bench, other, { n: 20 })
    await pass(bench, 2 * minute)
    expect(bench.client.sent).toHaveLength(sent + 20)
  })

  test('hold nothing up when the user says so, until there are fewer again', async () => {
    const { bench, connection } = await open({ undeliveredImages: 5, backgroundSlots: 1 })
    enqueue(bench, connection, { n: 40 })
    await pass(bench, minute)
    expect(bench.client.sent).toHaveLength(5)

    bench.queue.sendAnyway(connection.id)
    bench.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
    await pass(bench, second)
    expect(bench.client.sent).toHaveLength(6)
    expect(gateOf(bench, connection)).toEqual({ kind: 'open' })
    expect(bench.queue.overview(1).undelivered).toMatchObject([{ images: 5, sendsAnyway: true }])

    deliverReady(bench)
    await calm()
    expect(bench.queue.overview(1).undelivered).toEqual([])
    bench.client.onPoll = doneAt
    await pass(bench, 5 * minute)
    expect(gateOf(bench, connection)).toMatchObject({ kind: 'undelivered', images: 5 })
    expect(bench.client.sent).toHaveLength(10)
  })

  test('can be more once the user allows it for the connection', async () => {
    const { bench, connection } = await open({ undeliveredImages: 5, backgroundSlots: 1 })
    enqueue(bench, connection, { n: 40 })
    await pass(bench, minute)
    const { id, hold, keyState, paused, kind, ...saved } = connection
    const raised = { ...saved, undeliveredImages: 7, undeliveredMegabytes: 28 }
    expect(await bench.connections.save(id, raised, null)).toMatchObject(raised)
    await pass(bench, minute)
    expect(bench.client.sent).toHaveLength(7)
  })

  test('are given up together, and requested again', async () => {
    const { bench, connection } = await open({ undeliveredImages: 5, backgroundSlots: 1 })
    const batchId = enqueue(bench, connection, { n: 6 })
    await pass(bench, minute)
    expect(states(bench)).toEqual({ saving: 5, queued: 1 })
    const set = { set: 'undelivered', connectionId: connection.id } as const
    bench.queue.pause()
    expect(await bench.queue.act([], 'giveUp', [set])).toBe(5)
    expect(states(bench)).toEqual({ failed: 5, queued: 1 })
    expect(bench.queue.overview(1).undelivered).toEqual([])
    const failed = bench.queue.overview(10, batchId).folds.map(({ jobs }) => jobs)
    expect(await bench.queue.act([], 'retryDownload', failed)).toBe(5)
    expect(bench.queue.readyItems(10)).toHaveLength(5)
  })

  test('are counted again by the next start', async () => {
    const { bench, connection } = await open({ undeliveredImages: 5, backgroundSlots: 1 })
    enqueue(bench, connection, { n: 40 })
    await pass(bench, minute)
    bench.queue.sendAnyway(connection.id)
    await bench.stop()
    const again = await openBench(bench.folder, { at: bench.clock.now() })
    await pass(again, minute)
    expect(again.client.sent).toEqual([])
    expect(gateOf(again, connection)).toMatchObject({ kind: 'undelivered' })
  })
})

test('are counted among a hundred thousand by an index of theirs alone', async () => {
  const queue = await openQueue({ started: false })
  enqueue(queue, await connect(queue, 'https://service.test', { undeliveredImages: 1000 }))
  queue.queue.pause()
  const { plans, wholeTables } = await noteStatements(queue.db, () => queue.queue.overview(1))
  expect(plans.filter((plan) => plan.includes('items_undelivered'))).not.toEqual([])
  expect(wholeTables).not.toContain('jobs')
  expect(wholeTables).not.toContain('items')
  expect(plans.filter((plan) => /^SCAN items\b(?! USING INDEX items_undelivered)/.test(plan))).toEqual([])
})
