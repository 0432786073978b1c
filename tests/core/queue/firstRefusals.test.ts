import type { Mode } from '@shared/model/draft'
import { describe, expect, test } from 'vitest'
import { eventually } from '../../support/eventually'
import { completedTask, pendingTask, type Reply, startLoopbackService } from './loopbackService'
import { connect, deliverAlways, enqueue, openQueue, type QueueHarness, statesBecome } from './queueHarness'

const text: Reply = { body: 'OK', headers: { 'content-type': 'text/plain' } }
const page: Reply = { body: '<!doctype html><title>Sign in</title>' }

const isHeld = ({ connections }: QueueHarness, id: string) => connections.find(id)?.hold !== null

/** Several presses of Generate while the queue is paused, so that all batches are there when it resumes. */
function press(queue: QueueHarness, id: Parameters<typeof enqueue>[1], modes: readonly Mode[]): void {
  queue.queue.pause()
  for (const mode of modes) enqueue(queue, id, { mode })
}

describe('what goes out before a connection is held', () => {
  test.each<[string, readonly Reply[]]>([
    ['text', [text]],
    ['text and pages in turn', [text, page]],
    ['pages, torn connections and text in turn', [page, 'reset', text]],
  ])('is three requests of a batch of six, when the answers are %s', async (_, replies) => {
    const service = await startLoopbackService()
    service.onPost = (_post, count) => replies[(count - 1) % replies.length] ?? text
    const queue = await openQueue()
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection, { n: 6 })
    await statesBecome(queue, { queued: 3, uncertain: 3 })
    await eventually(() => isHeld(queue, connection.id))
    expect(service.posts).toHaveLength(3)
  })

  test('is three requests of six batches of one each, on a connection with no result yet', async () => {
    const service = await startLoopbackService()
    service.onPost = () => text
    const queue = await openQueue()
    const connection = await connect(queue, service.baseUrl)
    press(queue, connection, ['background', 'direct', 'background', 'direct', 'background', 'direct'])
    queue.queue.resume()
    await eventually(() => isHeld(queue, connection.id))
    await statesBecome(queue, { queued: 3, uncertain: 3 })
    expect(service.posts).toHaveLength(3)
  })

  test('is what was in flight when the first refusal was read, on a connection that worked', async () => {
    const service = await startLoopbackService()
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl, { directSlots: 2 })
    enqueue(queue, connection)
    await statesBecome(queue, { done: 1 })
    let answer = (): void => {}
    const read = new Promise<void>((resolve) => {
      answer = resolve
    })
    service.onPost = async () => {
      await read
      return text
    }
    press(
      queue,
      connection,
      Array.from({ length: 20 }, (_, at) => (at % 2 === 0 ? 'background' : 'direct')),
    )
    queue.queue.resume()
    await statesBecome(queue, { done: 1, queued: 14, sending: 6 })
    answer()
    await eventually(() => isHeld(queue, connection.id))
    await statesBecome(queue, { done: 1, queued: 14, uncertain: 6 })
    expect(service.posts).toHaveLength(7)
  })

  test('is one request if the key is refused, and each job of a batch is sent again', async () => {
    const service = await startLoopbackService()
    service.onPost = () => ({ status: 401, body: { error: 'no' } })
    const queue = await openQueue()
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection, { n: 6 })
    await eventually(() => isHeld(queue, connection.id))
    await statesBecome(queue, { queued: 6 })
    expect(service.posts).toHaveLength(1)
  })

  test('is three answered requests and those that quitting cut off, which prove nothing', async () => {
    const service = await startLoopbackService()
    service.onPost = (_, count) => (count === 2 || count === 3 ? 'hang' : text)
    const first = await openQueue({ stopGraceMs: 50 })
    const connection = await connect(first, service.baseUrl)
    enqueue(first, connection, { n: 6 })
    await statesBecome(first, { queued: 3, sending: 2, uncertain: 1 })
    await first.stop()
    const second = await openQueue({ folder: first.folder })
    await eventually(() => isHeld(second, connection.id))
    await statesBecome(second, { queued: 1, uncertain: 5 })
    expect(service.posts).toHaveLength(5)
  })

  test('is one request at a time after resuming, until one is accepted', async () => {
    const service = await startLoopbackService()
    service.onPost = () => text
    service.onPoll = (id) => completedTask(id)
    const queue = await openQueue()
    deliverAlways(queue)
    const connection = await connect(queue, service.baseUrl)
    enqueue(queue, connection, { n: 10 })
    await statesBecome(queue, { queued: 7, uncertain: 3 })
    await eventually(() => isHeld(queue, connection.id))
    queue.connections.resume(connection.id)
    await statesBecome(queue, { queued: 6, uncertain: 4 })
    await eventually(() => isHeld(queue, connection.id))
    service.onPost = (_, count) => pendingTask(`task-${count}`)
    queue.connections.resume(connection.id)
    await statesBecome(queue, { done: 6, uncertain: 4 })
  })
})
