import type { TaskDurations, TaskKind } from './taskDurations'
import { chanceOfEnd } from './taskEnds'
import type { WatchedTask } from './watchedTasks'

/** Those first that most likely have ended since they were last seen running, and of equals the one that waits longest. */
export function mostLikelyDone(
  tasks: readonly WatchedTask[],
  durations: Pick<TaskDurations, 'of'>,
  now: number,
): readonly WatchedTask[] {
  if (tasks.length < 2) return tasks
  const known = new Map<TaskKind, readonly number[]>()
  const ranked = tasks.map((task) => {
    const { kind, seenAt, startedAt, dueAt } = task
    const ofKind = known.get(kind) ?? durations.of(kind)
    known.set(kind, ofKind)
    return { task, dueAt, chance: chanceOfEnd(ofKind, seenAt - startedAt, now - startedAt) }
  })
  return ranked.sort((a, b) => b.chance - a.chance || a.dueAt - b.dueAt).map(({ task }) => task)
}
