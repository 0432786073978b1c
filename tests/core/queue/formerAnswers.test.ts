import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ConnectionDraft } from '@shared/model/connection'
import type { TemplateDraft } from '@shared/model/draft'
import { describe, expect, test } from 'vitest'
import type { TaskReading } from '../../../electron/core/service/answers/reading'
import { task, taskReading, unknownTask } from '../../support/scriptedClient'
import { type Bench, calm, openBench, pass } from './bench'
import { allJobs, connect, deliverReady, enqueue, only } from './queueHarness'

const minute = 60_000
const address = { kind: 'url', url: 'https://files.test/0' } as const

interface Scene extends Bench {
  readonly id: string
  /** What is found becomes a file of the spool; its path. */
  fetchFound(): string
}

/** One request, answered with this. */
async function answered(
  reading: TaskReading,
  draft: Partial<TemplateDraft> = {},
  connection: Partial<ConnectionDraft> = {},
): Promise<Scene> {
  const bench = await openBench()
  bench.client.onSubmit = () => ({ kind: 'accepted', reading })
  bench.client.onPoll = () => unknownTask
  enqueue(bench, await connect(bench, 'https://service.test', connection), draft)
  await calm()
  const { id } = only(allJobs(bench))
  const { found } = bench.queue
  return {
    ...bench,
    id,
    fetchFound() {
      const path = join(bench.folder, 'spool', `${id}-1-found.bin`)
      mkdirSync(join(bench.folder, 'spool'), { recursive: true })
      writeFileSync(path, 'a picture')
      found.fetched(only(found.toFetch()), path)
      return path
    },
  }
}

/** Whose only address was found, by a request that has no task. */
const direct = () =>
  answered({ ...taskReading('unknown', { found: [address] }), taskId: null }, { mode: 'direct' })

/** The user doesn't know what became of a request whose answer had a picture. */
async function uncertain(): Promise<Scene> {
  const reading = taskReading('unknown', { isProvisional: true, found: [address] })
  const one = await answered(reading, {}, { taskPath: '/tasks/{task_id}' })
  one.fetchFound()
  await pass(one, 5 * minute)
  expect(one.queue.find(one.id)).toMatchObject({ state: 'uncertain', found: 1 })
  return one
}

describe('a request that is tried once more', () => {
  test('ends again if nothing is left to fetch: the user said what its picture is', async () => {
    const one = await direct()
    const { queue, id } = one
    queue.found.fetched(only(queue.found.toFetch()), null)
    await calm()
    expect(queue.find(id)).toMatchObject({ state: 'failed', error: { code: 'imageFoundUnfetched' } })
    expect(await queue.act([id], 'retryDownload')).toBe(1)
    one.fetchFound()
    queue.found.answer(id, 0, false)
    await calm()
    const ended = queue.find(id)
    expect(ended).toMatchObject({ state: 'failed' })
    if (ended?.actions.includes('retryDownload')) await queue.act([id], 'retryDownload')
    await calm()
    expect(queue.find(id)).toMatchObject({ state: 'failed' })
  })

  test('waits while what was found is fetched', async () => {
    const one = await direct()
    const { queue, id } = one
    queue.found.fetched(only(queue.found.toFetch()), null)
    await queue.act([id], 'retryDownload')
    await calm()
    expect(queue.find(id)).toMatchObject({ state: 'saving' })
    one.fetchFound()
    queue.found.answer(id, 0, true)
    deliverReady(one)
    expect(queue.find(id)).toMatchObject({ state: 'done', saved: 1 })
  })
})

describe('a picture of an answer whose request is sent again', () => {
  test('isn’t asked about while the next task runs, whose image a yes would cost', async () => {
    const one = await uncertain()
    const { queue, id, client } = one
    client.onSubmit = () => ({ kind: 'accepted', reading: taskReading('queued', { taskId: 'next' }) })
    client.onPoll = (taskId) => task(taskReading('running', { taskId }))
    await queue.act([id], 'sendAgain')
    await pass(one, 20_000)
    expect(queue.find(id)).toMatchObject({ state: 'running', taskId: 'next', attention: null })
    // A window that hasn't heard of it yet may say so all the same.
    queue.found.answer(id, 0, true)
    expect(queue.find(id)).toMatchObject({ state: 'running', taskId: 'next' })
  })

  test('can be taken after all once that is cancelled', async () => {
    const one = await uncertain()
    const { queue, id } = one
    queue.pause()
    await queue.act([id], 'sendAgain')
    await queue.act([id], 'cancel')
    expect(queue.find(id)).toMatchObject({ state: 'cancelled', found: 1 })
    queue.found.answer(id, 0, true)
    deliverReady(one)
    expect(queue.find(id)).toMatchObject({ state: 'done', saved: 1 })
    expect(one.client.sent).toHaveLength(1)
  })

  test('stays, and can be taken, once the next request has brought its own', async () => {
    const one = await uncertain()
    const { queue, id, client } = one
    const path = one.db.get<{ path: string }>('SELECT spool_file AS path FROM found_images')?.path ?? ''
    client.onSubmit = () => ({
      kind: 'accepted',
      reading: taskReading('done', { taskId: 'next', urls: ['https://files.test/next'] }),
    })
    await queue.act([id], 'sendAgain')
    await pass(one, 5_000)
    deliverReady(one)
    await queue.releaseAnswers(id)
    expect(existsSync(path)).toBe(true)
    expect(queue.find(id)).toMatchObject({ state: 'done', saved: 1, found: 1 })
    queue.found.answer(id, 0, true)
    deliverReady(one)
    expect(queue.find(id)).toMatchObject({ state: 'done', saved: 2, found: 0 })
  })
})

test('a task that the user stops waiting for while it is asked for is nothing that they must decide about', async () => {
  const reading = taskReading('unknown', { isProvisional: true })
  const one = await answered(reading, {}, { taskPath: '/tasks/{task_id}' })
  const { queue, id, client, clock } = one
  let since: number | null = null
  client.onPoll = () => {
    since ??= clock.monotonic()
    if (clock.monotonic() - since >= minute) void queue.act([id], 'stopWaiting')
    return unknownTask
  }
  await pass(one, 5 * minute)
  expect(queue.find(id)).toMatchObject({ state: 'running', waitingStopped: true })
})
