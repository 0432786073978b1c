import { appError, type ErrorCode } from '@shared/errors'
import type { JobSet } from '@shared/model/jobSet'
import { describe, expect, test } from 'vitest'
import { createScriptedClient } from '../../support/scriptedClient'
import { temporaryFolder } from '../../support/temporaryFolder'
import {
  allJobs,
  connect,
  enqueue,
  only,
  openQueue,
  type QueueHarness,
  states,
  statesBecome,
} from './queueHarness'

const minute = 60_000

async function paused() {
  const service = createScriptedClient()
  const bench = await openQueue({ service })
  bench.queue.pause()
  return { bench, service, connection: await connect(bench, 'https://service.test') }
}

/** As if the jobs had been sent a second apart and had ended like this. */
function end(
  { db }: QueueHarness,
  ids: readonly string[],
  state: 'uncertain' | 'failed',
  code: ErrorCode,
  sentFrom: number,
): void {
  for (const [index, id] of ids.entries()) {
    const sentAt = sentFrom + 1000 * index
    db.run(
      `UPDATE jobs SET state = :state, sent_at = :sentAt, error_json = :error, ended_at = :endedAt WHERE id = :id`,
      {
        id,
        state,
        sentAt,
        endedAt: state === 'failed' ? sentAt : null,
        error: JSON.stringify(appError(code)),
      },
    )
    db.run("UPDATE items SET state = 'failed' WHERE job_id = :id AND :state = 'failed'", { id, state })
  }
}

const idsOf = (bench: QueueHarness) => allJobs(bench).map(({ id }) => id)
const setsOf = ({ queue }: QueueHarness, batchId: string | null = null): JobSet[] =>
  queue.overview(40, batchId).folds.map(({ jobs }) => jobs)

describe('many jobs that need the user', () => {
  test('are one row per outage, counting all of them however few are listed', async () => {
    const { bench, connection } = await paused()
    enqueue(bench, connection, { n: 320 })
    const ids = idsOf(bench)
    const now = bench.clock.now()
    end(bench, ids.slice(0, 300), 'uncertain', 'connectionLost', now - 100 * minute)
    end(bench, ids.slice(300, 310), 'uncertain', 'connectionLost', now - minute)
    end(bench, ids.slice(310, 313), 'uncertain', 'answerHtml', now)
    const { counts, folds, needsYou } = bench.queue.overview(20)
    expect(counts.needsYou).toBe(313)
    expect(folds.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual([3, 10, 300])
    const listed = new Set(needsYou.map(({ id }) => id))
    expect(listed.size).toBe(20)
    for (const id of [...ids.slice(0, 5), ...ids.slice(300, 305), ...ids.slice(310, 313)])
      expect(listed).toContain(id)
  })

  test('are sent again as they were shown: later ones are left out, and each keeps its key', async () => {
    const { bench, service, connection } = await paused()
    enqueue(bench, connection, { n: 260 })
    const ids = idsOf(bench)
    end(bench, ids.slice(0, 250), 'uncertain', 'connectionLost', bench.clock.now() - 10 * minute)
    const shown = only(setsOf(bench))
    end(bench, ids.slice(250), 'uncertain', 'connectionLost', bench.clock.now() - minute)
    expect(await bench.queue.act([], 'sendAgain', [shown])).toBe(250)
    expect(await bench.queue.act([], 'sendAgain', [shown])).toBe(0)
    expect(states(bench)).toEqual({ queued: 250, uncertain: 10 })
    bench.queue.resume()
    await statesBecome(bench, { running: 20, queued: 230, uncertain: 10 })
    for (const key of service.sent) expect(ids.slice(0, 250)).toContain(key)
  })

  test('are settled, which never sends them', async () => {
    const { bench, service, connection } = await paused()
    enqueue(bench, connection, { n: 8 })
    const [alone = '', ...others] = idsOf(bench)
    end(bench, others, 'uncertain', 'answerTimeout', bench.clock.now())
    end(bench, [alone], 'uncertain', 'answerHtml', bench.clock.now())
    bench.queue.resume()
    expect(await bench.queue.act([alone], 'settle', setsOf(bench))).toBe(8)
    expect(states(bench)).toEqual({ failed: 8 })
    expect(allJobs(bench).every(({ settledAt, billed }) => settledAt !== null && billed !== 'yes')).toBe(true)
    expect(bench.queue.overview(10).folds).toEqual([])
    expect(service.sent).toEqual([])
  })
})

describe('many jobs of a batch', () => {
  test('that failed in the same way are sent again once', async () => {
    const { bench, connection } = await paused()
    const batchId = enqueue(bench, connection, { n: 20 })
    const ids = idsOf(bench)
    end(bench, ids.slice(0, 7), 'failed', 'serviceFailed', bench.clock.now())
    end(bench, ids.slice(7, 10), 'failed', 'moderated', bench.clock.now())
    expect(setsOf(bench)).toEqual([])
    const [set, other] = setsOf(bench, batchId).toSorted((one) =>
      one.set === 'failed' && one.code === 'moderated' ? 1 : -1,
    )
    if (set === undefined) throw new Error('there is no set')
    expect([set, other]).toMatchObject([
      { set: 'failed', code: 'serviceFailed' },
      { set: 'failed', code: 'moderated' },
    ])
    expect(await bench.queue.act([], 'retryAsNew', [set])).toBe(7)
    expect(await bench.queue.act([], 'retryAsNew', [set])).toBe(0)
    expect(states(bench)).toEqual({ failed: 10, queued: 17 })
    expect(setsOf(bench, batchId)).toEqual([other])
  })

  test('are no longer waited for, and then waited for again', async () => {
    const bench = await openQueue({ service: createScriptedClient() })
    const connection = await connect(bench, 'https://service.test')
    const batchId = enqueue(bench, connection, { n: 12 })
    await statesBecome(bench, { running: 12 })
    expect(bench.queue.overview(3).folds).toEqual([{ jobs: { set: 'running', batchId }, count: 12 }])
    const all: JobSet = { set: 'running', batchId: null }
    expect(await bench.queue.act([], 'stopWaiting', [all])).toBe(12)
    const stopped = bench.queue.overview(3)
    expect(stopped).toMatchObject({ waitedFor: 0, counts: { running: 0, stopped: 12 }, running: [] })
    expect(stopped.stopped).toHaveLength(3)
    expect(stopped.folds).toEqual([{ jobs: { set: 'stopped', batchId }, count: 12 }])
    expect(bench.queue.overview(3, batchId).batch).toMatchObject({ running: 0, stopped: 12 })
    expect(await bench.queue.act([], 'waitAgain', [{ set: 'stopped', batchId: null }])).toBe(12)
    expect(bench.queue.overview(3)).toMatchObject({ waitedFor: 12, counts: { running: 12, stopped: 0 } })
  })
})

describe('everything', () => {
  test('waiting is cancelled at once, whatever its batch; what was sent still arrives', async () => {
    const service = createScriptedClient()
    const bench = await openQueue({ service })
    const connection = await connect(bench, 'https://service.test', { backgroundSlots: 12 })
    enqueue(bench, connection, { n: 400 })
    enqueue(bench, connection, { n: 100 })
    await statesBecome(bench, { running: 12, queued: 488 })
    expect(await bench.queue.cancelWaiting()).toEqual({ cancelled: 488, arriving: 12 })
    bench.queue.wake()
    await statesBecome(bench, { running: 12, cancelled: 488 })
    expect(service.sent).toHaveLength(12)
    expect(await bench.queue.cancelWaiting()).toEqual({ cancelled: 0, arriving: 12 })
  })

  test('finished is only cleared from the list, and can be listed again', async () => {
    const { bench, connection } = await paused()
    enqueue(bench, connection, { n: 3 })
    await bench.queue.cancelWaiting()
    const { presses } = bench.queue
    const { press } = await presses.give('clear', (given) => bench.queue.clearFinished(given))
    expect(bench.queue.overview(9)).toMatchObject({ counts: { finished: 0 }, finished: [] })
    expect(states(bench)).toEqual({ cancelled: 3 })
    expect(await presses.takeBack(press ?? 0)).toEqual({ done: 1, left: 0 })
    expect(bench.queue.overview(9).counts.finished).toBe(3)
  })
})

describe('a connection the user paused', () => {
  test('sends nothing, even after a restart, while the others go on; its polls go on', async () => {
    const folder = temporaryFolder()
    const service = createScriptedClient()
    const first = await openQueue({ folder, service })
    const quiet = await connect(first, 'https://quiet.test')
    enqueue(first, quiet, { prompt: 'before' })
    await statesBecome(first, { running: 1 })
    first.connections.setPaused(quiet.id, true)
    enqueue(first, quiet, { prompt: 'after' })
    const busy = await connect(first, 'https://busy.test')
    enqueue(first, busy)
    await statesBecome(first, { queued: 1, running: 2 })
    await first.stop()

    const again = await openQueue({ folder, service })
    expect(again.connections.find(quiet.id)?.paused).toBe(true)
    enqueue(again, busy)
    await statesBecome(again, { queued: 1, running: 3 })
    again.connections.setPaused(quiet.id, false)
    await statesBecome(again, { running: 4 })
  })
})

test('anything that holds all sends is shown until it is fixed', async () => {
  const { bench } = await paused()
  bench.queue.holdSends('library', appError('diskLow'))
  expect(bench.queue.overview(1).libraryHold).toMatchObject({ code: 'diskLow' })
  bench.queue.holdSends('library', null)
  expect(bench.queue.overview(1).libraryHold).toBeNull()
})
