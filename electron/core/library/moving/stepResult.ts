import type { AppError } from '@shared/errors'

/** Null: the next one can follow. `busy`, or an error that the user should know: not now. */
export type StepResult = AppError | 'busy' | null
