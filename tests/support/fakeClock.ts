import type { Clock } from '../../electron/core/ports'

export interface FakeClock extends Clock {
  /** Lets this many milliseconds pass and calls back whatever falls due, in order. */
  advance(ms: number): void
  /** Sets the time of day on or, negative, back; durations are not touched. */
  set(byMs: number): void
  /** Timers that wait. */
  waiting(): number
}

/** Time that passes only when a test says so. */
export function createFakeClock(start = Date.UTC(2026, 2, 1, 12)): FakeClock {
  let now = start
  let setBy = 0
  const timers = new Set<{ readonly due: number; readonly callback: () => void }>()
  return {
    now: () => now + setBy,
    monotonic: () => now - start,
    after(ms, callback) {
      const timer = { due: now + ms, callback }
      timers.add(timer)
      return () => timers.delete(timer)
    },
    advance(ms) {
      const end = now + ms
      for (;;) {
        const [next] = [...timers].filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)
        if (next === undefined) break
        timers.delete(next)
        now = next.due
        next.callback()
      }
      now = end
    },
    set(byMs) {
      setBy += byMs
    },
    waiting: () => timers.size,
  }
}

/** The computer's own time. */
export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}
