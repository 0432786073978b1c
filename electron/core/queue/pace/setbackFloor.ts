const shortestMs = 1_000
/** Short enough that a service with room again isn't kept waiting for long, whatever time it named. */
const longestMs = 20_000

/**
 * The least time, in milliseconds, before a service is asked again after this many setbacks in a row, whatever time it
 * names.
 */
export function floorMs(setbacks: number): number {
  return Math.min(longestMs, shortestMs * 2 ** Math.max(0, setbacks))
}

/** The least number of setbacks in a row that can have led to a wait of `ms` milliseconds. */
export function setbacksAfter(ms: number): number {
  if (ms < shortestMs) return 0
  return 1 + Math.floor(Math.log2(Math.min(ms, longestMs) / shortestMs))
}
