import type { AppError } from '@shared/errors'
import { unreachedCodes } from '../../../service/networkErrors'
import type { PollVerdict } from '../../../service/verdict'
import type { PolledTask } from './polledTasks'

/**
 * A task has failed once the service has said so this often in the same words, over this many milliseconds, even if the
 * answer shows nothing else of the task.
 */
const provenBy = { times: 3, ms: 60_000 }

/** Adds an answer about a task to those before it. `now`: monotonic milliseconds. */
export function remember(task: PolledTask, verdict: PollVerdict, now: number): void {
  // Nobody answered, or not about the task.
  if (verdict.kind === 'limited' || (verdict.kind === 'retry' && unreachedCodes.has(verdict.error.code)))
    return
  const isFailure = verdict.kind === 'retry' || verdict.kind === 'saysFailed' || verdict.kind === 'noCredit'
  task.failingSince = isFailure ? (task.failingSince ?? now) : null
  task.claim = verdict.kind === 'saysFailed' ? nextClaim(task.claim, verdict.error, now) : null
}

function nextClaim(
  before: PolledTask['claim'],
  { code, detail }: AppError,
  now: number,
): PolledTask['claim'] {
  const words = `${code} ${detail?.words ?? ''}`
  return before?.words === words ? { ...before, times: before.times + 1 } : { words, since: now, times: 1 }
}

/** Whether what may be another's failure has been said often and long enough to be this task's. */
export function isProven({ claim }: PolledTask, now: number): boolean {
  return claim !== null && claim.times >= provenBy.times && now - claim.since >= provenBy.ms
}
