import type { TFunction } from 'i18next'
import { timeText } from '../../text/timeText'

/** `10:42`, as the user's locale writes it. */
export function clockTime(time: number, locale: string): string {
  return timeText(time, locale, { hour: 'numeric', minute: '2-digit' })
}

/** `0:21`, `12:05` or `1:02:09`; a negative duration, after the clock was changed, counts as 0. */
export function clockSpan(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  const two = (part: number) => String(part).padStart(2, '0')
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes}:${two(seconds % 60)}`
  return `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`
}

/**
 * How long something took: `21 s`, or `1:05` from a minute on. Rounded the same way everywhere, to at least a second.
 */
export function spanWords(ms: number, t: TFunction): string {
  const seconds = Math.max(1, Math.round(ms / 1000))
  return seconds < 60 ? t('queue.seconds', { count: seconds }) : clockSpan(seconds * 1000)
}

/** Date and time to the second, for the attempts in "Details". */
export function exactTime(time: number, locale: string): string {
  return timeText(time, locale, {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
  })
}
