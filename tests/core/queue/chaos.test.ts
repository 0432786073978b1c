import { appError } from '@shared/errors'
import type { JobAction, JobState } from '@shared/model/job'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SubmitVerdict } from '../../../electron/core/service/verdict'
import { createFakeClock } from '../../support/fakeClock'
import { createScriptedClient, task, taskReading, unknownTask } from '../../support/scriptedClient'
import { temporaryFolder } from '../../support/temporaryFolder'
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

const deeds: readonly JobAction[] = [
  'cancel',
  'stopWaiting',
  'waitAgain',
  'retryDownload',
  'settle',
  'sendAgain',
  'retryAsNew',
]

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('pass' as const), seconds: fc.integer({ min: 1, max: 30 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      action: fc.constantFrom(...deeds),
      at: fc.nat(9),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constantFrom('deliver', 'pause', 'resume', 'release', 'cancelBatch', 'wake', 'restart'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('actAlike' as const), action: fc.constantFrom(...deeds) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('cancelWaiting', 'pauseOne', 'resumeOne', 'clear') }),
  },
)

const endedStates: ReadonlySet<JobState> = new Set(['done', 'failed', 'cancelled', 'uncertain'])
const beforeSending: ReadonlySet<JobState> = new Set(['queued', 'sending'])
const leavesEnd: ReadonlySet<JobAction> = new Set(['retryDownload', 'settle', 'sendAgain'])

test('whatever the service, the person and the end of the app do, no job is sent twice without a word and no task is lost', {
  timeout: 180_000,
}, async () => {
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
        /** Requests that may have been processed, by job. */
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
        let before = new Map(allJobs(harness).map(({ id, state }) => [id, state]))

        for (const one of steps) {
          const { queue } = harness
          let acted: JobAction | null = null
          switch (one.kind) {
            case 'pass':
              for (let second = 0; second < one.seconds; second++) {
                clock.advance(1000)
                await calm()
              }
              break
            case 'act': {
              acted = one.action
              const job = allJobs(harness)[one.at]
              if (job === undefined) break
              const done = await queue.act([job.id], one.action)
              expect(done).toBe(job.actions.includes(one.action) ? 1 : 0)
              if (done === 1 && one.action === 'sendAgain')
                consents.set(job.id, (consents.get(job.id) ?? 0) + 1)
              break
            }
            case 'actAlike': {
              acted = one.action
              const sets = queue.overview(40).folds.map(({ jobs }) => jobs)
              const uncertain = allJobs(harness).filter(({ state }) => state === 'uncertain')
              await queue.act([], one.action, sets)
              for (const { id } of one.action === 'sendAgain' ? uncertain : []) {
                if (queue.find(id)?.state !== 'uncertain') consents.set(id, (consents.get(id) ?? 0) + 1)
              }
              break
            }
            case 'cancelWaiting':
              queue.cancelWaiting()
              break
            case 'pauseOne':
            case 'resumeOne':
              harness.connections.setPaused(connection.id, one.kind === 'pauseOne')
              break
            case 'clear':
              queue.clearFinished(true)
              break
            case 'deliver':
              deliverReady(harness)
              break
            case 'pause':
              queue.pause()
              break
            case 'resume':
              queue.resume()
              break
            case 'release':
              queue.resumeConnection(connection.id)
              break
            case 'cancelBatch':
              queue.cancelBatch(batchId)
              break
            case 'wake':
              queue.wake()
              break
            case 'restart':
              await harness.stop()
              harness = await open(harness.folder)
              break
          }
          await calm()
          const jobs = allJobs(harness)
          for (const { id, state } of jobs) {
            expect(counted.get(id) ?? 0).toBeLessThanOrEqual(1 + (consents.get(id) ?? 0))
            const was = before.get(id)
            if (was === undefined) continue
            if (endedStates.has(was) && state !== was)
              expect(acted !== null && leavesEnd.has(acted)).toBe(true)
            if (beforeSending.has(state) && !beforeSending.has(was)) expect(acted).toBe('sendAgain')
          }
          before = new Map(jobs.map(({ id, state }) => [id, state]))
        }

        // All is well from now on, and nobody holds anything back.
        const { queue } = harness
        client.onSubmit = accepted
        client.onPoll = (taskId) => task(taskReading('done', { taskId, urls: ['https://files.test/0'] }))
        queue.resume()
        queue.resumeConnection(connection.id)
        harness.connections.setPaused(connection.id, false)
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
        expect(harness.logger.lines.filter(({ level }) => level === 'error')).toEqual([])
        await harness.stop()
      },
    ),
    { numRuns: 60 },
  )
})
