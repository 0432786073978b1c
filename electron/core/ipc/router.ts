import { type AppError, AppFailure, appError } from '@shared/errors'
import { type Answer, type RouteName, type RouteParsed, routes } from '@shared/ipc/contract'
import type { z } from 'zod'
import { traceOf } from '../errorTrace'
import type { Logger } from '../ports'
import type { Handlers } from './handlers'
import { inputInvalid } from './inputIssue'

export interface Router {
  /** Never rejects: an expected failure is an answer, a bug is logged and answered with `internal`. */
  handle(route: string, input: unknown): Promise<Answer<unknown>>
}

/** The contract's inputs, each known by its route to be what that route's handler takes. */
const inputs: { readonly [R in RouteName]: { readonly input: z.ZodType<RouteParsed<R>> } } = routes

export function createRouter(handlers: Handlers, { logger }: { readonly logger: Logger }): Router {
  async function call<R extends RouteName>(route: R, input: unknown): Promise<Answer<unknown>> {
    const parsed = inputs[route].input.safeParse(input)
    if (!parsed.success) return refusal(inputInvalid(parsed.error))
    return { ok: true, value: await handlers[route](parsed.data) }
  }

  return {
    async handle(route, input) {
      if (!isRoute(route)) return refusal(appError('notAllowed'))
      try {
        return await call(route, input)
      } catch (problem) {
        if (problem instanceof AppFailure) return refusal(problem.error)
        logger.error('ipc.failed', { route, ...traceOf(problem) })
        return refusal(appError('internal'))
      }
    },
  }
}

const isRoute = (name: string): name is RouteName => Object.hasOwn(routes, name)

const refusal = (error: AppError): Answer<never> => ({ ok: false, error })
