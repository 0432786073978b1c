import type { Clock } from '../../electron/core/ports'

export interface FakeClock extends Clock {
  /** Lets this many milliseconds pass and calls whatever falls due, in order. */
  advance(ms: number): void
  /** Sets the wall clock forward or, if negative, back; durations are not affected. */
  set(byMs: number): void
  /** The number of waiting timers. */
  waiting(): number
}

/** A clock whose time passes only when a test says so. */
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

/** The computer's own clock. */
export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, callback) {
    if (ms <= 0) {
      const turn = setImmediate(callback)
      return () => clearImmediate(turn)
    }
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

let begun = Date.now()

/** Sets every faster clock to the computer's time. They would be hours ahead by the last file of a worker. */
export function beginTime(): void {
  begun = Date.now()
}

/**
 * The computer's time, passing `speed` times faster since `startedAt`, in milliseconds since the epoch: the same for
 * every process of a run. Default: since the file of tests began, the same for every core it starts.
 */
export function fastClock({
  startedAt = begun,
  speed,
}: {
  readonly startedAt?: number
  readonly speed: number
}): Clock {
  return {
    now: () => Math.round(startedAt + (Date.now() - startedAt) * speed),
    monotonic: () => performance.now() * speed,
    after(ms, callback) {
      const timer = setTimeout(callback, ms / speed)
      return () => clearTimeout(timer)
    },
  }
}

/** Limits, such as that of a drive's answer, are of this many milliseconds and more. */
const limitsFrom = 5000

/**
 * The computer's time, passing ten times faster, except for waits that may be limits: a busy machine needs those whole.
 */
export const hurriedClock: Clock = {
  now: () => hurried().now(),
  monotonic: () => hurried().monotonic(),
  after: (ms, callback) => (ms >= limitsFrom ? realClock : hurried()).after(ms, callback),
}

const hurried = (): Clock => fastClock({ speed: 10 })
