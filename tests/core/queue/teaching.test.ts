import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { failureCode } from '../../support/failureCode'
import { completedTask, startLoopbackService } from './loopbackService'
import { allJobs, connect, deliverAlways, enqueue, only, openQueue, statesBecome } from './queueHarness'

const place = { number: null, polled: false, path: ['zork'], role: 'image' } as const

test('a job that is sent again while its answer is read is not taught by it', async () => {
  const service = await startLoopbackService()
  service.onPost = (_, count) =>
    count === 1 ? { body: { zork: 'https://files.test/1.png', words: 'no' }, status: 502 } : 'hang'
  const app = await openQueue()
  enqueue(app, await connect(app, service.baseUrl), { mode: 'direct' })
  await statesBecome(app, { uncertain: 1 })
  const { id } = only(allJobs(app))
  const { readPlace } = app.service
  app.service.readPlace = async (...call) => {
    const read = await readPlace(...call)
    await app.queue.act([id], 'sendAgain')
    return read
  }
  expect(await failureCode(app.queue.teach({ id, ...place }))).toBe('placeAbsent')
  await eventually(() => service.posts.length === 2)
  expect(only(allJobs(app))).toMatchObject({ state: 'sending', saved: 0 })
  expect(only(app.connections.list()).taught).toEqual([])
  expect(app.queue.readyItems(10)).toEqual([])
})

test('a job whose image is taught while its task runs is polled on', async () => {
  const service = await startLoopbackService()
  service.onPost = () => ({
    body: { task_id: 'task-1', status: 'running', zork: 'https://files.test/first.png' },
  })
  service.onPoll = () => ({ body: { task_id: 'task-1', status: 'running' } })
  const app = await openQueue()
  deliverAlways(app)
  enqueue(app, await connect(app, service.baseUrl))
  await statesBecome(app, { running: 1 })
  const { id } = only(allJobs(app))
  await app.queue.teach({ id, ...place })
  await eventually(() => only(allJobs(app)).saved === 1, { what: 'the image that was taught' })
  const polls = service.polls.length
  await eventually(() => service.polls.length > polls, { what: 'another poll' })
  expect(only(allJobs(app))).toMatchObject({ state: 'running', error: null, attention: null })
  service.onPoll = () => completedTask('task-1', ['https://files.test/second.png'])
  await statesBecome(app, { done: 1 })
  expect(only(allJobs(app))).toMatchObject({ saved: 2, error: null })
  expect(service.posts).toHaveLength(1)
})
