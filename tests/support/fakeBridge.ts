import { type AppError, AppFailure, appError } from '@shared/errors'
import type { Bridge } from '@shared/ipc/bridge'
import {
  type EventName,
  type EventPayload,
  events,
  type RouteName,
  type RouteOutput,
  type RouteParsed,
  routes,
} from '@shared/ipc/contract'

type Handler<R extends RouteName> = (input: RouteParsed<R>) => RouteOutput<R> | Promise<RouteOutput<R>>
export type Handlers = { readonly [R in RouteName]?: Handler<R> }

export interface FakeBridge extends Bridge {
  /** The requests, in order, with parsed inputs. */
  readonly requests: readonly { readonly route: RouteName; readonly input: unknown }[]
  /** Files that were dropped; each is answered like `tables.open`. */
  readonly dropped: readonly object[]
  /** The inputs of one route. */
  inputs<R extends RouteName>(route: R): readonly RouteParsed<R>[]
  /** From now on this handler answers the route. */
  answer<R extends RouteName>(route: R, handler: Handler<R>): void
  emit<E extends EventName>(event: E, payload: EventPayload<E>): void
}

/**
 * Takes the place of the preload's bridge: parses inputs and outputs by the contract, as the router would. A
 * handler that throws AppFailure is answered as a failure; a route without a handler is a bug in the test.
 */
export function createFakeBridge(initial: Handlers): FakeBridge {
  const handlers: { [R in RouteName]?: Handler<R> } = { ...initial }
  const listeners = new Set<(event: string, payload: unknown) => void>()
  const dropped: object[] = []
  const requests: { route: RouteName; input: unknown }[] = []

  async function answerOf<R extends RouteName>(route: R, input: unknown): Promise<unknown> {
    const parsed = routes[route].input.safeParse(input)
    if (!parsed.success) return failed(appError('inputInvalid'))
    requests.push({ route, input: parsed.data })
    const handler = handlers[route]
    if (handler === undefined) throw new Error(`no handler for ${route}`)
    try {
      const value = await handler(parsed.data as RouteParsed<R>)
      return { ok: true, value: routes[route].output.parse(value) }
    } catch (thrown) {
      if (thrown instanceof AppFailure) return failed(thrown.error)
      throw thrown
    }
  }

  return {
    requests,
    dropped,
    inputs<R extends RouteName>(route: R) {
      return requests.filter((request) => request.route === route).map(({ input }) => input as RouteParsed<R>)
    },
    answer(route, handler) {
      Object.assign(handlers, { [route]: handler })
    },
    emit(event, payload) {
      const parsed = events[event].parse(payload)
      for (const listener of listeners) listener(event, parsed)
    },
    request(route, input) {
      if (!isRoute(route)) throw new Error(`no such route: ${route}`)
      return answerOf(route, input)
    },
    openDropped(file, input) {
      dropped.push(file)
      return answerOf('tables.open', input)
    },
    bringDropped(files) {
      dropped.push(...files)
      return answerOf('bringing.choose', { what: 'files' })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function isRoute(name: string): name is RouteName {
  return name in routes
}

function failed(error: AppError): { readonly ok: false; readonly error: AppError } {
  return { ok: false, error }
}
