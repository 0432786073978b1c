import { type AppError, appError, issueProblem } from '@shared/errors'
import type { z } from 'zod'

/**
 * The first problem of an input: `field` by its path (`draft.baseUrl` is `baseUrl`), `code` one of the error codes if
 * the schema names one. What was typed is never repeated.
 */
export function inputInvalid({ issues }: Pick<z.ZodError, 'issues'>): AppError {
  const [issue] = issues
  const path = issue?.path.map(String) ?? []
  const field = (path[0] === 'draft' ? path.slice(1) : path).join('.')
  const { code, params } = issue === undefined ? appError('inputInvalid') : issueProblem(issue)
  return appError('inputInvalid', { params: { ...params, field, code } })
}
