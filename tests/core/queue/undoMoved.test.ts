import { appError } from '@shared/errors'
import { expect, test } from 'vitest'
import { calm, openBench } from './bench'
import { callOf, pressOf } from './pressed'
import { allJobs, connect, enqueue, only, states } from './queueHarness'

/** Its connection gets another address; what was done before is taken back. */
async function takeBackMoved(act: 'cancel' | 'settle') {
  const bench = await openBench()
  const call = callOf(bench)
  const connection = await connect(bench, 'https://service.test')
  if (act === 'cancel') bench.queue.pause()
  else bench.client.onSubmit = () => ({ kind: 'uncertain', error: appError('connectionLost') })
  enqueue(bench, connection)
  await calm()
  const { id } = only(allJobs(bench))
  const press =
    act === 'cancel'
      ? pressOf(await call('queue.cancelWaiting', null))
      : pressOf(await call('jobs.act', { ids: [id], action: 'settle' }))
  await bench.connections.save(connection.id, { ...connection, baseUrl: 'https://other.test' }, 'sk-other')
  const undone = await call('presses.takeBack', { press })
  return { undone, states: states(bench) }
}

test.each([
  ['cancel', 'cancelled'],
  ['settle', 'failed'],
] as const)('a %s is not taken back once its requests would go to another service', async (act, state) => {
  expect(await takeBackMoved(act)).toEqual({ undone: { done: 0, left: 1 }, states: { [state]: 1 } })
})
