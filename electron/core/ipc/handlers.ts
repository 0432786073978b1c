import type { RouteName, RouteOutput, RouteParsed } from '@shared/ipc/contract'

/** Answers one route: receives the parsed input, throws AppFailure for expected errors. */
export type Handler<R extends RouteName> = (input: RouteParsed<R>) => RouteOutput<R> | Promise<RouteOutput<R>>

/** One handler per route: a missing one doesn't compile. */
export type Handlers = { readonly [R in RouteName]: Handler<R> }

/** The handlers of one domain, by the prefix of their routes' names. */
export type DomainHandlers<D extends string> = Pick<Handlers, Extract<RouteName, `${D}.${string}`>>
