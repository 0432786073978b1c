import { AppFailure } from '@shared/errors'
import { traceOf } from '../errorTrace'
import type { Logger } from '../ports'

/** Lets work run that nobody waits for. What it refuses was told or is no longer of interest; anything else is logged. */
export function behind(logger: Pick<Logger, 'error'>, work: Promise<unknown>): void {
  work.catch((problem: unknown) => {
    if (!(problem instanceof AppFailure)) logger.error('tables.failed', traceOf(problem))
  })
}
