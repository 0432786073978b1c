import type { ElectronApplication } from '@playwright/test'
import { longTaskMs, type Task } from '../../../../electron/core/taskWatch'
import { askingAgain } from '../../../e2e/fixtures/askAgain'

/** What was noticed since `begin`. */
export interface Delays {
  /** The longest time that the loop of the main process stood still, in milliseconds. */
  readonly longestMs: number
  /** The same, as far as the process ran itself meanwhile. */
  readonly longestRanMs: number
  /** Of 10 ms or more, by the app's own watch; the longest first. */
  readonly tasks: readonly Task[]
  /** When it stood still for long. */
  readonly stops: readonly Stop[]
}

/** Milliseconds: since `begin`, how long, and for how much of that the process ran; the rest it waited for a disk. */
interface Stop {
  readonly at: number
  readonly ms: number
  readonly ranMs: number
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
  const watch = await askingAgain(electron).evaluateHandle((_electron, longMs) => {
    const { readFileSync } = process.getBuiltinModule('node:fs')
    const { subscribe } = process.getBuiltinModule('node:diagnostics_channel')
    const everyMs = 5
    const samplesMaximum = 1000
    const own = `/proc/self/task/${process.pid}/schedstat`
    /** How long this thread ran so far, and how long it waited for a core: milliseconds. */
    function used(): { ran: number; waited: number } {
      try {
        const [ran = 0, waited = 0] = readFileSync(own, 'utf8').split(' ').map(Number)
        return { ran: ran / 1e6, waited: waited / 1e6 }
      } catch {
        return { ran: 0, waited: 0 }
      }
    }
    const samples = [{ at: performance.now(), ...used() }]
    const found: { begun: number; longestMs: number; longestRanMs: number; tasks: Task[]; stops: Stop[] } = {
      begun: performance.now(),
      longestMs: 0,
      longestRanMs: 0,
      tasks: [],
      stops: [],
    }
    /** Milliseconds without a core in the time from `since` to now. */
    function waitedSince(since: number): number {
      const before = samples.findLast(({ at }) => at <= since) ?? samples[0]
      return used().waited - (before?.waited ?? 0)
    }
    setInterval(() => {
      const now = performance.now()
      const next = { at: now, ...used() }
      const last = samples.at(-1) ?? next
      const ms = now - last.at - everyMs - (next.waited - last.waited)
      found.longestMs = Math.max(found.longestMs, ms)
      found.longestRanMs = Math.max(found.longestRanMs, next.ran - last.ran)
      if (ms > longMs) found.stops.push({ at: last.at - found.begun, ms, ranMs: next.ran - last.ran })
      samples.push(next)
      if (samples.length > samplesMaximum) samples.shift()
    }, everyMs)
    subscribe('cyanotype:task', (message) => {
      const task = message as Task
      found.tasks.push({ ...task, ms: Math.max(0, task.ms - waitedSince(performance.now() - task.ms)) })
    })
    return found
  }, longTaskMs)
  return {
    begin: () =>
      watch.evaluate((found) => {
        Object.assign(found, {
          begun: performance.now(),
          longestMs: 0,
          longestRanMs: 0,
          tasks: [],
          stops: [],
        })
      }),
    async end() {
      const { tasks, ...rest } = await watch.evaluate((found) => ({ ...found }))
      return { ...rest, tasks: tasks.toSorted((one, other) => other.ms - one.ms) }
    },
  }
}
