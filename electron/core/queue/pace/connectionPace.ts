import type { Clock } from '../../ports'
import { backoffMs } from '../../service/backoff'
import { createInFlightLimit } from './inFlightLimit'
import { createTokenBucket, type TokenBucket } from './tokenBucket'

/** What one connection may do now; kept in memory, for this run of the app. Times are monotonic milliseconds. */
export interface ConnectionPace {
  readonly bucket: TokenBucket
  /** Nothing at all goes out before this time: the service said so (429). */
  quietUntil(): number
  /** Nothing is sent before this time: the service said so, or something else goes first. */
  sendsFrom(): number
  /** The service asked for quiet. Null when it named no time. Returns the milliseconds. */
  limited(retryAfterMs: number | null): number
  /** It did so for a poll (429): half as many polls from now on. */
  pollLimited(retryAfterMs: number | null): number
  /** It did so for a paid request while so many were in flight: half of them from now on. */
  sendLimited(retryAfterMs: number | null, inFlight: number): number
  /** Requests and tasks that may be in flight, of the `full` number the connection allows; infinite when nothing was refused. */
  inFlightLimit(full: number): number
  /** The service answered a request without asking for quiet. */
  answered(): void
  /** Nothing is sent for so long. */
  postpone(ms: number): void
  /** Of the quiet the service asked for so much is left at most. */
  shorten(ms: number): void
  /** Whatever the service asked for, the person asks again now. */
  lift(): void
}

/** Shortest quiet after a 429 that names no time. */
const shortestQuietMs = 1000

export interface ConnectionPaces {
  of(connectionId: string): ConnectionPace
  /** Takes up what the service asked for before a restart. */
  resume(limits: readonly { readonly connectionId: string; readonly ms: number }[]): void
  /** Connections that were asked to be quiet, and for how many milliseconds yet. */
  quiet(): readonly { readonly connectionId: string; readonly ms: number }[]
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
    let postponed = 0
    let limits = 0
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
      sendsFrom: () => Math.max(quiet, postponed),
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
      answered() {
        limits = 0
      },
      postpone(ms) {
        postponed = clock.monotonic() + ms
      },
      shorten(ms) {
        quiet = Math.min(quiet, clock.monotonic() + Math.max(0, ms))
      },
      lift() {
        quiet = 0
        limits = 0
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
      for (const { connectionId, ms } of limits) if (ms > 0) of(connectionId).limited(ms)
    },
    quiet: () =>
      [...paces]
        .map(([connectionId, pace]) => ({ connectionId, ms: pace.quietUntil() - clock.monotonic() }))
        .filter(({ ms }) => ms > 0),
  }
}
