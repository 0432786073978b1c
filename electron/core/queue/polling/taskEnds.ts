/**
 * What the durations of other tasks say of one that still runs. `durations` are ascending; all times in milliseconds.
 * Past the longest of them a task is taken to be as likely to end by twice its age as not.
 */

/** Of how many endings the hazard is an average: few enough to follow its changes, enough to be steady. */
const window = 5

/**
 * How many tasks end a millisecond, of those that have reached an age: the next few endings seen, over the time that
 * was spent until then, smoothed by one ending in as long as the age is.
 */
export function hazardAt(durations: readonly number[], ageMs: number): number {
  const longer = durations.slice(countUpTo(durations, ageMs))
  const ends = Math.min(window, longer.length)
  const until = longer[ends - 1] ?? ageMs
  const spentMs = longer.reduce((sum, ms) => sum + Math.min(ms, until) - ageMs, 0)
  return (ends + 1) / (spentMs + Math.max(1, ageMs))
}

/** 0 to 1: how likely a task has ended by an age that had not ended at an earlier one. */
export function chanceOfEnd(durations: readonly number[], sinceMs: number, ageMs: number): number {
  if (ageMs <= sinceMs) return 0
  return 1 - surviving(durations, ageMs) / surviving(durations, sinceMs)
}

/** Tasks that ran longer, and one that takes for ever. */
function surviving(durations: readonly number[], ageMs: number): number {
  const longest = durations.at(-1) ?? 1
  return durations.length - countUpTo(durations, ageMs) + Math.min(1, longest / Math.max(1, ageMs))
}

function countUpTo(durations: readonly number[], ageMs: number): number {
  let low = 0
  let high = durations.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((durations[middle] ?? 0) <= ageMs) low = middle + 1
    else high = middle
  }
  return low
}
