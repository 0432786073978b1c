import { channel } from 'node:diagnostics_channel'
import type { Logger } from '../core/ports'
import { createTaskWatch, type TaskWatch } from '../core/taskWatch'

/** Milliseconds between two rounds of the loop that are looked at. */
const roundMs = 25

/** Each task of the process that took some time is published here, for whoever measures the app from outside. */
const measured = channel('cyanotype:task')

/** Watches the pieces of this process by their names. */
export function watchTasks(logger: Logger): TaskWatch {
  return createTaskWatch({
    now: () => performance.now(),
    logger,
    onTask: (task) => measured.publish(task),
  })
}

/** From now on the loop is watched too, for what has no name. Before that, the core's code was loaded. */
export function watchLoop(tasks: Pick<TaskWatch, 'cameRound'>): void {
  let due = performance.now() + roundMs
  setInterval(() => {
    const now = performance.now()
    tasks.cameRound(now - due)
    due = now + roundMs
  }, roundMs).unref()
}
