import type { PolledTask } from './polledTasks'
import type { TaskDurations, TaskKind } from './taskDurations'
import { chanceOfEnd } from './taskEnds'

interface Ranked {
  readonly task: PolledTask
  readonly chance: number
}

/**
 * The `count` tasks most likely to have ended since they were last seen running, the likeliest first; among equals,
 * those that have waited longest. All of them, in any order, if there are no more than that. Sorts no more than it
 * returns: it is called often, with a thousand tasks.
 */
export function mostLikelyDone(
  tasks: readonly PolledTask[],
  count: number,
  durations: Pick<TaskDurations, 'of'>,
  now: number,
): readonly PolledTask[] {
  if (tasks.length <= count) return tasks
  const known = new Map<TaskKind, readonly number[]>()
  const best: Ranked[] = []
  for (const task of tasks) {
    const { kind, seenAt, startedAt } = task
    let ofKind = known.get(kind)
    if (ofKind === undefined) {
      ofKind = durations.of(kind)
      known.set(kind, ofKind)
    }
    const ranked = { task, chance: chanceOfEnd(ofKind, seenAt - startedAt, now - startedAt) }
    const last = best[count - 1]
    if (last !== undefined && !isBefore(ranked, last)) continue
    const place = best.findIndex((other) => isBefore(ranked, other))
    best.splice(place === -1 ? best.length : place, 0, ranked)
    if (best.length > count) best.pop()
  }
  return best.map(({ task }) => task)
}

function isBefore(one: Ranked, other: Ranked): boolean {
  return one.chance > other.chance || (one.chance === other.chance && one.task.dueAt < other.task.dueAt)
}
