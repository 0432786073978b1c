import { type AppError, AppFailure, appError } from '@shared/errors'

/** Turns anything thrown into an AppError; a bug becomes `internal`. */
export function appErrorOf(thrown: unknown): AppError {
  return thrown instanceof AppFailure ? thrown.error : appError('internal')
}
