import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { type Bench, calm, holdAnswers, openBench } from './bench'
import { expectCounted } from './countedRows'
import { type Call, callOf, pressOf } from './pressed'
import { connect, draft, enqueue, states } from './queueHarness'

interface Scene extends Bench {
  readonly call: Call
  readonly connectionId: string
  readonly batchId: string
  /** The request that is being sent comes back unsent. */
  comeBack(): Promise<void>
}

/** One request that is just being sent. */
async function sending(prompt = 'fern'): Promise<Scene> {
  const bench = await openBench()
  const connection = await connect(bench, 'https://service.test')
  bench.client.onSubmit = () => ({ kind: 'unsent', error: appError('connectionRefused'), hold: true })
  const answer = holdAnswers(bench.client)
  const batchId = enqueue(bench, connection, { prompt })
  await calm()
  expect(states(bench).sending).toBe(1)
  return {
    ...bench,
    call: callOf(bench),
    connectionId: connection.id,
    batchId,
    async comeBack() {
      bench.queue.pause()
      answer()
      await calm()
    },
  }
}

const cancel = async ({ call, batchId }: Scene): Promise<number> =>
  pressOf(await call('batches.cancel', { id: batchId }))

describe('a cancel of a request that is being sent', () => {
  test('is not taken back for one that was queued anew: only one of them can be sent', async () => {
    const one = await sending()
    const press = await cancel(one)
    one.queue.enqueue(one.connectionId, draft({ prompt: 'fern' }), { first: false })
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 0, left: 1 })
    await one.comeBack()
    expect(states(one)).toEqual({ cancelled: 1, queued: 1 })
    expectCounted(one.db)
  })

  test('drops it if it comes back unsent, also when it is done again, however often', async () => {
    const one = await sending()
    const press = await cancel(one)
    for (let round = 0; round < 3; round++) {
      await one.call('presses.takeBack', { press })
      expect(await one.call('presses.doAgain', { press })).toEqual({ done: 0, left: 0 })
    }
    await one.comeBack()
    expect(states(one)).toEqual({ cancelled: 1 })
    expect(await one.call('presses.takeBack', { press })).toEqual({ done: 1, left: 0 })
    expect(one.db.get('SELECT state, dropped FROM jobs')).toEqual({ state: 'queued', dropped: 0 })
    expectCounted(one.db)
  })

  test('is also about what was cancelled before, and comes back only once both are taken back', async () => {
    const one = await sending('{fern|moss}')
    const [{ id = '' } = {}] = one.db.all<{ id: string }>("SELECT id FROM jobs WHERE state = 'queued'")
    const { call } = one
    const own = pressOf(await call('jobs.act', { ids: [id], action: 'cancel' }))
    const batch = await cancel(one)
    await call('presses.takeBack', { press: own })
    await one.comeBack()
    expect(states(one)).toEqual({ cancelled: 2 })
    await call('presses.takeBack', { press: batch })
    expect(states(one)).toEqual({ queued: 2 })
    expectCounted(one.db)
  })
})
