import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'

/** Names the file to which tests add a JSON line for each task that blocked the main process for too long. */
export const longTasksVariable = 'CYANOTYPE_LONG_TASKS'

interface NotedTask {
  readonly task: string
  readonly ms: number
}

/** Begins the file anew; the tests of this run add to it. */
export function noteLongTasks(path: string): void {
  mkdirSync(dirname(path), { recursive: true })
  rmSync(path, { force: true })
  process.env[longTasksVariable] = path
}

/** One line a name, the longest first: how long, and how often. */
export function longTasks(path: string, count: number): readonly string[] {
  if (!existsSync(path)) return []
  const byName = new Map<string, number[]>()
  for (const line of readFileSync(path, 'utf8').split('\n').filter(Boolean)) {
    const { task, ms }: NotedTask = JSON.parse(line)
    byName.set(task, [...(byName.get(task) ?? []), ms])
  }
  return [...byName]
    .map(([task, times]) => ({ task, longest: Math.max(...times), times: times.length }))
    .toSorted((a, b) => b.longest - a.longest)
    .slice(0, count)
    .map(
      ({ task, longest, times }) => `${String(Math.round(longest)).padStart(7)} ms  ${task} (${times} times)`,
    )
}
