import type { ElectronApplication } from '@playwright/test'
import type { Task } from '../../../../electron/core/taskWatch'
import { askingAgain } from '../../../e2e/fixtures/askAgain'

/** What was noticed since `begin`. */
export interface Delays {
  /** The longest time that the loop of the main process stood still, in milliseconds. */
  readonly longestMs: number
  /** Of 10 ms or more, by the app's own watch; the longest first. */
  readonly tasks: readonly Task[]
}

export interface LoopDelay {
  begin(): Promise<void>
  end(): Promise<Delays>
}

/**
 * Watches the loop of an app's main process from inside it. Time in which the process had no core, because others on
 * this machine used all of them, is left out (Linux only).
 */
export async function watchLoop(electron: ElectronApplication): Promise<LoopDelay> {
  const watch = await askingAgain(electron).evaluateHandle(() => {
    const { readFileSync } = process.getBuiltinModule('node:fs')
    const { subscribe } = process.getBuiltinModule('node:diagnostics_channel')
    const everyMs = 5
    const samplesMaximum = 1000
    const own = `/proc/self/task/${process.pid}/schedstat`
    const waitedMs = (): number => {
      try {
        return Number(readFileSync(own, 'utf8').split(' ')[1]) / 1e6
      } catch {
        return 0
      }
    }
    const samples = [{ at: performance.now(), waited: waitedMs() }]
    const found: { longestMs: number; tasks: Task[] } = { longestMs: 0, tasks: [] }
    /** Milliseconds without a core in the time from `since` to now. */
    function waitedSince(since: number): number {
      const before = samples.findLast(({ at }) => at <= since) ?? samples[0]
      return waitedMs() - (before?.waited ?? 0)
    }
    setInterval(() => {
      const now = performance.now()
      const last = samples.at(-1)?.at ?? now
      found.longestMs = Math.max(found.longestMs, now - last - everyMs - waitedSince(last))
      samples.push({ at: now, waited: waitedMs() })
      if (samples.length > samplesMaximum) samples.shift()
    }, everyMs)
    subscribe('cyanotype:task', (message) => {
      const task = message as Task
      found.tasks.push({ ...task, ms: Math.max(0, task.ms - waitedSince(performance.now() - task.ms)) })
    })
    return found
  })
  return {
    begin: () =>
      watch.evaluate((found) => {
        found.longestMs = 0
        found.tasks = []
      }),
    async end() {
      const { longestMs, tasks } = await watch.evaluate((found) => ({ ...found }))
      return { longestMs, tasks: tasks.toSorted((one, other) => other.ms - one.ms) }
    },
  }
}
