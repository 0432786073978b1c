const shortestMs = 1_000
/** Short enough that a service that has room again is not kept waiting long, whatever it named. */
const longestMs = 20_000

/** Milliseconds that pass at least before a service is asked again after a number of setbacks in a row, whatever it names. */
export function floorMs(setbacks: number): number {
  return Math.min(longestMs, shortestMs * 2 ** Math.max(0, setbacks))
}

/** How many setbacks in a row there were at least when the last of them led to a wait of `ms` milliseconds. */
export function setbacksAfter(ms: number): number {
  if (ms < shortestMs) return 0
  return 1 + Math.floor(Math.log2(Math.min(ms, longestMs) / shortestMs))
}
