const baseMs = 1000
/** Milliseconds. */
export const longestBackoffMs = 60_000
/** A share of the ceiling: chance alone never reduces a wait to nothing. */
const least = 1 / 8

/**
 * Milliseconds to wait before another free try, with jitter. The limit is 1 s at first, then 2 s, and so on to 60 s; a
 * wait is never less than an eighth of it. `tries` counts the failures before the last one, from 0; `random` gives 0 to
 * 1.
 */
export function backoffMs(tries: number, random: () => number): number {
  const ceiling = Math.min(longestBackoffMs, baseMs * 2 ** Math.max(0, tries))
  return Math.round(ceiling * (least + (1 - least) * random()))
}
