import { describe, expect, test } from 'vitest'
import { openBench } from './bench'
import { callOf, pressOf } from './pressed'
import { connect, states } from './queueHarness'

/** A row of a table was cancelled and queued anew with another prompt, under the same key. */
async function queuedAnew() {
  const bench = await openBench()
  const call = callOf(bench)
  const { db, queue, clock } = bench
  queue.pause()
  const connection = await connect(bench, 'https://service.test')
  const queueRow = (prompt: string): string => {
    const batch = queue.beginBatch({ id: prompt, connectionId: connection.id, jobs: 1, first: false })
    db.run(
      `INSERT INTO batch_rows (batch_id, row, cells_json, connection_id, key, content, source)
       VALUES (:prompt, 1, '[]', :connectionId, 'k', :prompt, :prompt)`,
      { prompt, connectionId: connection.id },
    )
    batch.add([{ mode: 'background', request: { model: 'm', prompt }, images: 1, row: 1, name: null }])
    clock.advance(500)
    return batch.finish(prompt).batchId
  }
  const first = queueRow('a fern')
  const press = pressOf(await call('batches.cancel', { id: first }))
  clock.advance(500)
  const second = queueRow('a taller fern')
  return { ...bench, call, press, second }
}

describe('a row of a table that was queued anew', () => {
  test('waits once, whichever of its two cancels is taken back first', async () => {
    const { press, second, ...one } = await queuedAnew()
    const own = pressOf(await one.call('batches.cancel', { id: second }))
    one.clock.advance(500)
    await one.call('presses.takeBack', { press })
    await one.call('presses.takeBack', { press: own })
    expect(states(one)).toEqual({ cancelled: 1, queued: 1 })
  })

  test('waits once, if what is taken back is a cancel of everything that was given both', async () => {
    const { press, ...one } = await queuedAnew()
    const all = pressOf(await one.call('queue.cancelWaiting', null))
    await one.call('presses.takeBack', { press })
    await one.call('presses.takeBack', { press: all })
    expect(states(one)).toEqual({ cancelled: 1, queued: 1 })
  })
})
