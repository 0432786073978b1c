import { setTimeout as pause } from 'node:timers/promises'
import type { RouteInput, RouteName } from '@shared/ipc/contract'
import type { Task } from '../../../../electron/core/taskWatch'
import { askingAgain } from '../../../e2e/fixtures/askAgain'
import type { BenchApp } from '../benchApp'

/** What something cost the main process. */
export interface Cost {
  /** Until every call was answered, in milliseconds. */
  readonly ms: number
  /** The longest time that the loop stood still, meanwhile and right after it. */
  readonly longestMs: number
  /** Tasks that the app itself found long, the longest first. */
  readonly tasks: readonly Task[]
  /** Codes of calls that were refused. */
  readonly refused: readonly string[]
}

/** Calls the app's routes from its page, as the window does, and measures its main process. */
export interface Probe {
  /** All inputs at once. */
  call<R extends RouteName>(route: R, inputs: readonly RouteInput<R>[]): Promise<Cost>
  /** Nothing is called. */
  idle(ms: number): Promise<Cost>
  /** Asks once, unmeasured. Throws if it is refused. */
  ask<R extends RouteName>(route: R, input: RouteInput<R>): Promise<unknown>
}

/** After an answer, how many milliseconds belong to it: the window reads anew what has changed. */
const afterMs = 250

export async function createProbe({ electron, page }: BenchApp): Promise<Probe> {
  const watch = await askingAgain(electron).evaluateHandle(() => {
    const { monitorEventLoopDelay } = process.getBuiltinModule('node:perf_hooks')
    const { subscribe } = process.getBuiltinModule('node:diagnostics_channel')
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const tasks: Task[] = []
    subscribe('cyanotype:task', (task) => tasks.push(task as Task))
    return { delay, tasks }
  })
  const begin = () =>
    watch.evaluate(({ delay, tasks }) => {
      tasks.length = 0
      delay.reset()
    })
  async function end(): Promise<Pick<Cost, 'longestMs' | 'tasks'>> {
    const { longestMs, tasks } = await watch.evaluate(({ delay, tasks }) => ({
      longestMs: delay.max / 1e6,
      tasks,
    }))
    return { longestMs, tasks: tasks.toSorted((one, other) => other.ms - one.ms) }
  }

  return {
    async call(route, inputs) {
      // Passed beforehand: a hundred thousand ids go through the main process on their way to the page.
      await page.evaluate((given) => Object.assign(window, { given }), inputs)
      await begin()
      const answered = await page.evaluate(async (name) => {
        const given: readonly unknown[] = Reflect.get(window, 'given')
        const begun = performance.now()
        const answers = await Promise.all(given.map((input) => window.cyanotype.request(name, input)))
        const ms = performance.now() - begun
        const refused = (answers as { ok: boolean; error?: { code: string } }[]).flatMap(({ error }) =>
          error === undefined ? [] : [error.code],
        )
        return { ms, refused }
      }, route)
      await pause(afterMs)
      return { ...answered, ...(await end()) }
    },
    async idle(ms) {
      await begin()
      await pause(ms)
      return { ms, refused: [], ...(await end()) }
    },
    async ask(route, input) {
      const answer = (await page.evaluate(([name, value]) => window.cyanotype.request(name, value), [
        route,
        input,
      ] as const)) as { ok: boolean; value?: unknown; error?: { code: string } }
      if (!answer.ok) throw new Error(`${route}: ${answer.error?.code}`)
      return answer.value
    },
  }
}
