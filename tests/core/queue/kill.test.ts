import { fork } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, onTestFinished, test } from 'vitest'
import { buildCoreProgram } from '../../support/coreProgram'
import { eventually } from '../../support/eventually'
import { pendingTask, type Reply, startLoopbackService } from './loopbackService'
import { allJobs, connect, deliverAlways, enqueue, only, openQueue, statesBecome } from './queueHarness'

describe('killed', { timeout: 60_000 }, () => {
  test('between sending and the answer: uncertain, and the one request stays the only one', async () => {
    const program = await buildCoreProgram('tests/core/queue/sendingProcess.ts')
    onTestFinished(program.remove)
    const service = await startLoopbackService()
    let answer: (reply: Reply) => void = () => {}
    service.onPost = ({ body }) =>
      body.prompt === 'hangs'
        ? new Promise((resolveReply) => {
            answer = resolveReply
          })
        : pendingTask('sound')
    service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })

    const before = await openQueue({ started: false })
    const connection = await connect(before, service.baseUrl)
    enqueue(before, connection, { prompt: 'sound' })
    enqueue(before, connection, { prompt: 'hangs' })
    await before.stop()

    const child = fork(program.path, [before.folder], { execArgv: [] })
    const gone = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await gone
    })
    await eventually(() => service.posts.length === 2 && service.polls.length > 0, { what: 'both requests' })
    child.kill('SIGKILL')
    await gone
    answer(pendingTask('unheard'))

    const queue = await openQueue({ folder: before.folder, started: false })
    expect(allJobs(queue).map(({ state }) => state)).toEqual(['running', 'sending'])
    service.onPoll = (id) => ({
      body: { task_id: id, status: 'completed', data: [{ url: 'https://files.test/a.png' }] },
    })
    deliverAlways(queue)
    await queue.queue.start()
    await statesBecome(queue, { done: 1, uncertain: 1 })
    expect(allJobs(queue)[1]).toMatchObject({
      state: 'uncertain',
      billed: 'maybe',
      error: { code: 'interrupted', retry: 'maybeTwice' },
      actions: ['sendAgain', 'settle'],
    })
    expect(service.posts).toHaveLength(2)
  })

  test('between the answer and its reading: it is read at the next start', async () => {
    const service = await startLoopbackService()
    const before = await openQueue()
    service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
    enqueue(before, await connect(before, service.baseUrl))
    await statesBecome(before, { running: 1 })
    await before.stop()

    // As the disk is when the answer was committed and nothing after it.
    const disk = await openQueue({ folder: before.folder, started: false })
    disk.db.run("UPDATE jobs SET state = 'sending', task_id = NULL")
    disk.db.run('UPDATE attempts SET outcome = NULL')
    await disk.stop()

    const queue = await openQueue({ folder: before.folder })
    await statesBecome(queue, { running: 1 })
    expect(only(allJobs(queue)).taskId).toBe('task-1')
    expect(service.posts).toHaveLength(1)
  })
})
