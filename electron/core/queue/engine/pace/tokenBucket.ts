/** Limits how often something is done, and slows down when told to. Times are monotonic milliseconds. */
export interface TokenBucket {
  /** The number of whole tokens. */
  tokens(now: number): number
  /** Takes a token if there is one. */
  take(now: number): boolean
  /** When the next token will be there: `now` or later. */
  nextAt(now: number): number
  /** Halves the rate; it recovers by an eighth of the full rate every 10 seconds. */
  slow(now: number): void
  /** Changes the full rate, in tokens per second. */
  limit(ratePerSecond: number): void
}

/** A slowed rate recovers in this many steps, this far apart. */
export const recoveryStepMs = 10_000
export const recoverySteps = 8
const least = 1 / 64

/** Starts full, with the tokens of one second, at least one. */
export function createTokenBucket(ratePerSecond: number, start: number): TokenBucket {
  let full = ratePerSecond
  /** Of the full rate, `least` to 1. */
  let share = 1
  let tokens = Math.max(1, ratePerSecond)
  let filledAt = start
  let slowedAt = start

  const rate = () => full * share

  function fill(now: number): void {
    const steps = Math.floor((now - slowedAt) / recoveryStepMs)
    if (steps > 0) {
      share = Math.min(1, share + steps / recoverySteps)
      slowedAt += steps * recoveryStepMs
    }
    tokens = Math.min(Math.max(1, rate()), tokens + (Math.max(0, now - filledAt) / 1000) * rate())
    filledAt = now
  }

  return {
    tokens(now) {
      fill(now)
      return Math.floor(tokens)
    },
    take(now) {
      fill(now)
      if (tokens < 1) return false
      tokens -= 1
      return true
    },
    nextAt(now) {
      fill(now)
      return tokens >= 1 ? now : now + Math.ceil(((1 - tokens) / rate()) * 1000)
    },
    slow(now) {
      fill(now)
      share = Math.max(least, share / 2)
      slowedAt = now
    },
    limit(next) {
      full = next
    },
  }
}
