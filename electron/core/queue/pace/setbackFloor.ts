const shortestMs = 1_000
/** Short enough that a service that has room again is not kept waiting long, whatever it named. */
const longestMs = 20_000

/** The least time, in milliseconds, before a service is asked again after some setbacks in a row, whatever it names. */
export function floorMs(setbacks: number): number {
  return Math.min(longestMs, shortestMs * 2 ** Math.max(0, setbacks))
}

/** How many setbacks in a row there were at least when the last of them led to a wait of `ms` milliseconds. */
export function setbacksAfter(ms: number): number {
  if (ms < shortestMs) return 0
  return 1 + Math.floor(Math.log2(Math.min(ms, longestMs) / shortestMs))
}
