import { type AppError, AppFailure, appError, issueProblem } from '@shared/errors'
import { type Answer, type RouteName, type RouteParsed, routes } from '@shared/ipc/contract'
import { fileErrorCode } from '@shared/processes/fileErrors'
import type { z } from 'zod'
import type { Guard } from '../guard'
import { type TaskWatch, unwatched } from '../taskWatch'
import type { TurnShare } from '../turnShare'
import type { Handlers } from './handlers'

interface Router {
  /**
   * Never rejects: expected failures, files that are refused, and an unwritable disk are answers; a bug is logged and
   * answered with `internal`.
   */
  handle(route: string, input: unknown): Promise<Answer<unknown>>
  /**
   * The same for calls that arrive another way: parses the input like a route's, and answers with the result of `work`.
   */
  answer<R extends RouteName>(
    route: R,
    input: unknown,
    work: (parsed: RouteParsed<R>) => unknown,
  ): Promise<Answer<unknown>>
}

/** The contract's inputs, each typed as what its route's handler accepts. */
const inputs: { readonly [R in RouteName]: { readonly input: z.ZodType<RouteParsed<R>> } } = routes

export function createRouter(
  handlers: Handlers,
  deps: {
    readonly guard: Pick<Guard, 'failed'>
    readonly share: TurnShare
    readonly tasks?: Pick<TaskWatch, 'measure'>
  },
): Router {
  const { guard, share, tasks = unwatched } = deps

  async function answered<R extends RouteName>(
    route: R,
    input: unknown,
    work: (parsed: RouteParsed<R>) => unknown,
  ): Promise<Answer<unknown>> {
    const parsed = inputs[route].input.safeParse(input)
    if (!parsed.success) return refusal(inputInvalid(parsed.error))
    try {
      return { ok: true, value: await work(parsed.data) }
    } catch (problem) {
      if (problem instanceof AppFailure) return refusal(problem.error)
      return refusal(guard.failed('ipc.failed', problem, { route }) ?? unexpected(problem))
    }
  }

  const answer: typeof answered = async (route, input, work) => {
    await share.turn()
    return tasks.measure('route', route, () => answered(route, input, work))
  }
  const call = <R extends RouteName>(route: R, input: unknown) => answer(route, input, handlers[route])

  return {
    async handle(route, input) {
      return isRoute(route) ? call(route, input) : refusal(appError('notAllowed'))
    },
    answer,
  }
}

const isRoute = (name: string): name is RouteName => Object.hasOwn(routes, name)

function unexpected(problem: unknown): AppError {
  const cause = fileErrorCode(problem)
  return cause === null ? appError('internal') : appError('fileRefused', { retry: 'free', detail: { cause } })
}

const refusal = (error: AppError): Answer<never> => ({ ok: false, error })

/**
 * The first problem of an input: `field` by its path (`draft.baseUrl` is `baseUrl`), `code` one of the error codes if
 * the schema names one. What was typed is never repeated.
 */
function inputInvalid({ issues }: Pick<z.ZodError, 'issues'>): AppError {
  const [issue] = issues
  const path = issue?.path.map(String) ?? []
  const field = (path[0] === 'draft' ? path.slice(1) : path).join('.')
  const { code, params } = issue === undefined ? appError('inputInvalid') : issueProblem(issue)
  return appError('inputInvalid', { params: { ...params, field, code } })
}
