const baseMs = 1000
/** Milliseconds. */
export const longestBackoffMs = 60_000

/**
 * Milliseconds to wait before another free try, with full jitter: anywhere from 0 to 1 s at first,
 * to 2 s after one more failure and so on, to 60 s at most. `tries` counts the failures before the
 * last one, from 0; `random` gives 0 to 1.
 */
export function backoffMs(tries: number, random: () => number): number {
  const ceiling = Math.min(longestBackoffMs, baseMs * 2 ** Math.max(0, tries))
  return Math.round(random() * ceiling)
}
