import { join } from 'node:path'
import type { Mode } from '@shared/model/draft'
import { describe, expect, onTestFinished, test } from 'vitest'
import { coreProgram } from '../../support/coreProgram'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { type SystemCall, traceAbsence, traceProcess } from '../../support/systemCalls'
import { directImages, pendingTask, type Reply, startLoopbackService } from './loopbackService'
import { allJobs, connect, enqueue, openQueue } from './queueHarness'

const absence = traceAbsence()
if (absence !== null) console.warn(`Not shown: the order of commits and requests, since ${absence}.`)

const requestId = 'paper-lantern'

const movedOn = 'the job is logged as moved on'

function eventOf({ name, on, given }: SystemCall, jobId: string): string | null {
  const isSync = name.endsWith('sync')
  if (on.startsWith('TCP'))
    return given.includes('POST /api/v1/images/generations') ? 'the request is written' : null
  if (on.includes('/spool')) return isSync ? 'the image in the answer is on disk' : null
  if (!on.endsWith('-wal')) return null
  if (isSync) return 'the log is on disk'
  if (given.includes(jobId) && /running|saving/.test(given)) return movedOn
  if (given.includes(jobId) && given.includes('sending')) return 'the claim is logged'
  return given.includes(requestId) ? 'the answer is logged' : null
}

/** What the calls mean for a job, up to the one that moves it on; repeats in a row are listed once. */
function storyOf(calls: readonly SystemCall[], jobId: string): readonly string[] {
  const story: string[] = []
  for (const call of calls) {
    const event = eventOf(call, jobId)
    if (event !== null && event !== story.at(-1)) story.push(event)
    if (event === movedOn) break
  }
  return story
}

/** The last thing done to the log before the first request. */
function lastOnLog(calls: readonly SystemCall[]): string | undefined {
  const request = calls.findIndex(({ on, given }) => on.startsWith('TCP') && given.includes('POST /'))
  return calls.slice(0, request).findLast(({ on }) => on.endsWith('-wal'))?.name
}

describe.skipIf(absence !== null)('seen from the kernel', () => {
  const answers: readonly (readonly [string, Mode, Reply, readonly string[]])[] = [
    ['a background request', 'background', pendingTask('task'), []],
    ['a direct request', 'direct', directImages(1), []],
    [
      'a direct request that is answered with the image itself',
      'direct',
      { body: { data: [{ b64_json: 'ABCD'.repeat(100_000) }] } },
      ['the image in the answer is on disk'],
    ],
  ]
  test.each(answers)(
    '%s is written once its claim is on disk, and read once its answer is',
    async (_, mode, reply, beforeItIsLogged) => {
      const program = await coreProgram('tests/core/queue/sendingProcess.ts')
      const service = await startLoopbackService()
      service.onPost = () =>
        typeof reply === 'string' ? reply : { ...reply, headers: { 'x-request-id': requestId } }
      service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
      const before = await openQueue({ started: false, clock: realClock })
      const connection = await connect(before, service.baseUrl, { directSlots: 1, backgroundSlots: 1 })
      enqueue(before, connection, { mode })
      enqueue(before, connection, { mode })
      const jobId = allJobs(before)[0]?.id ?? ''
      await before.stop()

      const traced = traceProcess(join(before.folder, 'trace'), program.path, [before.folder])
      onTestFinished(async () => void (await traced.kill()))
      // With one slot, the second request or the first poll comes once the first job has moved on.
      await eventually(() => service.posts.length + service.polls.length >= 2, {
        what: 'what follows the first request',
      })
      const calls = await traced.kill()

      expect(storyOf(calls, jobId)).toEqual([
        'the log is on disk',
        'the claim is logged',
        'the log is on disk',
        'the request is written',
        ...beforeItIsLogged,
        'the answer is logged',
        'the log is on disk',
        movedOn,
      ])
      expect(lastOnLog(calls)).toMatch(/^f(data)?sync$/)
    },
  )
})
