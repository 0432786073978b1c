/** Milliseconds since the epoch, in the year 2255: until then a time is also a safe integer in microseconds. */
const latest = Math.floor(Number.MAX_SAFE_INTEGER / 1_000)

/**
 * A file's time as our tables can hold it, in milliseconds since the epoch: some drives keep any 64 bits of seconds, which
 * an archive or a broken clock may have set.
 */
export const heldTime = (ms: number): number => Math.min(latest, Math.max(0, ms))

/** The same in whole milliseconds, as the rows of images have it. */
export const wholeTime = (ms: number): number => Math.floor(heldTime(ms))
