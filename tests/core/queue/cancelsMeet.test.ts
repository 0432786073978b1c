import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { count, enqueueBig } from './bigQueue'
import { expectCounted } from './countedRows'
import { type Call, callOf, pressOf } from './pressed'
import { connect, openQueue, states } from './queueHarness'

const firsts: Readonly<Record<string, (call: Call, ids: string[]) => Promise<{ press: number | null }>>> = {
  'some requests': (call, ids) => call('jobs.act', { ids, action: 'cancel' }),
  'a batch': (call) => call('batches.cancel', { id: 'big' }),
}

test.each(Object.entries(firsts))(
  'a cancel of %s stands, though one is taken back that it met at work',
  async (_, first) => {
    const harness = await openQueue()
    harness.queue.pause()
    const { id } = await connect(harness, 'https://service.test')
    enqueueBig(harness, id, 'big')
    const call = callOf(harness)
    const ids = harness.db.all<{ id: string }>('SELECT id FROM jobs').map((job) => job.id)
    const begun = first(call, ids)
    await nextTurn()
    const { cancelled, press } = await call('queue.cancelWaiting', null)
    const one = await begun
    expect(states(harness)).toEqual({ cancelled: count })
    if (press !== null) await call('presses.takeBack', { press })
    expect(states(harness)).toEqual({ cancelled: count })

    await call('presses.takeBack', { press: pressOf(one) })
    expect(states(harness)).toEqual({ queued: count })
    expectCounted(harness.db)
    expect(cancelled).toBeGreaterThan(0)
  },
)
