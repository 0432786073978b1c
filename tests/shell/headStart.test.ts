import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createHeadStart } from '../../electron/shell/appProtocol'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

describe('the page’s head start', () => {
  test('is over once the page has its script, and leaves no timer', async () => {
    const start = createHeadStart()
    start.end()
    await start.over
    expect(vi.getTimerCount()).toBe(0)
  })

  test('is over after its limit even if the page never asked', async () => {
    const start = createHeadStart(1000)
    let over = false
    void start.over.then(() => {
      over = true
    })
    await vi.advanceTimersByTimeAsync(999)
    expect(over).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(over).toBe(true)
  })
})
