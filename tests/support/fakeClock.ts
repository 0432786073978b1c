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
  const after: Clock['after'] = (ms, callback) => {
    const timer = { due: now + ms, callback }
    timers.add(timer)
    return () => timers.delete(timer)
  }
  return {
    now: () => now + setBy,
    monotonic: () => now - start,
    after,
    limit: after,
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

/** The computer's own clock, but for its limits. */
export const realClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: realAfter,
  limit: patientLimit,
}

/** A busy machine may take many times as long as a user should wait. */
function patientLimit(ms: number, callback: () => unknown): () => void {
  return realAfter(ms * 20, callback)
}

function realAfter(ms: number, callback: () => unknown): () => void {
  if (ms <= 0) {
    const turn = setImmediate(callback)
    return () => clearImmediate(turn)
  }
  const timer = setTimeout(callback, ms)
  return () => clearTimeout(timer)
}

let begun = Date.now()

/** Called before each test: fast clocks agree with the computer's when it begins. */
export function beginTime(): void {
  begun = Date.now()
}

/**
 * The computer's time, passing `speed` times faster since `startedAt`, in milliseconds since the epoch: the same for
 * every process of a run. Default: since the test began, the same for every core it starts. Limits stay whole, because a
 * busy machine needs them, unless a test is about what reaches them.
 */
export function fastClock({
  startedAt,
  speed,
  isLimited = false,
}: {
  readonly startedAt?: number
  readonly speed: number
  /** Limits pass faster too. */
  readonly isLimited?: boolean
}): Clock {
  const after: Clock['after'] = (ms, callback) => {
    const timer = setTimeout(callback, ms / speed)
    return () => clearTimeout(timer)
  }
  return {
    now() {
      const from = startedAt ?? begun
      return Math.round(from + (Date.now() - from) * speed)
    },
    monotonic: () => performance.now() * speed,
    after,
    limit: isLimited ? after : realAfter,
  }
}

export const hurriedClock: Clock = fastClock({ speed: 10 })
