import { describe, expect, test } from 'vitest'
import { createLastWords } from '../../electron/core/lastWords'
import { createFakeClock } from '../support/fakeClock'

function asked(listening: boolean) {
  const clock = createFakeClock()
  let times = 0
  const words = createLastWords({
    clock,
    ask() {
      times += 1
      return listening
    },
  })
  let over = false
  const end = words.hear().then(() => {
    over = true
  })
  return { clock, words, end, times: () => times, isOver: () => over }
}

describe('the window’s last words', () => {
  test('are waited for', async () => {
    const { clock, words, end, times, isOver } = asked(true)
    clock.advance(900)
    await Promise.resolve()
    expect(times()).toBe(1)
    expect(isOver()).toBe(false)
    words.heard()
    await end
    expect(clock.waiting()).toBe(0)
  })

  test('are waited for at most one second', async () => {
    const { clock, end } = asked(true)
    clock.advance(1000)
    await end
  })

  test('are not waited for without a window', async () => {
    const { clock, end } = asked(false)
    await end
    expect(clock.waiting()).toBe(0)
  })
})
