import type { RouteInput, RouteName } from '@shared/ipc/contract'
import type { Cost, Probe } from './probe'

/** One line of the list: what is pressed, and with what. */
export interface Call {
  /** The route, and how it is called if it is called in several ways. */
  readonly name: string
  /** Never repeated: the first call leaves nothing to do. */
  readonly isOnce: boolean
  /** All at once. */
  run(probe: Probe, times: number): Promise<Cost>
}

interface Ways {
  readonly of?: string
  readonly once?: true
  /** Unmeasured, before each time. */
  readonly before?: (probe: Probe) => Promise<unknown>
}

/** `input`: known now, or asked of the app right before. */
export function call<R extends RouteName>(
  route: R,
  input: RouteInput<R> | ((probe: Probe) => Promise<RouteInput<R>>),
  ways: Ways = {},
): Call {
  const { of, once = false, before } = ways
  return {
    name: of === undefined ? route : `${route}, ${of}`,
    isOnce: once,
    async run(probe, times) {
      await before?.(probe)
      const one = typeof input === 'function' ? await input(probe) : input
      return probe.call(
        route,
        Array.from({ length: times }, () => one),
      )
    },
  }
}
