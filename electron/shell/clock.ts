import type { Clock } from '../core/ports'

/** Node fires longer timers immediately. */
const longestTimer = 2 ** 31 - 1

export function createClock(): Clock {
  return {
    now: () => Date.now(),
    monotonic: () => performance.now(),
    after(ms, callback) {
      const timer = setTimeout(callback, Math.min(ms, longestTimer))
      return () => clearTimeout(timer)
    },
  }
}
