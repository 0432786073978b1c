import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import { eventually } from '../../support/eventually'
import { task, taskReading, unknownTask } from '../../support/scriptedClient'
import { openBench, pass } from './bench'
import { pendingTask, startLoopbackService } from './loopbackService'
import { allJobs, connect, enqueue, only, openQueue, statesBecome } from './queueHarness'

/** Like a database on a full disk: it can be read, but not written. */
function fill(db: Database, isFull: boolean): void {
  db.get(`PRAGMA query_only = ${isFull ? 'ON' : 'OFF'}`)
}

describe('a database that accepts no writes', () => {
  async function fullWithAnAnswerOnItsWay() {
    const service = await startLoopbackService()
    const queue = await openQueue()
    service.onPost = () => {
      fill(queue.db, true)
      return pendingTask('paid')
    }
    service.onPoll = () => ({ body: { task_id: 'paid', status: 'running' } })
    enqueue(queue, await connect(queue, service.baseUrl))
    const events = () => queue.logger.lines.map(({ event }) => event)
    await eventually(() => events().includes('queue.answerNotKept'))
    return { queue, service }
  }

  test('loses no answer: it is kept until it can be recorded', async () => {
    const { queue, service } = await fullWithAnAnswerOnItsWay()
    fill(queue.db, false)
    await statesBecome(queue, { running: 1 })
    expect(only(allJobs(queue)).taskId).toBe('paid')
    expect(service.posts).toHaveLength(1)
  })

  test('loses no answer when the app ends and there is room at last', async () => {
    const { queue, service } = await fullWithAnAnswerOnItsWay()
    fill(queue.db, false)
    await queue.stop()
    const again = await openQueue({ folder: queue.folder })
    await statesBecome(again, { running: 1 })
    expect(only(allJobs(again)).taskId).toBe('paid')
    expect(service.posts).toHaveLength(1)
  })

  test('just when a batch has ended leaves its notification to the next run', async () => {
    const bench = await openBench()
    bench.client.onSubmit = () => ({ kind: 'refused', error: appError('requestRefused') })
    enqueue(bench, await connect(bench, 'https://service.test'))
    const unsubscribe = bench.changes.subscribe(() => {
      if (only(allJobs(bench)).state === 'failed') fill(bench.db, true)
    })
    await pass(bench, 1000)
    unsubscribe()
    expect(bench.logger.lines.map(({ event }) => event)).toContain('background.refused')
    fill(bench.db, false)
    await bench.stop()

    const next = await openQueue({ folder: bench.folder, started: false })
    const told: string[] = []
    next.queue.onBatchDone(({ name }) => told.push(name))
    await next.queue.start()
    expect(told).toEqual(['a fern'])
  })
})

describe('a direct request', () => {
  test('whose large answer was accepted keeps it beside its images until they are saved', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({
      body: { created: 1, data: [{ b64_json: 'ABCD'.repeat(100_000) }], notes: 'so '.repeat(100_000) },
    })
    const before = await openQueue()
    enqueue(before, await connect(before, service.baseUrl), { mode: 'direct' })
    await statesBecome(before, { saving: 1 })
    await before.stop()
    const files = readdirSync(join(before.folder, 'spool')).sort()
    expect(files).toEqual([expect.stringMatching(/-answer-/), expect.stringMatching(/-image-/)])

    // As in a copy of the database that is older than the spool beside it.
    for (const name of files.filter((file) => file.includes('-answer-')))
      rmSync(join(before.folder, 'spool', name))
    const old = await openQueue({ folder: before.folder, started: false })
    old.db.run("UPDATE jobs SET state = 'sending'")
    old.db.run("UPDATE items SET state = 'pending'")
    await old.queue.start()
    await statesBecome(old, { uncertain: 1 })
    expect(only(allJobs(old)).error).toMatchObject({ code: 'answerUnreadable', retry: 'maybeTwice' })
  })

  test('that was answered with a refusal is reported as closed', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({ status: 400, body: { error: { message: 'no such model' } } })
    const queue = await openQueue()
    const open: number[] = []
    queue.changes.subscribe(() => open.push(queue.queue.openDirectRequests()))
    enqueue(queue, await connect(queue, service.baseUrl), { mode: 'direct' })
    await statesBecome(queue, { failed: 1 })
    await eventually(() => open.at(-1) === 0, { what: 'an announcement after the request was closed' })
    expect(open).toContain(1)
  })
})

describe('an image whose address refuses connections', () => {
  const error = appError('connectionRefused', { retry: 'free' })

  async function readyAt(url: string) {
    const bench = await openBench()
    bench.client.onPoll = () => task(taskReading('done', { urls: [url] }))
    enqueue(bench, await connect(bench, 'https://service.test'))
    await pass(bench, 3000)
    const refuse = () => {
      const { jobId, index, url } = only(bench.queue.readyItems(10))
      bench.queue.itemSetBack(jobId, index, { kind: 'later', notBefore: bench.clock.now(), error })
      return url
    }
    return { bench, refuse }
  }

  test('is requested once more, and fetched from its current address', async () => {
    const { bench, refuse } = await readyAt('http://127.0.0.1:1/a.png')
    bench.client.onPoll = () => task(taskReading('done', { urls: ['http://127.0.0.1:2/a.png'] }))
    expect([refuse(), refuse(), refuse()]).toEqual(Array(3).fill('http://127.0.0.1:1/a.png'))
    expect(bench.queue.readyItems(10)).toEqual([])
    await pass(bench, 3000)
    for (let tries = 0; tries < 5; tries++) expect(refuse()).toBe('http://127.0.0.1:2/a.png')
    expect(only(allJobs(bench)).state).toBe('saving')
  })

  test('is fetched from there when the service no longer knows of it: a server may be back', async () => {
    const { bench, refuse } = await readyAt('http://127.0.0.1:1/a.png')
    bench.client.onPoll = () => unknownTask
    for (let tries = 0; tries < 3; tries++) refuse()
    await pass(bench, 3000)
    for (let tries = 0; tries < 5; tries++) expect(refuse()).toBe('http://127.0.0.1:1/a.png')
    expect(only(allJobs(bench)).state).toBe('saving')
  })
})

/** The task of one job is done, and its image is to be fetched. */
async function readyBench() {
  const bench = await openBench()
  bench.client.onPoll = () => task(taskReading('done', { urls: ['https://files.test/a.png'] }))
  enqueue(bench, await connect(bench, 'https://service.test'))
  await pass(bench, 3000)
  return bench
}

describe('an image that can’t be fetched', () => {
  test.each(['serviceUnclear', 'certificateUntrusted', 'imageRefused'] as const)(
    'needs the user after many tries (%s), is still retried, and needs them no more once it is here',
    async (code) => {
      const bench = await readyBench()
      const error = appError(code, { retry: 'free' })
      const { jobId, index } = only(bench.queue.readyItems(10))
      const attentions: unknown[] = []
      for (let tries = 0; tries < 12; tries++) {
        bench.queue.itemSetBack(jobId, index, { kind: 'later', notBefore: bench.clock.now(), error })
        attentions.push(only(allJobs(bench)).attention?.code ?? null)
      }
      expect(attentions).toEqual([...Array(9).fill(null), ...Array(3).fill('imageStuck')])
      expect(only(allJobs(bench))).toMatchObject({ state: 'saving', actions: ['retryDownload', 'giveUp'] })
      await pass(bench, 60_000, 60_000)
      expect(bench.queue.readyItems(10)).toHaveLength(1)
      bench.queue.itemSaved(jobId, index, 'image-1')
      expect(only(allJobs(bench))).toMatchObject({ state: 'done', attention: null })
      expect(bench.client.sent).toHaveLength(1)
    },
  )

  test('is asked for once elsewhere if pages come instead, and is fetched on whatever the service says', async () => {
    for (const answer of [task(taskReading('done', { urls: ['https://files.test/a.png'] })), unknownTask]) {
      const bench = await readyBench()
      bench.client.onPoll = () => answer
      const error = appError('answerHtml', { retry: 'free' })
      const { jobId, index } = only(bench.queue.readyItems(10))
      const refuse = () =>
        bench.queue.itemSetBack(jobId, index, { kind: 'later', notBefore: bench.clock.now(), error })
      for (let tries = 0; tries < 5; tries++) refuse()
      expect(bench.queue.readyItems(10)).toEqual([])
      await pass(bench, 3000)
      for (let tries = 0; tries < 12; tries++) refuse()
      expect(only(allJobs(bench))).toMatchObject({ state: 'saving', attention: { code: 'imageStuck' } })
      expect(bench.queue.readyItems(10)).toHaveLength(1)
    }
  })

  test.each(['offline', 'hostNotFound', 'connectTimeout', 'proxyRefused'] as const)(
    'waits without the user while the network reports %s',
    async (code) => {
      const bench = await readyBench()
      const error = appError(code, { retry: 'free' })
      const { jobId, index } = only(bench.queue.readyItems(10))
      for (let tries = 0; tries < 41; tries++)
        bench.queue.itemSetBack(jobId, index, { kind: 'later', notBefore: bench.clock.now(), error })
      expect(only(allJobs(bench))).toMatchObject({ state: 'saving', attention: null })
    },
  )
})
