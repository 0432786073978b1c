import { join } from 'node:path'
import type { Mode } from '@shared/model/draft'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildCoreProgram } from '../../support/coreProgram'
import { eventually } from '../../support/eventually'
import { type SystemCall, traceAbsence, traceProcess } from '../../support/systemCalls'
import { directImages, pendingTask, type Reply, startLoopbackService } from './loopbackService'
import { allJobs, connect, enqueue, openQueue } from './queueHarness'

const absence = traceAbsence()
if (absence !== null) console.warn(`Not shown: the order of commits and requests, since ${absence}.`)

const requestId = 'paper-lantern'

/** What the calls mean for a job, up to the one that moves it on; what comes twice in a row is told once. */
function storyOf(calls: readonly SystemCall[], jobId: string): readonly string[] {
  const story: string[] = []
  for (const { name, on, given } of calls) {
    const isLog = on.endsWith('-wal')
    const event =
      isLog && name.endsWith('sync')
        ? 'the log is on disk'
        : on.startsWith('TCP') && given.includes('POST /api/v1/images/generations')
          ? 'the request is written'
          : isLog && given.includes(requestId) && !story.includes('the answer is logged')
            ? 'the answer is logged'
            : isLog && given.includes(jobId) && /running|saving/.test(given)
              ? 'the job is logged as moved on'
              : isLog && given.includes(jobId) && given.includes('sending')
                ? 'the claim is logged'
                : null
    if (event !== null && event !== story.at(-1)) story.push(event)
    if (event === 'the job is logged as moved on') break
  }
  return story
}

/** The last thing done to the log before the first request. */
function lastOnLog(calls: readonly SystemCall[]): string | undefined {
  const request = calls.findIndex(({ on, given }) => on.startsWith('TCP') && given.includes('POST /'))
  return calls.slice(0, request).findLast(({ on }) => on.endsWith('-wal'))?.name
}

describe.skipIf(absence !== null)('seen from the kernel', { timeout: 120_000 }, () => {
  const answers: readonly (readonly [Mode, Reply])[] = [
    ['background', pendingTask('task')],
    ['direct', directImages(1)],
  ]
  test.each(answers)(
    'a %s request is written once its claim is on disk, and read once its answer is',
    async (mode, reply) => {
      const program = await buildCoreProgram('tests/core/queue/sendingProcess.ts')
      onTestFinished(program.remove)
      const service = await startLoopbackService()
      service.onPost = () =>
        typeof reply === 'string' ? reply : { ...reply, headers: { 'x-request-id': requestId } }
      service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
      const before = await openQueue({ started: false })
      const connection = await connect(before, service.baseUrl, { directSlots: 1, backgroundSlots: 1 })
      enqueue(before, connection, { mode })
      enqueue(before, connection, { mode })
      const jobId = allJobs(before)[0]?.id ?? ''
      await before.stop()

      const traced = traceProcess(join(before.folder, 'trace'), program.path, [before.folder])
      onTestFinished(async () => void (await traced.kill()))
      // With one slot, the second request or the first question comes once the first job has moved on.
      await eventually(() => service.posts.length + service.polls.length >= 2, {
        what: 'what follows the first request',
        timeoutMs: 60_000,
      })
      const calls = await traced.kill()

      expect(storyOf(calls, jobId)).toEqual([
        'the log is on disk',
        'the claim is logged',
        'the log is on disk',
        'the request is written',
        'the answer is logged',
        'the log is on disk',
        'the job is logged as moved on',
      ])
      expect(lastOnLog(calls)).toMatch(/^f(data)?sync$/)
    },
  )
})
