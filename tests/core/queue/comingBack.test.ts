import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { pendingTask, type Reply, startLoopbackService } from './loopbackService'
import { allJobs, connect, enqueue, only, openQueue, statesBecome } from './queueHarness'

/** A request that stays open until it is refused with a 429: it surely was not processed. */
async function openRequest() {
  const service = await startLoopbackService()
  let answer = (_: Reply) => {}
  service.onPost = (_, count) =>
    count > 1
      ? pendingTask(`task-${count}`)
      : new Promise<Reply>((resolve) => {
          answer = resolve
        })
  service.onPoll = (id) => ({ body: { task_id: id, status: 'running' } })
  const queue = await openQueue()
  const connection = await connect(queue, service.baseUrl)
  const batch = enqueue(queue, connection)
  await eventually(() => service.posts.length === 1)
  return { service, queue, connection, batch, refuse: () => answer({ status: 429, body: {} }) }
}

describe('a request that comes back unsent', () => {
  test('waits for its next turn', async () => {
    const { queue, refuse } = await openRequest()
    refuse()
    await statesBecome(queue, { running: 1 })
  })

  test('is cancelled if its connection was removed meanwhile', async () => {
    const { queue, connection, refuse, service } = await openRequest()
    await queue.connections.remove(connection.id)
    refuse()
    await statesBecome(queue, { cancelled: 1 })
    expect(only(allJobs(queue))).toMatchObject({ error: null, billed: 'no', items: [{ state: 'abandoned' }] })
    expect(service.posts).toHaveLength(1)
  })

  test.each(['its batch', 'all that waits'])('is cancelled if %s was cancelled meanwhile', async (what) => {
    const { queue, batch, refuse, service } = await openRequest()
    const result = await (what === 'its batch' ? queue.queue.cancelBatch(batch) : queue.queue.cancelWaiting())
    expect(result).toEqual({ cancelled: 0, arriving: 1 })
    refuse()
    await statesBecome(queue, { cancelled: 1 })
    expect(service.posts).toHaveLength(1)
  })

  test('stays in the queue once the user sends it again, whatever was cancelled before', async () => {
    const { queue, batch, refuse, service } = await openRequest()
    await queue.queue.cancelBatch(batch)
    await queue.stop()
    service.onPost = (_, count) => (count === 2 ? { status: 429, body: {} } : pendingTask(`task-${count}`))
    refuse()
    const next = await openQueue({ folder: queue.folder })
    await statesBecome(next, { uncertain: 1 })
    await next.queue.act([only(allJobs(next)).id], 'sendAgain')
    await statesBecome(next, { running: 1 })
    expect(service.posts).toHaveLength(3)
  })
})
