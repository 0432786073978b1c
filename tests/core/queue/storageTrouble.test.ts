import { appError } from '@shared/errors'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Database } from '../../../electron/core/db/database'
import type { SubmitVerdict } from '../../../electron/core/service/verdict'
import { cases } from '../../../scripts/testRun/cases'
import { createFakeClock } from '../../support/fakeClock'
import { createScriptedClient, task, taskReading } from '../../support/scriptedClient'
import { temporaryFolder } from '../../support/temporaryFolder'
import { type Bench, openBench, pass } from './bench'
import { allJobs, connect, deliverReady, enqueue, openQueue, type QueueHarness, states } from './queueHarness'

const second = 1000
const minute = 60 * second
const hour = 60 * minute
const noon = new Date(2026, 2, 10, 12).getTime()

/** Like a database on a full disk: it can be read, but not written. */
function fill(db: Database, isFull: boolean): void {
  db.get(`PRAGMA query_only = ${isFull ? 'ON' : 'OFF'}`)
}

async function openUnstarted(folder: string): Promise<Bench> {
  const clock = createFakeClock(noon)
  const client = createScriptedClient()
  return { ...(await openQueue({ folder, clock, service: client, started: false })), clock, client }
}

describe('a database that accepts no writes', () => {
  test('at midnight, when a daily cap is checked again: the check is made up for', async () => {
    const bench = await openBench(undefined, { at: noon + 8 * hour })
    const connection = await connect(bench, 'https://service.test', { prices: { m: 2 }, dailyCap: 6 })
    enqueue(bench, connection, { n: 10 })
    await pass(bench, minute)
    expect(bench.client.sent).toHaveLength(3)
    expect(bench.connections.find(connection.id)?.hold?.error.code).toBe('dailyCapReached')
    fill(bench.db, true)
    await pass(bench, 5 * hour, minute)
    expect(bench.client.sent).toHaveLength(3)
    fill(bench.db, false)
    await pass(bench, 2 * minute)
    expect(bench.client.sent).toHaveLength(6)
  })

  test('when the app starts: it starts anyway, sends nothing, and resumes leftover work once it can', async () => {
    const before = await openBench(undefined, { at: noon })
    before.queue.holdSends('library', appError('diskLow'))
    enqueue(before, await connect(before, 'https://service.test'))
    enqueue(before, await connect(before, 'https://other.test'))
    // As a kill leaves it.
    before.db.run("UPDATE jobs SET state = 'sending' WHERE rowid = 1")
    await before.stop()

    const bench = await openUnstarted(before.folder)
    fill(bench.db, true)
    await bench.queue.start()
    expect(bench.storage()).toMatchObject({ code: 'storageUnwritable' })
    await pass(bench, 5 * minute)
    expect(bench.client.sent).toEqual([])
    expect(bench.client.polled).toEqual([])
    fill(bench.db, false)
    await pass(bench, 2 * minute)
    expect(states(bench)).toEqual({ uncertain: 1, running: 1 })
    expect(bench.client.sent).toHaveLength(1)
    expect(bench.storage()).toBeNull()
  })
})

const accepted = (jobId: string): SubmitVerdict => ({
  kind: 'accepted',
  reading: taskReading('queued', { taskId: `task-${jobId}` }),
})

/** Ways a paid request can end. */
const endings: readonly ((jobId: string) => SubmitVerdict)[] = [
  accepted,
  accepted,
  () => ({ kind: 'unsent', error: appError('connectionRefused'), hold: false }),
  () => ({ kind: 'unsent', error: appError('keyRefused'), hold: true }),
  () => ({ kind: 'limited', error: appError('rateLimited'), retryAfterMs: 0 }),
  () => ({ kind: 'refused', error: appError('requestRefused') }),
  () => ({ kind: 'failed', error: appError('serviceFailed') }),
  () => ({ kind: 'uncertain', error: appError('connectionLost') }),
]

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass'), seconds: fc.integer({ min: 1, max: 90 }) }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('fill', 'clear') }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('wake', 'deliver', 'restart') }) },
)

describe('a disk that fills up now and then', () => {
  test('ends nothing, pays for nothing while that is known, loses no task, and stops no loop', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 4, maxLength: 30 }),
        fc.array(fc.nat(endings.length - 1), { minLength: 24, maxLength: 24 }),
        async (steps, verdicts) => {
          const clock = createFakeClock(noon)
          const client = createScriptedClient()
          const open = (folder = temporaryFolder()) =>
            openQueue({ folder, clock, service: client, random: () => 0.5 })
          let harness = await open()
          const bench = () => ({ ...harness, clock, client })
          const typed = { backgroundSlots: 3, prices: { m: 1 }, dailyCap: 12 }
          const connection = await connect(harness, 'https://service.test', typed)
          enqueue(harness, connection, { n: 10 })

          /** Requests that may have been processed, per job. */
          const counted = new Map<string, number>()
          client.onSubmit = (jobId, count) => {
            expect(harness.storage()).toBeNull()
            const verdict = endings[verdicts[count % verdicts.length] ?? 0]?.(jobId) ?? accepted(jobId)
            if (verdict.kind !== 'unsent' && verdict.kind !== 'limited')
              counted.set(jobId, (counted.get(jobId) ?? 0) + 1)
            return verdict
          }
          client.onPoll = (taskId, count) =>
            task(
              count % 3 === 0
                ? taskReading('done', { taskId, urls: ['https://files.test/0'] })
                : taskReading('running', { taskId }),
            )
          for (const { kind, ...one } of steps) {
            if (kind === 'pass' && 'seconds' in one) await pass(bench(), one.seconds * second)
            else if (kind === 'restart') {
              const stopped = harness.stop()
              // An answer that can't be recorded is waited for.
              await pass(bench(), 2 * second, 100)
              await stopped
              harness = await open(harness.folder)
            } else if (kind === 'wake') harness.queue.wake()
            else if (kind !== 'deliver') fill(harness.db, kind === 'fill')
            else if (harness.storage() === null) deliverAll(harness)
            await pass(bench(), second)
          }

          fill(harness.db, false)
          client.onSubmit = accepted
          client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
          await pass(bench(), 2 * minute, 5 * second)
          expect(harness.storage()).toBeNull()
          harness.queue.resumeConnection(connection.id)
          await pass(bench(), 13 * hour, minute)
          harness.queue.resumeConnection(connection.id)
          await pass(bench(), 10 * minute, 10 * second)
          deliverReady(harness)
          for (const { id, state, saved, taskId } of allJobs(harness)) {
            expect(['done', 'failed', 'uncertain']).toContain(state)
            if (taskId !== null) expect(saved).toBe(1)
            expect(counted.get(id) ?? 0).toBeLessThanOrEqual(1)
          }
          await harness.stop()
        },
      ),
      { numRuns: cases(6, 120) },
    )
  })
})

/** Failure is ignored when there is no room after all: delivery tries again. */
function deliverAll(harness: QueueHarness): void {
  try {
    deliverReady(harness)
  } catch (problem) {
    expect(problem).toMatchObject({ name: 'SqliteError' })
  }
}
