import { appError } from '@shared/errors'
import { connectionDefaults } from '@shared/model/connection'
import { describe, expect, test } from 'vitest'
import type { ItemReading } from '../../../electron/core/service/answers/reading'
import { task, taskReading } from '../../support/scriptedClient'
import { type Bench, calm, openBench, pass } from './bench'
import { allJobs, connect, enqueue, only } from './queueHarness'

const second = 1000
const minute = 60 * second

/** A job whose task ended with these images, none of which can be fetched. */
async function stuck(bench: Bench, urls: readonly string[]) {
  bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls }))
  const connection = await connect(bench, 'https://service.test')
  const batchId = enqueue(bench, connection)
  await pass(bench, 2 * second)
  const { id, state } = only(allJobs(bench))
  expect(state).toBe('saving')
  return { id, batchId, connection }
}

const later = (bench: Bench) => ({
  kind: 'later' as const,
  notBefore: bench.clock.now() + minute,
  error: appError('connectionLost'),
})

describe('an image the user gives up', () => {
  test('ends its job, which no longer locks its batch or its connection’s address', async () => {
    const bench = await openBench()
    const { id, batchId, connection } = await stuck(bench, ['https://files.test/1'])
    const ends: unknown[] = []
    bench.queue.onBatchDone((end) => ends.push(end))
    const moved = { ...connectionDefaults, name: 'Moved', baseUrl: 'https://elsewhere.test' }
    await expect(bench.connections.save(connection.id, moved, null)).rejects.toThrow('originLocked')

    expect(await bench.queue.act([id], 'giveUp')).toBe(1)
    expect(bench.queue.find(id)).toMatchObject({
      state: 'failed',
      billed: 'yes',
      error: { code: 'imageGivenUp' },
      items: [{ state: 'failed', error: { code: 'imageGivenUp' } }],
    })
    await calm()
    expect(ends).toMatchObject([{ saved: 0, failed: 1 }])
    expect(bench.queue.overview(10, batchId).batch).toMatchObject({ running: 0, failed: 1 })
    expect(await bench.connections.save(connection.id, moved, null)).toMatchObject({ name: 'Moved' })
  })

  test('keeps its address, and is fetched after all when the user asks for it', async () => {
    const bench = await openBench()
    const { id } = await stuck(bench, ['https://files.test/1'])
    await bench.queue.act([id], 'giveUp')
    expect(bench.queue.readyItems(1)).toEqual([])
    expect(bench.queue.find(id)?.actions).toEqual(['retryDownload', 'retryAsNew'])
    await bench.queue.act([id], 'retryDownload')
    expect(bench.queue.readyItems(1)).toMatchObject([{ jobId: id, url: 'https://files.test/1', tries: 0 }])
    bench.queue.itemSaved(id, 0, 'image')
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 1, error: null })
  })

  test('doesn’t affect its job’s images that are already here', async () => {
    const bench = await openBench()
    const { id } = await stuck(bench, ['https://files.test/1', 'https://files.test/2'])
    bench.queue.itemSaved(id, 0, 'image')
    bench.queue.itemSetBack(id, 1, later(bench))
    await bench.queue.act([id], 'giveUp')
    expect(bench.queue.find(id)).toMatchObject({
      state: 'done',
      saved: 1,
      error: { code: 'imageGivenUp' },
      items: [{ state: 'saved' }, { state: 'failed' }],
    })
  })

  test('is saved all the same if its download was under way', async () => {
    const bench = await openBench()
    const { id } = await stuck(bench, ['https://files.test/1'])
    await bench.queue.act([id], 'giveUp')
    bench.queue.itemSetBack(id, 0, later(bench))
    expect(bench.queue.find(id)).toMatchObject({ state: 'failed', error: { code: 'imageGivenUp' } })
    bench.queue.itemSaved(id, 0, 'image')
    expect(bench.queue.find(id)).toMatchObject({
      state: 'done',
      saved: 1,
      error: null,
      items: [{ state: 'saved', imageId: 'image' }],
    })
  })

  test('may be one whose expired address is being refreshed', async () => {
    const bench = await openBench()
    const { id } = await stuck(bench, ['https://files.test/1'])
    bench.client.onPoll = (taskId) => task(taskReading('running', { taskId }))
    bench.queue.itemSetBack(id, 0, { kind: 'expired', error: appError('imageExpired') })
    expect(bench.queue.find(id)).toMatchObject({ state: 'saving', items: [{ state: 'pending' }] })
    await bench.queue.act([id], 'giveUp')
    expect(bench.queue.find(id)?.state).toBe('failed')
    await pass(bench, minute)
    const polls = bench.client.polled.length
    await pass(bench, minute)
    expect(bench.client.polled).toHaveLength(polls)
    await bench.queue.act([id], 'retryDownload')
    expect(bench.queue.readyItems(1)).toMatchObject([{ url: 'https://files.test/1' }])
  })

  test('does not end the wait for images the task has yet to make', async () => {
    const bench = await openBench()
    const said = { revisedPrompt: null, error: null }
    const items: readonly ItemReading[] = [
      { ...said, index: 0, entry: null, phase: 'done', source: { kind: 'url', url: 'https://files.test/1' } },
      { ...said, index: 1, entry: null, phase: 'running', source: null },
    ]
    bench.client.onPoll = (taskId) => task(taskReading('running', { taskId, items }))
    const connection = await connect(bench, 'https://service.test', { fullBackground: true })
    enqueue(bench, connection, { n: 2 })
    await pass(bench, 2 * second)
    const { id } = only(allJobs(bench))
    await bench.queue.act([id], 'giveUp')
    expect(bench.queue.find(id)).toMatchObject({
      state: 'running',
      items: [{ state: 'failed' }, { state: 'pending' }],
      actions: ['retryDownload', 'stopWaiting'],
    })
    bench.client.onPoll = (taskId) =>
      task(taskReading('done', { taskId, urls: ['https://files.test/1', 'https://files.test/2'] }))
    await pass(bench, 10 * second)
    expect(bench.queue.readyItems(5)).toMatchObject([{ index: 1, url: 'https://files.test/2' }])
    bench.queue.itemSaved(id, 1, 'image')
    expect(bench.queue.find(id)).toMatchObject({ state: 'done', saved: 1, error: { code: 'imageGivenUp' } })
  })
})
