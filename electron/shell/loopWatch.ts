import { channel } from 'node:diagnostics_channel'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Logger } from '../core/ports'
import { createTaskWatch, type TaskWatch } from '../core/taskWatch'

/** Milliseconds between two looks at whether the loop is late. */
const resolution = 10
const readEveryMs = 1_000

/** Each long task of the process is published here, for whoever measures the app from outside. */
const longTasks = channel('cyanotype:longTask')

/** Watches this process: its pieces by their names, and its loop for what has none. */
export function watchTasks(logger: Logger): TaskWatch {
  const tasks = createTaskWatch({
    now: () => performance.now(),
    logger,
    onLong: (task) => longTasks.publish(task),
  })
  const delay = monitorEventLoopDelay({ resolution })
  delay.enable()
  setInterval(() => {
    tasks.delayed(delay.max / 1e6 - resolution)
    delay.reset()
  }, readEveryMs).unref()
  return tasks
}
