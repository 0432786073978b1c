import { AppFailure } from '@shared/errors'
import type { Guard } from '../guard'

/**
 * Runs work that nobody waits for. An expected failure was reported or is no longer of interest; anything else is
 * logged.
 */
export function behind(guard: Pick<Guard, 'failed'>, work: Promise<unknown>): void {
  work.catch((problem: unknown) => {
    if (!(problem instanceof AppFailure)) guard.failed('tables.failed', problem)
  })
}
