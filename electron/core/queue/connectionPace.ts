import type { Clock } from '../ports'
import { backoffMs } from '../service/backoff'
import { createInFlightLimit } from './inFlightLimit'
import { createTokenBucket, type TokenBucket } from './tokenBucket'

/** What one connection may do now; kept in memory, for this run of the app. Times are monotonic milliseconds. */
export interface ConnectionPace {
  readonly bucket: TokenBucket
  /** Nothing at all goes out before this time: the service said so (429). */
  quietUntil(): number
  /** Nothing is sent before this time: the service was not reached, or it said so. */
  sendsFrom(): number
  /** The service asked for quiet. Null when it named no time. Returns the milliseconds. */
  limited(retryAfterMs: number | null): number
  /** It did so for a poll (429): half as many polls from now on. */
  pollLimited(retryAfterMs: number | null): number
  /** It did so for a paid request while so many were in flight: half of them from now on. */
  sendLimited(retryAfterMs: number | null, inFlight: number): number
  /** Requests and tasks that may be in flight, of the `full` number the connection allows; infinite when nothing was refused. */
  inFlightLimit(full: number): number
  /** The service was not reached. Returns the milliseconds until it is tried again. */
  unreached(): number
  /** The service answered. */
  reached(): void
  /** The network may be back: what was not reached is tried again at once. What the service asked for stays. */
  wake(): void
}

/** Shortest quiet after a 429 that names no time. */
const shortestQuietMs = 1000

export interface ConnectionPaces {
  of(connectionId: string): ConnectionPace
  /** Takes up what the service asked for before a restart; `until` in milliseconds since the epoch. */
  resume(limits: readonly { readonly connectionId: string; readonly until: number }[]): void
  wake(): void
}

export function createConnectionPaces({
  clock,
  random,
}: {
  readonly clock: Clock
  readonly random: () => number
}): ConnectionPaces {
  const paces = new Map<string, ConnectionPace>()

  function make(): ConnectionPace {
    let quiet = 0
    let unreachable = 0
    let limits = 0
    let misses = 0
    const bucket = createTokenBucket(10, clock.monotonic())
    const inFlightLimit = createInFlightLimit()

    /** Requests that were open together are limited together: that is one time. */
    const isFirst = (now: number) => quiet <= now

    function limited(retryAfterMs: number | null): number {
      const now = clock.monotonic()
      if (retryAfterMs === null && !isFirst(now)) return quiet - now
      const ms = retryAfterMs ?? shortestQuietMs + backoffMs(limits, random)
      limits++
      quiet = Math.max(quiet, now + ms)
      return quiet - now
    }

    return {
      bucket,
      quietUntil: () => quiet,
      sendsFrom: () => Math.max(quiet, unreachable),
      limited,
      pollLimited(retryAfterMs) {
        const now = clock.monotonic()
        if (isFirst(now)) bucket.slow(now)
        return limited(retryAfterMs)
      },
      sendLimited(retryAfterMs, inFlight) {
        const now = clock.monotonic()
        if (isFirst(now)) inFlightLimit.halve(now, inFlight)
        return limited(retryAfterMs)
      },
      inFlightLimit: (full) => inFlightLimit.at(clock.monotonic(), full),
      unreached() {
        const now = clock.monotonic()
        if (unreachable <= now) {
          unreachable = now + backoffMs(misses, random)
          misses++
        }
        return unreachable - now
      },
      reached() {
        misses = 0
        limits = 0
        unreachable = 0
      },
      wake() {
        misses = 0
        unreachable = 0
      },
    }
  }

  function of(connectionId: string): ConnectionPace {
    const known = paces.get(connectionId)
    if (known !== undefined) return known
    const made = make()
    paces.set(connectionId, made)
    return made
  }

  return {
    of,
    resume(limits) {
      for (const { connectionId, until } of limits) of(connectionId).limited(until - clock.now())
    },
    wake() {
      for (const pace of paces.values()) pace.wake()
    },
  }
}
