import { channel } from 'node:diagnostics_channel'
import type { Logger } from '../core/ports'
import { createTaskWatch, type TaskWatch } from '../core/taskWatch'

/** Milliseconds between two rounds of the loop that are looked at. */
const roundMs = 25

/** Each task of the process that took some time is published here, for whoever measures the app from outside. */
const measured = channel('cyanotype:task')

/** Watches this process: its pieces by their names, and its loop for what has none. */
export function watchTasks(logger: Logger): TaskWatch {
  const tasks = createTaskWatch({
    now: () => performance.now(),
    logger,
    onTask: (task) => measured.publish(task),
  })
  let due = performance.now() + roundMs
  setInterval(() => {
    const now = performance.now()
    tasks.cameRound(now - due)
    due = now + roundMs
  }, roundMs).unref()
  return tasks
}
