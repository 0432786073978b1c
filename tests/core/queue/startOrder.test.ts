import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { createLedger } from '../../../electron/core/queue/rows/ledger'
import { createFakeClock } from '../../support/fakeClock'
import { createScriptedClient, task, taskReading } from '../../support/scriptedClient'
import { testDatabase } from '../../support/testDatabase'
import { type Bench, calm, pass } from './bench'
import { startLoopbackService } from './loopbackService'
import { allJobs, connect, enqueue, only, openQueue, states, statesBecome } from './queueHarness'

const second = 1000

/** As a kill leaves them: nothing needs them any more. */
function leaveInSpool(folder: string, files: number): void {
  const spool = join(folder, 'spool')
  mkdirSync(spool, { recursive: true })
  for (let at = 0; at < files; at++) writeFileSync(join(spool, `1-${at}.part`), 'stale')
}

/** A queue whose start waits until the last run's files are swept. */
async function openSweeping(folder?: string) {
  const clock = createFakeClock()
  const client = createScriptedClient()
  let endSweep = () => {}
  const sweep = new Promise<void>((resolve) => {
    endSweep = resolve
  })
  client.sweep = () => sweep
  const queue = await openQueue({
    clock,
    service: client,
    started: false,
    random: () => 0.5,
    ...(folder ? { folder } : {}),
  })
  const bench: Bench = { ...queue, clock, client }
  return { ...bench, endSweep }
}

describe('while the app starts', () => {
  test.each([0, 200])(
    'a queued job is sent once, with %i files of the last run to be swept',
    async (files) => {
      const service = await startLoopbackService()
      service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
      const queue = await openQueue({ started: false })
      const connection = await connect(queue, service.baseUrl)
      leaveInSpool(queue.folder, files)
      const started = queue.queue.start()
      enqueue(queue, connection)
      await started
      await statesBecome(queue, { running: 1 })
      expect(allJobs(queue)).toMatchObject([{ state: 'running', taskId: 'task-1' }])
      expect(service.posts).toHaveLength(1)
    },
  )

  test('nothing is sent before recovery has finished, whatever happens meanwhile', async () => {
    const bench = await openSweeping()
    const connection = await connect(bench, 'https://service.test')
    const started = bench.queue.start()
    enqueue(bench, connection)
    await calm()
    bench.queue.holdSends('library', appError('diskLow'))
    bench.queue.holdSends('library', null)
    bench.queue.pause()
    bench.queue.resume()
    bench.queue.suspend()
    bench.queue.wake()
    bench.queue.tryNow()
    bench.queue.resumeConnection(connection.id)
    await connect(bench, 'https://other.test')
    await pass(bench, 60 * second)
    expect(bench.client.sent).toEqual([])
    expect(states(bench)).toEqual({ queued: 1 })
    bench.endSweep()
    await started
    await calm()
    expect(bench.client.sent).toEqual([only(allJobs(bench)).id])
    expect(states(bench)).toEqual({ running: 1 })
  })

  test('a pause and a hold set meanwhile count', async () => {
    const bench = await openSweeping()
    const connection = await connect(bench, 'https://service.test')
    const started = bench.queue.start()
    enqueue(bench, connection)
    bench.queue.pause()
    bench.queue.holdSends('library', appError('diskLow'))
    bench.endSweep()
    await started
    await pass(bench, 60 * second)
    expect(bench.client.sent).toEqual([])
    bench.queue.resume()
    await pass(bench, 60 * second)
    expect(bench.client.sent).toEqual([])
    bench.queue.holdSends('library', null)
    await calm()
    expect(bench.client.sent).toHaveLength(1)
  })

  test('no task is polled before recovery has finished', async () => {
    const before = await openSweeping()
    const connection = await connect(before, 'https://service.test')
    before.endSweep()
    await before.queue.start()
    enqueue(before, connection)
    await calm()
    expect(states(before)).toEqual({ running: 1 })
    await before.stop()

    const bench = await openSweeping(before.folder)
    const started = bench.queue.start()
    bench.client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
    bench.queue.wake()
    bench.queue.tryNow()
    await bench.queue.act([only(allJobs(bench)).id], 'retryDownload')
    bench.queue.resumeConnection(connection.id)
    await pass(bench, 60 * second)
    expect(bench.client.polled).toEqual([])
    bench.endSweep()
    await started
    await pass(bench, 10 * second)
    expect(bench.client.polled).toHaveLength(1)
    expect(states(bench)).toEqual({ saving: 1 })
  })

  test('an app that is quit before recovery has finished sends nothing', async () => {
    const bench = await openSweeping()
    const connection = await connect(bench, 'https://service.test')
    const started = bench.queue.start()
    enqueue(bench, connection)
    const stopped = bench.stop()
    bench.endSweep()
    await Promise.all([started, stopped])
    expect(bench.client.sent).toEqual([])
  })
})

describe('the ledger', () => {
  test('begins no attempt while earlier runs’ attempts are unsettled, and reports none as left afterwards', () => {
    const db = testDatabase()
    const clock = createFakeClock()
    const ledger = createLedger({ db, clock, spoolFolder: '/spool' })
    const frozen = { origin: 'https://service.test', pathPrefix: '', keyId: null }
    expect(() => ledger.begin('job', frozen, { idempotencyKey: null, price: null })).toThrow('recovery')
    expect(ledger.left()).toEqual([])
    ledger.open()
    expect(() => ledger.left()).toThrow('recovery')
  })
})
