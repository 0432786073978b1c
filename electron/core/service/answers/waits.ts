import { isRecord, numberOf } from './json'
import { errorWordsOf } from './reasons'
import { fieldsOf, recordsOf } from './records'

/** Anything longer than a month's quota counts as a mistake in the answer and is cut to this. */
const longestMs = 32 * 24 * 3600 * 1000
/** From here on, a number isn't a wait but a time, in seconds since the epoch: as a wait it would be 30 years. */
const earliestTime = 1e9

type Headers = Readonly<Record<string, string>>

/**
 * The wait an answer asks for, in whole milliseconds, at least 0; null if it names none. Read from `retry-after-ms`,
 * `retry-after` (seconds or a date) and `retry_after` in the body, in this order; of a refusal also from the end of its
 * rate limit's window, and from its words. Dates count from the answer's own `date`, so that a wrong clock here does no
 * harm.
 */
export function retryAfterMs(
  headers: Headers,
  body: unknown,
  { now, isRefusal = false }: { readonly now: number; readonly isRefusal?: boolean },
): number | null {
  const sentAt = dateOf(headers.date) ?? now
  return (
    waitOfNumber(headers['retry-after-ms'], 1, sentAt) ??
    waitOf(headers['retry-after'], sentAt) ??
    fromBody(body, sentAt) ??
    (isRefusal ? (fromReset(headers, sentAt) ?? fromWords(body)) : null)
  )
}

function fromBody(body: unknown, now: number): number | null {
  for (const { record } of recordsOf(body)) {
    const error = fieldsOf(record).get('error')?.value
    const details = isRecord(error) ? fieldsOf(error).get('detail')?.value : null
    const holders = [record, error, ...(Array.isArray(details) ? details.slice(0, 20) : [details])]
    for (const holder of holders.filter(isRecord)) {
      const fields = fieldsOf(holder)
      const wait =
        waitOfNumber(fields.get('retry_after_ms')?.value, 1, now) ??
        waitOf(fields.get('retry_after')?.value, now) ??
        waitOf(fields.get('retry_after_second')?.value, now) ??
        waitOf(fields.get('retry_delay')?.value, now)
      if (wait !== null) return wait
    }
  }
  return null
}

/** The shortest of the windows that a rate limit names. */
function fromReset(headers: Headers, now: number): number | null {
  const waits = Object.keys(headers)
    .filter((name) => /^(x-)?rate-?limit-reset/.test(name))
    .flatMap((name) => waitOf(headers[name], now) ?? [])
  return waits.length === 0 ? null : Math.min(...waits)
}

const unitMs = new Map([
  ['ms', 1],
  ['s', 1000],
  ['m', 60_000],
  ['h', 3_600_000],
])
const inWords =
  /(?:again|retry|available|wait)[\w ]{0,30}? (?:in|after|for)? ?(\d{1,7}(?:\.\d{1,12})?) ?(ms|milli|s|sec|m|min|h|hour)(?:ond|ute|isecond)?s?\b/i

function fromWords(body: unknown): number | null {
  const [, number, unit = ''] = inWords.exec(errorWordsOf(body).message) ?? []
  if (number === undefined) return null
  const short = /^(ms|milli)$/i.test(unit) ? 'ms' : unit.charAt(0).toLowerCase()
  return bounded(Number(number) * (unitMs.get(short) ?? 1000))
}

/** Seconds, a length such as `1m30s`, or a date as text. */
function waitOf(value: unknown, now: number): number | null {
  if (numberOf(value) !== null) return waitOfNumber(value, 1000, now)
  const length = lengthOf(value)
  if (length !== null) return bounded(length)
  const date = dateOf(value)
  return date === null ? null : bounded(Math.max(0, date - now))
}

function lengthOf(value: unknown): number | null {
  if (typeof value !== 'string' || !/^(\d{1,9}(\.\d{1,12})?(ms|[smh])){1,4}$/.test(value)) return null
  let sum = 0
  for (const [, number, unit = ''] of value.matchAll(/(\d{1,9}(?:\.\d{1,12})?)(ms|[smh])/g))
    sum += Number(number) * (unitMs.get(unit) ?? 0)
  return sum
}

/**
 * A wait in units of `unitMs`; or, by the service's mistake, its end time in seconds or milliseconds since the epoch.
 */
function waitOfNumber(value: unknown, unit: number, now: number): number | null {
  const number = numberOf(value)
  if (number === null) return null
  if (number >= earliestTime * 1000) return bounded(Math.max(0, number - now))
  if (number >= earliestTime) return bounded(Math.max(0, number * 1000 - now))
  return bounded(number * unit)
}

function dateOf(value: unknown): number | null {
  if (typeof value !== 'string' || value.length > 100) return null
  const time = Date.parse(value)
  return Number.isNaN(time) ? null : time
}

function bounded(ms: number | null): number | null {
  return ms === null || ms < 0 ? null : Math.ceil(Math.min(ms, longestMs))
}
