import { recoveryStepMs, recoverySteps } from './tokenBucket'

/** How many requests and tasks a service accepts at once, as far as it has shown. Times are monotonic milliseconds. */
export interface InFlightLimit {
  /** Infinite if it never refused, or only long ago. `full`: what the connection allows. */
  at(now: number, full: number): number
  /** This many were too many: half of them from now on, and every 10 s an eighth of the connection's limit more. */
  halve(now: number, inFlight: number): void
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
