import { setTimeout as pause } from 'node:timers/promises'
import type { RouteInput, RouteName, RouteOutput } from '@shared/ipc/contract'
import { ask } from '../askRoute'
import type { BenchApp } from '../benchApp'
import { type Delays, watchLoop } from './loopDelay'

/** What something cost the main process. */
export interface Cost extends Delays {
  /** Until every call was answered, in milliseconds. */
  readonly ms: number
  /** Codes of calls that were refused. */
  readonly refused: readonly string[]
}

/** Calls the app's routes from its page, as the window does, and measures its main process. */
export interface Probe {
  /** All inputs at once. */
  call<R extends RouteName>(route: R, inputs: readonly RouteInput<R>[]): Promise<Cost>
  /** Measures while this runs. */
  during(work: () => Promise<unknown>): Promise<Cost>
  /** Asks once, unmeasured. Throws if it is refused. */
  ask<R extends RouteName>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>>
}

/** After an answer, how many milliseconds belong to it: the window reads anew what has changed. */
const afterMs = 120

export async function createProbe({ electron, page }: BenchApp): Promise<Probe> {
  const delay = await watchLoop(electron)
  return {
    async call(route, inputs) {
      // Passed beforehand: a hundred thousand ids go through the main process on their way to the page.
      await page.evaluate((given) => Object.assign(window, { given }), inputs)
      await delay.begin()
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
      return { ...answered, ...(await delay.end()) }
    },
    async during(work) {
      await delay.begin()
      const begun = performance.now()
      await work()
      return { ms: performance.now() - begun, refused: [], ...(await delay.end()) }
    },
    ask: (route, input) => ask(page, route, input),
  }
}
