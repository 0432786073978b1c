import type { LongTask } from '../../../../electron/core/taskWatch'

/** Long tasks by their names: how often, and the longest of each. */
export function longestByName(
  tasks: readonly LongTask[],
): readonly { readonly longest: LongTask; readonly times: number }[] {
  const byName = Map.groupBy(tasks, ({ name }) => name)
  return [...byName.values()]
    .map((same) => ({
      longest: same.reduce((one, other) => (other.ms > one.ms ? other : one)),
      times: same.length,
    }))
    .sort((one, other) => other.longest.ms - one.longest.ms)
}

/** One line a name. */
export function taskLines(tasks: readonly LongTask[]): readonly string[] {
  return longestByName(tasks).map(({ longest: { name, ms, reason }, times }) => {
    const why = reason === null ? '' : `; ${reason.times} x ${reason.name}: ${Math.round(reason.ms)} ms`
    return `${Math.round(ms)} ms (${times} long) ${name}${why}`
  })
}
