import type { RouteName, RouteOutput, RouteParsed } from '@shared/ipc/contract'

/** Answers one route: gets the parsed input, throws AppFailure for what is expected to go wrong. */
export type Handler<R extends RouteName> = (input: RouteParsed<R>) => RouteOutput<R> | Promise<RouteOutput<R>>

/** One handler a route: a missing one does not compile. */
export type Handlers = { readonly [R in RouteName]: Handler<R> }

/** The handlers of one domain, by the beginning of their routes' names. */
export type DomainHandlers<D extends string> = Pick<Handlers, Extract<RouteName, `${D}.${string}`>>
