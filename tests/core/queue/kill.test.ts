import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { coreProgram } from '../../support/coreProgram'
import { eventually } from '../../support/eventually'
import { realClock } from '../../support/fakeClock'
import { listen } from '../service/serviceHarness'
import { pendingTask, type Reply, startLoopbackService } from './loopbackService'
import {
  allJobs,
  connect,
  deliverAlways,
  deliverReady,
  enqueue,
  only,
  openQueue,
  statesBecome,
} from './queueHarness'

describe('killed', () => {
  test('between sending and the answer: uncertain, and no second request is made', async () => {
    const program = await coreProgram('tests/core/queue/sendingProcess.ts')
    const service = await startLoopbackService()
    let answer: (reply: Reply) => void = () => {}
    service.onPost = ({ body }) =>
      body.prompt === 'hangs'
        ? new Promise((resolveReply) => {
            answer = resolveReply
          })
        : pendingTask('sound')
    service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })

    const before = await openQueue({ clock: realClock, started: false })
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

    const queue = await openQueue({ clock: realClock, folder: before.folder, started: false })
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

  test('between an image of an answer and its end: it is saved, and the user learns what may be lost', async () => {
    const program = await coreProgram('tests/core/queue/sendingProcess.ts')
    const image = () => ({ b64_json: randomBytes(50_000).toString('base64') })
    const text = JSON.stringify({ data: [image()], task_id: 'unheard', status: 'processing' })
    let posts = 0
    const server = createServer((request, response) => {
      posts += 1
      request.resume()
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write(text.slice(0, text.indexOf('"task_id"')))
    })
    const baseUrl = `http://127.0.0.1:${await listen(server)}`

    const before = await openQueue({ clock: realClock, started: false })
    const plain = await connect(before, baseUrl)
    const full = await connect(before, baseUrl, { fullBackground: true })
    enqueue(before, plain, { prompt: 'any number' })
    enqueue(before, full, { prompt: 'one' })
    enqueue(before, full, { prompt: 'one of two', n: 2 })
    enqueue(before, plain, { prompt: 'direct, one', mode: 'direct' })
    enqueue(before, plain, { prompt: 'direct, one of two', mode: 'direct', n: 2 })
    await before.stop()
    const spool = join(before.folder, 'spool')
    const images = () => (existsSync(spool) ? readdirSync(spool).filter((name) => name.endsWith('.bin')) : [])

    const child = fork(program.path, [before.folder], { execArgv: [] })
    const gone = once(child, 'exit')
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await gone
    })
    await eventually(() => images().length === 5, { what: 'an image of each answer' })
    child.kill('SIGKILL')
    await gone

    const queue = await openQueue({ clock: realClock, folder: before.folder })
    await statesBecome(queue, { saving: 5 })
    expect(images()).toHaveLength(5)
    expect(deliverReady(queue)).toBe(5)
    await statesBecome(queue, { done: 5 })
    const told = { code: 'interrupted', retry: 'maybeTwice' }
    expect(allJobs(queue).map(({ request, ...job }) => ({ ...job, prompt: request.prompt }))).toMatchObject([
      { prompt: 'any number', saved: 1, error: null, attention: told, actions: ['settle'] },
      { prompt: 'one', saved: 1, error: null, attention: null, actions: [] },
      { prompt: 'one of two', saved: 1, error: told, attention: told, actions: ['retryAsNew', 'settle'] },
      { prompt: 'direct, one', saved: 1, error: null, attention: null, actions: [] },
      {
        prompt: 'direct, one of two',
        saved: 1,
        error: told,
        attention: told,
        actions: ['retryAsNew', 'settle'],
      },
    ])
    expect(queue.queue.overview(10).counts).toMatchObject({ needsYou: 3 })
    expect(posts).toBe(5)
  })

  test('between the answer and its reading: it is read at the next start', async () => {
    const service = await startLoopbackService()
    const before = await openQueue({ clock: realClock })
    service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
    enqueue(before, await connect(before, service.baseUrl))
    await statesBecome(before, { running: 1 })
    await before.stop()

    // The disk when the answer was committed and nothing after it.
    const disk = await openQueue({ clock: realClock, folder: before.folder, started: false })
    disk.db.run("UPDATE jobs SET state = 'sending', task_id = NULL")
    disk.db.run('UPDATE attempts SET outcome = NULL')
    await disk.stop()

    const queue = await openQueue({ clock: realClock, folder: before.folder })
    await statesBecome(queue, { running: 1 })
    expect(only(allJobs(queue)).taskId).toBe('task-1')
    expect(service.posts).toHaveLength(1)
  })
})
