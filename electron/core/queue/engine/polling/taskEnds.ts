/**
 * What the durations of other tasks say about one that is still running. `durations` are ascending; all times in
 * milliseconds. A task older than the longest of them is assumed to have an even chance of ending by twice its age.
 */

/** How many endings the hazard averages: few enough to follow its changes, enough to be steady. */
const window = 5

/**
 * The rate per millisecond at which tasks end once they have reached an age: the next few known endings, divided by the
 * time spent until then. It is smoothed by one more ending, in as much time as the age itself.
 */
export function hazardAt(durations: readonly number[], ageMs: number): number {
  const longer = durations.slice(countUpTo(durations, ageMs))
  const ends = Math.min(window, longer.length)
  const until = longer[ends - 1] ?? ageMs
  const spentMs = longer.reduce((sum, ms) => sum + Math.min(ms, until) - ageMs, 0)
  return (ends + 1) / (spentMs + Math.max(1, ageMs))
}

/** 0 to 1: how likely it is that a task still running at one age has ended by a later one. */
export function chanceOfEnd(durations: readonly number[], sinceMs: number, ageMs: number): number {
  if (ageMs <= sinceMs) return 0
  return 1 - surviving(durations, ageMs) / surviving(durations, sinceMs)
}

/** The number of tasks that ran longer, plus one that never ends. */
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
