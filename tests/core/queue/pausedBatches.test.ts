import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { connect, enqueue, openQueue } from './queueHarness'

test('waiting jobs in paused batches of two connections don’t block the event loop', async () => {
  const harness = await openQueue({ started: false })
  const { queue } = harness
  for (const path of ['one', 'two']) {
    const connection = await connect(harness, `http://127.0.0.1:1/${path}`)
    queue.pauseBatch(enqueue(harness, connection), true)
  }
  await queue.start()
  // Two passes over what may be sent run at once.
  queue.holdSends('library', null)
  queue.holdSends('library', null)
  await nextTurn()
  expect(queue.overview(10).counts.waiting).toBe(2)
})
