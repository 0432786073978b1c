import { longTaskMs, type Task } from '../../../../electron/core/taskWatch'
import type { Delays } from './loopDelay'

/** Tasks by their names: how often, and the longest of each. */
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

/** One line a name of those that were long. */
export function taskLines(tasks: readonly Task[]): readonly string[] {
  return longestByName(tasks.filter(({ ms }) => ms > longTaskMs)).map(
    ({ longest: { name, ms, reason }, times }) => {
      const why = reason === null ? '' : `; ${reason.times} x ${reason.name}: ${Math.round(reason.ms)} ms`
      return `${Math.round(ms)} ms (${times} times) ${name}${why}`
    },
  )
}

/** The longest times that the loop stood still. */
export const stopLines = (stops: Delays['stops']): readonly string[] =>
  stops
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, 5)
    .map(
      ({ at, ms, ranMs }) =>
        `${Math.round(ms)} ms after ${Math.round(at)} ms; it ran for ${Math.round(ranMs)} ms`,
    )
