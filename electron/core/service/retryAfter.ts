import { layersOf } from './envelope'
import { isRecord, numberOf } from './json'

/** Anything longer than a month's quota counts as a mistake in the answer and is cut to this. */
const longestMs = 32 * 24 * 3600 * 1000
/** From here on, a number isn't a wait but a time, in seconds since the epoch: as a wait it would be 30 years. */
const earliestTime = 1e9

/**
 * The wait an answer asks for, in whole milliseconds, at least 0; null if it names none. Read from `retry-after-ms`,
 * `retry-after` (seconds or a date) and `retry_after` in the body, in this order. Dates count from the answer's own
 * `date`, so that a wrong clock here does no harm.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  body: unknown,
  now: number,
): number | null {
  const sentAt = dateOf(headers.date) ?? now
  return (
    waitOfNumber(headers['retry-after-ms'], 1, sentAt) ??
    waitOf(headers['retry-after'], sentAt) ??
    fromBody(body, sentAt)
  )
}

function fromBody(body: unknown, now: number): number | null {
  for (const { record } of layersOf(body)) {
    for (const holder of [record, record.error].filter(isRecord)) {
      const wait =
        waitOfNumber(holder.retry_after_ms, 1, now) ?? waitOf(holder.retry_after ?? holder.retryAfter, now)
      if (wait !== null) return wait
    }
  }
  return null
}

/** Seconds, or a date as text. */
function waitOf(value: unknown, now: number): number | null {
  if (numberOf(value) !== null) return waitOfNumber(value, 1000, now)
  const date = dateOf(value)
  return date === null ? null : bounded(Math.max(0, date - now))
}

/**
 * A wait in units of `unitMs`; or, by the service's mistake, its end time in seconds or milliseconds since the epoch.
 */
function waitOfNumber(value: unknown, unitMs: number, now: number): number | null {
  const number = numberOf(value)
  if (number === null) return null
  if (number >= earliestTime * 1000) return bounded(Math.max(0, number - now))
  if (number >= earliestTime) return bounded(Math.max(0, number * 1000 - now))
  return bounded(number * unitMs)
}

function dateOf(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 100) return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

function bounded(ms: number | null): number | null {
  return ms === null || ms < 0 ? null : Math.ceil(Math.min(ms, longestMs))
}
