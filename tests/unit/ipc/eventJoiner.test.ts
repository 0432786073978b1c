import { describe, expect, test } from 'vitest'
import type { CoreEvent } from '../../../electron/core/core'
import { createEventJoiner } from '../../../electron/core/ipc/eventJoiner'
import { createFakeClock } from '../../support/fakeClock'

function setUp() {
  const clock = createFakeClock()
  const sent: { at: number; event: CoreEvent }[] = []
  const joiner = createEventJoiner(clock, (event) => sent.push({ at: clock.monotonic(), event }))
  let revision = 0
  const push = () => {
    revision++
    joiner.push('queue.changed', () => ({ event: 'queue.changed', payload: { revision } }))
  }
  return { clock, sent, joiner, push }
}

describe('events', () => {
  test('are sent at once if none of their kind was lately', () => {
    const { sent, push } = setUp()
    push()
    expect(sent).toEqual([{ at: 0, event: { event: 'queue.changed', payload: { revision: 1 } } }])
  })

  test('are at most ten per second of a kind, and the last one is always sent', () => {
    const { clock, sent, push } = setUp()
    for (let i = 0; i < 1000; i++) {
      push()
      clock.advance(1)
    }
    clock.advance(1000)
    expect(sent.length).toBeLessThanOrEqual(11)
    expect(sent.at(-1)?.event.payload).toEqual({ revision: 1000 })
    for (const [i, { at }] of sent.entries())
      expect(at - (sent[i - 1]?.at ?? -100)).toBeGreaterThanOrEqual(100)
  })

  test('of one kind do not delay another', () => {
    const { sent, joiner, push } = setUp()
    push()
    joiner.push('gallery.changed', () => ({ event: 'gallery.changed', payload: { revision: 1 } }))
    expect(sent.map(({ event }) => event.event)).toEqual(['queue.changed', 'gallery.changed'])
  })

  test('end with the joiner', () => {
    const { clock, sent, joiner, push } = setUp()
    push()
    push()
    joiner.stop()
    clock.advance(1000)
    push()
    expect(sent).toHaveLength(1)
    expect(clock.waiting()).toBe(0)
  })
})
