import type { Clock } from '../../../ports'
import { backoffMs } from '../../../service/backoff'
import { createTokenBucket, recoveryStepMs, recoverySteps, type TokenBucket } from './tokenBucket'

/**
 * What one connection may do now; kept in memory for this run of the app. Times are monotonic milliseconds. Whatever a
 * service answers, it is never asked again without a pause: each wait has a floor that grows with every setback in a
 * row. After a setback, requests go out one by one until one is accepted.
 */
export interface ConnectionPace {
  readonly bucket: TokenBucket
  /** Nothing is sent before this time, because the service asked for that (429). */
  quietUntil(): number
  /**
   * No task is polled before this time. A service that wants no more requests, perhaps for a day, may still answer polls:
   * after a minute of quiet that a paid request was answered with, a poll tries.
   */
  pollsFrom(): number
  /** It was asked for quiet, and no poll has shown yet that those are answered: they go out one by one. */
  arePollsTried(): boolean
  /** A poll goes out to try. Returns when another may. */
  tryPoll(): number
  /** Nothing is sent before this time, because the service asked for that, or because something else goes first. */
  sendsFrom(): number
  /** How many requests may be sent at once: one, until one is accepted after a setback; otherwise infinite. */
  sendsAtOnce(): number
  /** Paid requests went out. */
  sent(): void
  /** The service asked for quiet when it was polled (429): halves the poll rate. Returns the milliseconds of quiet. */
  pollLimited(retryAfterMs: number | null): number
  /** It was polled and didn't ask for quiet. */
  pollAnswered(): void
  /**
   * It answered a paid request by asking for quiet, with `inFlight` requests in flight: half as many from now on.
   * `retryAfterMs`: null when it named no time. Returns the milliseconds of quiet.
   */
  sendLimited(retryAfterMs: number | null, inFlight: number): number
  /** A paid request couldn't reach the service. */
  unsent(): void
  /** A paid request ended without a result. */
  fruitless(): void
  /** A paid request was accepted. */
  taken(): void
  /**
   * Requests and tasks that may be in flight, out of the `full` number the connection allows; infinite if none was
   * refused.
   */
  inFlightLimit(full: number): number
  /** Sends nothing for this long. */
  postpone(ms: number): void
  /** Shortens the rest of the quiet that the service asked for to this much. */
  shorten(ms: number): void
  /**
   * The user tries again now, whatever the service asked for: one request goes first. Later waits don't get shorter.
   */
  lift(): void
}

/** Shortest quiet after a 429 that names no time, before its backoff. */
const shortestQuietMs = 1000
/** How long polls keep quiet, too, and how far apart those are that try, in milliseconds. */
const pollTrialMs = 60_000
/**
 * After this many requests in a row without a result, they go out one by one: if a whole batch is refused, there is no
 * hurry.
 */
const patience = 20

const shortestFloorMs = 1_000
/** Short enough that a service with room again isn't kept waiting for long, whatever time it named. */
const longestFloorMs = 20_000

/** How many requests and tasks a service accepts at once, as far as it has shown. Times are monotonic milliseconds. */
interface InFlightLimit {
  /** Infinite if it never refused, or only long ago. `full`: what the connection allows. */
  at(now: number, full: number): number
  /** This many were too many: half of them from now on, and every 10 s an eighth of the connection's limit more. */
  halve(now: number, inFlight: number): void
}

/** What a service asked for before a restart. */
export interface Limit {
  readonly connectionId: string
  /** How much of it is left, in milliseconds; zero or less if it is over. */
  readonly ms: number
  /** How long it was in all, in milliseconds. */
  readonly askedMs: number
}

export interface ConnectionPaces {
  of(connectionId: string): ConnectionPace
  /** Restores what the services asked for before a restart, and the setbacks behind it. */
  resume(limits: readonly Limit[]): void
  /** Connections that were asked to be quiet, and how many milliseconds each has left. */
  quiet(): readonly { readonly connectionId: string; readonly ms: number }[]
}

interface RestorablePace extends ConnectionPace {
  restore(limit: Limit): void
}

export function createConnectionPaces({
  clock,
  random,
}: {
  readonly clock: Clock
  readonly random: () => number
}): ConnectionPaces {
  const paces = new Map<string, RestorablePace>()

  function make(): RestorablePace {
    let quiet = 0
    /** While it is quiet: when polls may be tried; infinite if that was asked for by the answer to one. */
    let pollsAt = 0
    let pollTrial: 'none' | 'open' | 'passed' = 'none'
    let postponed = 0
    /** While requests go out one by one: when the next may. */
    let spaced = 0
    /** In a row. */
    let sendSetbacks = 0
    let pollSetbacks = 0
    let inVain = 0
    const bucket = createTokenBucket(10, clock.monotonic())
    const inFlightLimit = createInFlightLimit()

    /** A whole number, because it is stored. */
    const quietMs = () => Math.ceil(quiet - clock.monotonic())
    const isQuiet = () => quiet > clock.monotonic()
    const sendsFrom = () => Math.max(quiet, postponed, spaced)
    const isCareful = () => sendSetbacks > 0 || inVain >= patience

    /** Requests that were open together are refused together: that counts as one setback. */
    function askedForQuiet(setbacks: number, retryAfterMs: number | null): void {
      const named = retryAfterMs ?? shortestQuietMs + backoffMs(setbacks, random)
      quiet = clock.monotonic() + Math.max(named, floorMs(setbacks))
    }

    /** Whether polls are answered is to be found out again. */
    function tryPollsAt(at: number): void {
      pollsAt = at
      pollTrial = 'none'
    }

    function stayQuiet(retryAfterMs: number | null): void {
      quiet = Math.max(quiet, clock.monotonic() + (retryAfterMs ?? 0))
    }

    return {
      bucket,
      quietUntil: () => quiet,
      pollsFrom: () => (isQuiet() ? Math.min(quiet, pollsAt) : quiet),
      arePollsTried: () => isQuiet() && pollTrial !== 'passed',
      tryPoll() {
        tryPollsAt(clock.monotonic() + pollTrialMs)
        pollTrial = 'open'
        return pollsAt
      },
      sendsFrom,
      sendsAtOnce: () => (isCareful() ? 1 : Number.POSITIVE_INFINITY),
      sent() {
        if (isCareful()) spaced = clock.monotonic() + floorMs(sendSetbacks - 1)
      },
      pollLimited(retryAfterMs) {
        const now = clock.monotonic()
        if (isQuiet()) {
          stayQuiet(retryAfterMs)
          tryPollsAt(Math.max(pollsAt, now + Math.max(retryAfterMs ?? 0, pollTrialMs)))
          return Math.ceil(Math.min(quiet, pollsAt) - now)
        }
        bucket.slow(now)
        askedForQuiet(pollSetbacks, retryAfterMs)
        tryPollsAt(Number.POSITIVE_INFINITY)
        pollSetbacks++
        return quietMs()
      },
      pollAnswered() {
        if (!isQuiet()) pollSetbacks = 0
        else if (pollTrial === 'open') {
          pollTrial = 'passed'
          pollsAt = clock.monotonic()
        }
      },
      sendLimited(retryAfterMs, inFlight) {
        if (isQuiet()) stayQuiet(retryAfterMs)
        else {
          inFlightLimit.halve(clock.monotonic(), inFlight)
          askedForQuiet(sendSetbacks, retryAfterMs)
          tryPollsAt(clock.monotonic() + pollTrialMs)
          sendSetbacks++
        }
        return quietMs()
      },
      unsent() {
        const now = clock.monotonic()
        if (Math.max(quiet, postponed) > now) return
        postponed = now + floorMs(sendSetbacks)
        sendSetbacks++
      },
      fruitless() {
        inVain++
      },
      taken() {
        // A request sent before the service asked for quiet shows nothing about what it accepts afterwards.
        if (isQuiet()) return
        sendSetbacks = 0
        inVain = 0
        spaced = 0
      },
      inFlightLimit: (full) => inFlightLimit.at(clock.monotonic(), full),
      postpone(ms) {
        postponed = Math.max(postponed, clock.monotonic() + ms)
      },
      shorten(ms) {
        quiet = Math.min(quiet, clock.monotonic() + Math.max(0, ms))
      },
      lift() {
        quiet = 0
        spaced = 0
      },
      restore({ ms, askedMs }) {
        if (ms > 0) {
          quiet = Math.max(quiet, clock.monotonic() + ms)
          tryPollsAt(clock.monotonic() + pollTrialMs)
        }
        sendSetbacks = Math.max(sendSetbacks, setbacksAfter(askedMs))
      },
    }
  }

  function of(connectionId: string): RestorablePace {
    const known = paces.get(connectionId)
    if (known !== undefined) return known
    const made = make()
    paces.set(connectionId, made)
    return made
  }

  return {
    of,
    resume(limits) {
      for (const limit of limits) of(limit.connectionId).restore(limit)
    },
    quiet: () =>
      [...paces]
        .map(([connectionId, pace]) => ({ connectionId, ms: pace.quietUntil() - clock.monotonic() }))
        .filter(({ ms }) => ms > 0),
  }
}

export function createInFlightLimit(): InFlightLimit {
  let halved: { readonly at: number; readonly to: number } | null = null
  return {
    at(now, full) {
      if (halved === null) return Number.POSITIVE_INFINITY
      const steps = Math.floor((now - halved.at) / recoveryStepMs)
      const limit = halved.to + steps * Math.max(1, Math.floor(full / recoverySteps))
      return limit >= full ? Number.POSITIVE_INFINITY : limit
    },
    halve(now, inFlight) {
      halved = { at: now, to: Math.max(1, Math.floor(inFlight / 2)) }
    },
  }
}

/**
 * The least time, in milliseconds, before a service is asked again after this many setbacks in a row, whatever time it
 * names.
 */
export function floorMs(setbacks: number): number {
  return Math.min(longestFloorMs, shortestFloorMs * 2 ** Math.max(0, setbacks))
}

/** The least number of setbacks in a row that can have led to a wait of `ms` milliseconds. */
export function setbacksAfter(ms: number): number {
  if (ms < shortestFloorMs) return 0
  return 1 + Math.floor(Math.log2(Math.min(ms, longestFloorMs) / shortestFloorMs))
}
