import { AppFailure } from '@shared/errors'
import type { Guard } from '../guard'

/** Lets work run that nobody waits for. What it refuses was told or is no longer of interest; anything else is logged. */
export function behind(guard: Pick<Guard, 'failed'>, work: Promise<unknown>): void {
  work.catch((problem: unknown) => {
    if (!(problem instanceof AppFailure)) guard.failed('tables.failed', problem)
  })
}
