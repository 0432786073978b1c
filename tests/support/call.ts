import { AppFailure } from '@shared/errors'
import { type Answer, type RouteInput, type RouteName, type RouteOutput, routes } from '@shared/ipc/contract'
import type { z } from 'zod'

/** Sends a request as the window does; the answer must fit the contract. Rejects with AppFailure. */
export type Call = <R extends RouteName>(route: R, input: RouteInput<R>) => Promise<RouteOutput<R>>

/** The contract's outputs, by route. */
const outputs: { readonly [R in RouteName]: { readonly output: z.ZodType<RouteOutput<R>> } } = routes

export function callOf(handle: (route: string, input: unknown) => Promise<Answer<unknown>>): Call {
  return async (route, input) => {
    const answer = await handle(route, input)
    if (!answer.ok) throw new AppFailure(answer.error)
    return outputs[route].output.parse(answer.value)
  }
}
