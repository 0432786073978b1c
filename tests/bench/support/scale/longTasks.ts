import type { Task } from '../../../../electron/core/taskWatch'

/** Long tasks by their names: how often, and the longest of each. */
export function longestByName(
  tasks: readonly Task[],
): readonly { readonly longest: Task; readonly times: number }[] {
  const names = new Set(tasks.map(({ name }) => name))
  return [...names]
    .map((name) => tasks.filter((task) => task.name === name))
    .map((same) => ({
      longest: same.reduce((one, other) => (other.ms > one.ms ? other : one)),
      times: same.length,
    }))
    .sort((one, other) => other.longest.ms - one.longest.ms)
}

/** One line a name. */
export function taskLines(tasks: readonly Task[]): readonly string[] {
  return longestByName(tasks).map(({ longest: { name, ms, reason }, times }) => {
    const why = reason === null ? '' : `; ${reason.times} x ${reason.name}: ${Math.round(reason.ms)} ms`
    return `${Math.round(ms)} ms (${times} long) ${name}${why}`
  })
}
