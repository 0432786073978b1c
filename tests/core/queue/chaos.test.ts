import { appError } from '@shared/errors'
import type { JobState } from '@shared/model/job'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SubmitVerdict } from '../../../electron/core/service/verdict'
import { cases } from '../../../scripts/testRun/cases'
import { createFakeClock } from '../../support/fakeClock'
import { createScriptedClient, task, taskReading, unknownTask } from '../../support/scriptedClient'
import { temporaryFolder } from '../../support/temporaryFolder'
import { type Deed, perform, step } from './chaosSteps'
import { expectCounted } from './countedRows'
import { allJobs, connect, deliverReady, draft, openQueue } from './queueHarness'

const accepted = (jobId: string): SubmitVerdict => ({
  kind: 'accepted',
  reading: taskReading('queued', { taskId: `task-${jobId}` }),
})

/** Every way a paid request can end. */
const endings: readonly ((jobId: string) => SubmitVerdict)[] = [
  accepted,
  accepted,
  accepted,
  () => ({ kind: 'unsent', error: appError('connectionRefused'), hold: false }),
  () => ({ kind: 'unsent', error: appError('keyRefused'), hold: true }),
  () => ({ kind: 'limited', error: appError('rateLimited'), retryAfterMs: 2000 }),
  () => ({ kind: 'refused', error: appError('requestRefused') }),
  () => ({ kind: 'failed', error: appError('serviceFailed') }),
  () => ({ kind: 'uncertain', error: appError('connectionLost') }),
]

const endedStates: ReadonlySet<JobState> = new Set(['done', 'failed', 'cancelled', 'uncertain'])
const beforeSending: ReadonlySet<JobState> = new Set(['queued', 'sending'])
const leavesEnd: ReadonlySet<Deed['action']> = new Set([
  'retryDownload',
  'settle',
  'sendAgain',
  'undo',
  'redo',
])

test('whatever the service, the user and quitting do, no job is sent twice without consent and no task is lost', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 40 }),
      fc.array(fc.nat(endings.length - 1), { minLength: 40, maxLength: 40 }),
      async (steps, verdicts) => {
        const clock = createFakeClock()
        const client = createScriptedClient()
        const open = (folder = temporaryFolder()) =>
          openQueue({ folder, clock, service: client, random: () => 0.5 })
        let harness = await open()
        const connection = await connect(harness, 'https://service.test', { backgroundSlots: 3 })
        /** Requests that may have been processed, per job. */
        const counted = new Map<string, number>()
        const consents = new Map<string, number>()
        client.onSubmit = (jobId, count) => {
          const verdict = endings[verdicts[count % verdicts.length] ?? 0]?.(jobId) ?? accepted(jobId)
          if (verdict.kind !== 'unsent' && verdict.kind !== 'limited')
            counted.set(jobId, (counted.get(jobId) ?? 0) + 1)
          return verdict
        }
        const failedTasks = new Set<string>()
        client.onPoll = (taskId, count) => {
          if (count % 7 === 0) return unknownTask
          if (count % 11 === 0) {
            failedTasks.add(taskId)
            return { kind: 'failed', error: appError('taskFailed') }
          }
          return task(
            count % 3 === 0
              ? taskReading('done', { taskId, urls: ['https://files.test/0'] })
              : taskReading('running', { taskId }),
          )
        }
        const calm = async () => {
          for (let turn = 0; turn < 8; turn++) await new Promise((resolve) => setImmediate(resolve))
        }
        const { batchId } = harness.queue.enqueue(connection.id, draft({ n: 8 }), { first: false })
        const scene = { connectionId: connection.id, batchId, done: [], undone: [] }
        let before = new Map(allJobs(harness).map(({ id, state }) => [id, state]))

        for (const one of steps) {
          let deed: Deed | null = null
          switch (one.kind) {
            case 'pass':
              for (let second = 0; second < one.seconds; second++) {
                clock.advance(1000)
                await calm()
              }
              break
            case 'restart':
              await harness.stop()
              harness = await open(harness.folder)
              break
            default:
              deed = await perform(one, harness, scene)
          }
          for (const id of deed?.again ?? []) consents.set(id, (consents.get(id) ?? 0) + 1)
          await calm()
          const jobs = allJobs(harness)
          expectCounted(harness.db)
          for (const { id, state } of jobs) {
            expect(counted.get(id) ?? 0).toBeLessThanOrEqual(1 + (consents.get(id) ?? 0))
            const was = before.get(id)
            if (was === undefined) continue
            if (endedStates.has(was) && state !== was)
              expect(deed !== null && leavesEnd.has(deed.action)).toBe(true)
            if (beforeSending.has(state) && !beforeSending.has(was))
              expect(was === 'cancelled' ? ['undo'] : ['sendAgain']).toContain(deed?.action)
          }
          before = new Map(jobs.map(({ id, state }) => [id, state]))
        }

        // All is well from now on, and the user holds nothing back.
        const { queue } = harness
        client.onSubmit = accepted
        client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
        queue.resume()
        queue.wake()
        queue.answer(true)
        queue.pauseBatch(batchId, false)
        harness.connections.setPaused(connection.id, false)
        queue.resumeConnection(connection.id)
        await queue.act(
          allJobs(harness).map(({ id }) => id),
          'waitAgain',
        )
        for (let minute = 0; minute < 90; minute++) {
          clock.advance(60_000)
          await calm()
          deliverReady(harness)
        }
        for (const { state, taskId, saved } of allJobs(harness)) {
          expect(endedStates).toContain(state)
          if (taskId !== null && !failedTasks.has(taskId)) expect(saved).toBe(1)
        }
        expectCounted(harness.db)
        expect(harness.logger.lines.filter(({ level }) => level === 'error')).toEqual([])
        await harness.stop()
      },
    ),
    { numRuns: cases(10, 200) },
  )
})
