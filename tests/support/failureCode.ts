import { AppFailure, type ErrorCode } from '@shared/errors'

/** The code a promise fails with; throws when it doesn't, or not with an AppFailure. */
export async function failureCode(promise: Promise<unknown>): Promise<ErrorCode> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if (!('error' in outcome)) throw new Error(`it succeeded: ${JSON.stringify(outcome.value)}`)
  if (!(outcome.error instanceof AppFailure)) throw outcome.error
  return outcome.error.error.code
}
