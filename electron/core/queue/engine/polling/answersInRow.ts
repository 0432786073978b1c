import type { AppError } from '@shared/errors'
import type { AskPlace } from '../../../connections/askPlaces'
import { unreachedCodes } from '../../../service/networkErrors'
import type { PollVerdict } from '../../../service/verdict'
import type { PolledTask } from './polledTasks'

/**
 * A task has failed once the service has said so this often in the same words, over this many milliseconds, even if the
 * answer shows nothing else of the task. `ofSeveralMs`: if it says that of several tasks of a connection, the service may
 * be what fails, and is waited for.
 */
const provenBy = { times: 3, ms: 60_000, ofSeveralMs: 600_000 }

/** A task counts as unknown after this many answers in a row, over this many milliseconds: it may not be stored yet. */
const lostAfter = { times: 3, ms: 60_000 }

/** Adds an answer about a task to those before it. `now`: monotonic milliseconds. */
export function remember(task: PolledTask, verdict: PollVerdict, now: number): void {
  // Nobody answered, or not about the task.
  if (verdict.kind === 'limited' || (verdict.kind === 'retry' && unreachedCodes.has(verdict.error.code)))
    return
  task.astray = nextAstray(task.astray, verdict, now)
  const isFailure = verdict.kind === 'retry' || verdict.kind === 'saysFailed' || verdict.kind === 'noCredit'
  task.failingSince = isFailure ? (task.failingSince ?? now) : null
  task.claim = verdict.kind === 'saysFailed' ? nextClaim(task.claim, verdict.error, now) : null
}

function nextAstray(before: PolledTask['astray'], verdict: PollVerdict, now: number): PolledTask['astray'] {
  if (verdict.kind === 'task' || verdict.kind === 'failed') return null
  return isAstray(verdict) ? { since: before?.since ?? now, times: (before?.times ?? 0) + 1 } : before
}

/** Whether an answer shows that the task isn't known where it was asked for: there may be no such address. */
export function isAstray(verdict: PollVerdict): boolean {
  return verdict.kind === 'unknownTask' || (verdict.kind === 'retry' && verdict.error.code === 'answerHtml')
}

/** Whether nobody has known the task for a while, wherever it was asked for. */
export function isLost({ astray }: PolledTask, now: number): boolean {
  return astray !== null && astray.times >= lostAfter.times && now - astray.since >= lostAfter.ms
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
export function isProven(task: PolledTask, all: Iterable<PolledTask>, now: number): boolean {
  const { claim, kind } = task
  const saidFor = claim === null ? 0 : now - claim.since
  if (claim === null || claim.times < provenBy.times || saidFor < provenBy.ms) return false
  if (saidFor >= provenBy.ofSeveralMs) return true
  for (const other of all)
    if (other !== task && other.kind.connectionId === kind.connectionId && other.claim?.words === claim.words)
      return false
  return true
}

/** Whether only an answer said that a task is asked for at a place. */
const isNamed = ({ kind }: AskPlace): boolean => kind === 'named' || kind === 'elsewhere'

/**
 * What an answer means that came from a place. Where only an answer said that the task is asked for, a refusal is of that
 * place: it holds nothing, and the next place is tried. What another origin asks for isn't the service's wish.
 */
export function weighed(place: AskPlace, verdict: PollVerdict): PollVerdict {
  if (isNamed(place) && (verdict.kind === 'hold' || verdict.kind === 'noCredit'))
    return { kind: 'unknownTask', error: { ...verdict.error, code: 'taskUnknown' } }
  return place.kind === 'elsewhere' && verdict.kind === 'limited' ? { ...verdict, kind: 'retry' } : verdict
}

/**
 * Whether a task is asked for at the next place after an answer. Only an answer said that a named one is right: whatever it
 * gives but news of the task, the others are asked in turn with it.
 */
export function isToGoOn(place: AskPlace, verdict: PollVerdict): boolean {
  if (isAstray(verdict)) return true
  return isNamed(place) && (verdict.kind === 'retry' || verdict.kind === 'saysFailed')
}
