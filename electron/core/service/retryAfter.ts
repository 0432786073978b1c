import { layersOf } from './envelope'
import { isRecord, numberOf } from './json'

/** Longer is taken for a mistake in the answer and cut to this. */
const longestMs = 366 * 24 * 3600 * 1000

/**
 * The wait an answer asks for in milliseconds, at least 0; null when it names none. Read from
 * `retry-after-ms`, `retry-after` (seconds or a date) and `retry_after` in the body, in this order.
 * Dates count from the answer's own `date`, so that a wrong clock here does no harm.
 */
export function retryAfterMs(
  headers: Readonly<Record<string, string>>,
  body: unknown,
  now: number,
): number | null {
  const sentAt = dateOf(headers.date) ?? now
  return (
    bounded(numberOf(headers['retry-after-ms'])) ??
    waitOf(headers['retry-after'], sentAt) ??
    fromBody(body, sentAt)
  )
}

function fromBody(body: unknown, now: number): number | null {
  for (const { record } of layersOf(body)) {
    for (const holder of [record, record.error].filter(isRecord)) {
      const wait =
        bounded(numberOf(holder.retry_after_ms)) ?? waitOf(holder.retry_after ?? holder.retryAfter, now)
      if (wait !== null) return wait
    }
  }
  return null
}

/** Seconds, or a date as text. */
function waitOf(value: unknown, now: number): number | null {
  const seconds = numberOf(value)
  if (seconds !== null) return bounded(seconds * 1000)
  const date = dateOf(value)
  return date === null ? null : bounded(Math.max(0, date - now))
}

function dateOf(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 100) return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

function bounded(ms: number | null): number | null {
  return ms === null || ms < 0 ? null : Math.min(ms, longestMs)
}
