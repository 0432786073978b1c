import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { taskSchema } from '../../electron/demo/task'

/** How long a demo task takes that is still running whenever a test looks, in milliseconds. */
export const endlessMs = 3_600_000

/**
 * Ends the oldest demo tasks of a profile, or all of them. Only while no core has it: a demo service that starts
 * afterwards has the tasks as they are then.
 */
export function endDemoTasks(profile: string, count = Number.POSITIVE_INFINITY): void {
  const path = join(profile, 'demo/tasks.jsonl')
  const tasks = readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => taskSchema.parse(JSON.parse(line)))
  const changed = tasks.map((task, at) => {
    const { createdAt } = task
    return at < count ? { ...task, startsAt: createdAt, endsAt: createdAt } : task
  })
  writeFileSync(path, changed.map((task) => `${JSON.stringify(task)}\n`).join(''))
}
