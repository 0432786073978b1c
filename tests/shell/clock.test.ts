import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createClock } from '../../electron/shell/ports'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** What a held drag does: timers run, and nothing that was promised goes on. */
const hold = (ms: number) => void vi.advanceTimersByTime(ms)

test('a limit doesn’t pass while a drag is held, so that an answer that came meanwhile is in time', async () => {
  const ends: string[] = []
  createClock().limit(5_000, () => ends.push('limit'))
  void Promise.resolve().then(() => ends.push('answer'))
  hold(40_000)
  expect(ends).toEqual([])
  await vi.advanceTimersByTimeAsync(0)
  expect(ends).toEqual(['answer'])
  await vi.advanceTimersByTimeAsync(3_999)
  expect(ends).toEqual(['answer'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ends).toEqual(['answer', 'limit'])
})

test('a limit that was taken back never passes, whenever that was', async () => {
  const passed = vi.fn()
  createClock().limit(5_000, passed)()
  const takeBack = createClock().limit(5_000, passed)
  hold(1_000)
  takeBack()
  const takeBackLater = createClock().limit(5_000, passed)
  await vi.advanceTimersByTimeAsync(4_500)
  takeBackLater()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(passed).not.toHaveBeenCalled()
})
