import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { createTaskWatch, longTaskMs } from '../../electron/core/taskWatch'
import { longTasksVariable } from '../../scripts/testRun/longTasks'
import { memoryLogger } from './testPorts'

function note(task: string, ms: number): void {
  const path = process.env[longTasksVariable]
  if (path !== undefined) appendFileSync(path, `${JSON.stringify({ task, ms })}\n`)
}

/** Watches the tasks of this process: those that are long are told at the end of the run. */
export const watchedTasks = createTaskWatch({
  now: () => performance.now(),
  logger: memoryLogger(),
  onTask({ name, ms }) {
    if (ms > longTaskMs) note(name, ms)
  },
})

/** The same for what an app has logged. */
export function noteLogged(log: string): void {
  if (!existsSync(log)) return
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    if (!line.includes('"task.long"')) continue
    const { task, ms }: { readonly task: string; readonly ms: number } = JSON.parse(line)
    note(task, ms)
  }
}
