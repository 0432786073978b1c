import { appError } from '@shared/errors'
import { describe, expect, test } from 'vitest'
import { calm, holdAnswers, openBench } from './bench'
import { callOf, pressOf } from './pressed'
import { allJobs, connect, draft, enqueue, only, states } from './queueHarness'

/** One request that was being sent when it was cancelled, became uncertain, and is to be sent again. */
async function sentAgain() {
  const bench = await openBench()
  const call = callOf(bench)
  const connection = await connect(bench, 'https://service.test')
  const error = appError('connectionLost', { retry: 'maybeTwice' })
  bench.client.onSubmit = () => ({ kind: 'uncertain', error })
  const answer = holdAnswers(bench.client)
  const batchId = enqueue(bench, connection, { prompt: 'fern' })
  await calm()
  const press = pressOf(await call('batches.cancel', { id: batchId }))
  bench.queue.pause()
  answer()
  await calm()
  const { id } = only(allJobs(bench))
  expect(await bench.queue.act([id], 'sendAgain')).toBe(1)
  expect(states(bench)).toEqual({ queued: 1 })
  return { ...bench, call, press, id }
}

describe('a cancel of a request that was sent again since', () => {
  test('isn’t taken back for one that was edited: only what took its place can be sent', async () => {
    const { call, press, id, ...one } = await sentAgain()
    const { variables: _, ...edited } = draft({ prompt: 'moss' })
    await call('jobs.edit', { id, draft: edited })
    await call('presses.takeBack', { press })
    expect(states(one)).toEqual({ cancelled: 1, queued: 1 })
  })

  test('isn’t taken back for one that was cancelled by itself', async () => {
    const { call, press, id, ...one } = await sentAgain()
    const own = pressOf(await call('jobs.act', { ids: [id], action: 'cancel' }))
    await call('presses.takeBack', { press })
    expect(states(one)).toEqual({ cancelled: 1 })
    expect(await call('presses.takeBack', { press: own })).toEqual({ done: 1, left: 0 })
    expect(states(one)).toEqual({ queued: 1 })
  })
})
