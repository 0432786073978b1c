import { type AppError, AppFailure } from '@shared/errors'
import type { Connections } from '../../../connections/connections'
import { isKeyTrouble } from '../../../connections/keyTrouble'
import type { Database } from '../../../db/database'
import type { Clock } from '../../../ports'
import { backoffMs } from '../../../service/backoff'
import { unreachedCodes } from '../../../service/networkErrors'
import type { TaskReading } from '../../../service/reading'
import type { ServiceClient } from '../../../service/serviceClient'
import type { PollVerdict } from '../../../service/verdict'
import type { StoredJob } from '../../rows/jobFields'
import type { JobProgress } from '../../rows/jobProgress'
import type { JobStore } from '../../rows/jobStore'
import type { Ledger } from '../../rows/ledger'
import { filesRead, type SpooledFiles } from '../../rows/spooledFiles'
import { holdFor, isStranded } from '../../rows/stranded'
import type { Reach } from '../interruptions/reach'
import type { ConnectionPaces } from '../pace/connectionPace'
import { isProven, remember } from './answersInRow'
import type { KnownTask, PolledTask, PolledTasks } from './polledTasks'
import { overdueAfterMs, pollIntervalMs, refusedIntervalMs } from './pollPace'
import type { TaskDurations } from './taskDurations'

/**
 * If the previous answer was longer ago than this, in milliseconds, the next one says too little about when the task
 * ended.
 */
const longestGapMs = 10_000
/** A refused task is due again after at most this, in milliseconds: its hold may end at any time. */
const longestHeldMs = 10_000

/** What a poll returned about a task, and the key it used. */
interface Asked {
  readonly verdict: PollVerdict
  readonly keyId: string | null
}

export interface TaskPollDeps {
  readonly db: Database
  readonly clock: Clock
  readonly random: () => number
  readonly service: Pick<ServiceClient, 'poll'>
  readonly connections: Pick<Connections, 'find' | 'freeze' | 'resolve' | 'hold' | 'release'>
  readonly jobs: JobStore
  readonly ledger: Ledger
  readonly progress: JobProgress
  readonly spooled: SpooledFiles
  readonly paces: ConnectionPaces
  readonly reach: Pick<Reach, 'problem' | 'missed' | 'answered'>
  readonly durations: TaskDurations
  readonly tasks: PolledTasks
}

/** Polls a task once, handles the answer and returns when the task is due again. */
export type TaskPoll = (task: PolledTask, signal: AbortSignal) => Promise<void>

export function createTaskPoll(deps: TaskPollDeps): TaskPoll {
  const {
    db,
    clock,
    random,
    service,
    connections,
    jobs,
    ledger,
    progress,
    spooled,
    paces,
    reach,
    durations,
    tasks,
  } = deps

  const ageMs = (task: PolledTask) => clock.monotonic() - task.startedAt

  function intervalMs(task: PolledTask): number {
    const job = task.known?.job
    const isUnknown = job?.doubt === 'unknown' && job.doubtSince !== null
    const unknownForMs = isUnknown ? Math.max(0, clock.now() - (job.doubtSince ?? 0)) : null
    const polledMs = clock.monotonic() - task.polledFrom
    return pollIntervalMs({ ageMs: ageMs(task), polledMs, unknownForMs }, durations.of(task.kind), random)
  }

  function read(jobId: string): KnownTask | null {
    const job = jobs.find(jobId)
    const attempt = ledger.latest(jobId)
    if (job === null || job.taskId === null || attempt === null) return null
    return { job, taskId: job.taskId, attemptId: attempt.id, frozen: attempt.frozen, said: null }
  }

  async function ask({ job, taskId, frozen }: KnownTask, signal: AbortSignal): Promise<Asked> {
    try {
      const target = await connections.resolve(job.connectionId, frozen)
      const asked = { prompt: job.request.prompt, signal }
      return { verdict: await service.poll(target, taskId, asked), keyId: target.keyId ?? null }
    } catch (problem) {
      if (!(problem instanceof AppFailure)) throw problem
      const { error } = problem
      const verdict: PollVerdict = isKeyTrouble(error)
        ? { kind: 'hold', error }
        : { kind: 'retry', error, retryAfterMs: null }
      return { verdict, keyId: null }
    }
  }

  /** The job may have moved on during the poll: then the answer comes too late to matter. */
  function apply(task: PolledTask, known: KnownTask, asked: Asked): StoredJob | null {
    const job = jobs.find(task.jobId)
    if (job === null || !tasks.isWanted(job.id)) return job
    const told = move(task, { ...known, job }, asked)
    const wasAtWork = job.state === 'running' && job.finalAt === null
    const isAtWork = told.state === 'running' && told.finalAt === null
    if (wasAtWork && !isAtWork && told.state !== 'failed') learn(task)
    // With the change that ends the polls: each of them alone would be a write.
    if (job.state === 'running' && told.state !== 'running' && task.polls !== null)
      ledger.polled(known.attemptId, task.polls)
    return told.state === 'running' ? progress.overdue(told, ageMs(task)) : told
  }

  function move(task: PolledTask, { job, frozen }: KnownTask, { verdict, keyId }: Asked): StoredJob {
    switch (verdict.kind) {
      case 'task':
        return progress.told(job, verdict.reading)
      case 'unknownTask':
        return progress.unknown(job, verdict.error)
      case 'failed':
        return progress.failed(job, verdict.error)
      case 'saysFailed':
        return isProven(task, clock.monotonic())
          ? progress.failed(job, verdict.error)
          : unreadable(task, job, verdict.error)
      case 'hold':
        return refused(job, verdict.error, { polls: true, keyId, origin: frozen.origin })
      case 'noCredit': {
        const held = refused(job, verdict.error, { polls: false, keyId, origin: frozen.origin })
        return unreadable(task, held, verdict.error)
      }
      case 'limited':
        return job
      case 'retry':
        return unreadable(task, job, verdict.error)
    }
  }

  function unreadable(task: PolledTask, job: StoredJob, error: AppError): StoredJob {
    const ms = clock.monotonic() - (task.failingSince ?? clock.monotonic())
    return progress.unreadable(job, { times: task.failures + 1, ms }, error)
  }

  /** Its connection is held until the user has dealt with it; if that shows nowhere, the job itself reports it. */
  function refused(
    job: StoredJob,
    error: AppError,
    asked: { readonly polls: boolean; readonly keyId: string | null; readonly origin: string },
  ): StoredJob {
    const attention = holdFor(connections, job.connectionId, error, asked)
    return attention === null ? job : jobs.patch(job, { attention })
  }

  /** The service answered about a task: what the key in use was held for is over. Any other hold is the user's to end. */
  function goOn(connectionId: string, keyId: string | null): void {
    const hold = connections.find(connectionId)?.hold ?? null
    if (hold?.polls !== true) return
    const { code } = hold.error
    const isOver = code === 'keyRefused' || code === 'certificateUntrusted' || isKeyTrouble(hold.error)
    if (isOver && keyId === connections.freeze(connectionId).keyId) connections.release(connectionId)
  }

  /** It ended between two polls: half-way is the best guess. */
  function learn(task: PolledTask): void {
    const gap = clock.monotonic() - task.seenAt
    // For example, the app wasn't running or the service couldn't be reached.
    if (gap > Math.max(2 * task.plannedMs, longestGapMs)) return
    const isFirst = task.seenAt === task.startedAt
    durations.record(task.kind, ageMs(task) - (isFirst ? 0 : gap / 2))
  }

  /** A text that identifies the answer for a task that runs normally: if it comes again, it changes nothing. */
  function calmWords(job: StoredJob, verdict: PollVerdict): string | null {
    const isCalm =
      verdict.kind === 'task' && job.state === 'running' && job.doubt === null && job.finalAt === null
    return isCalm ? wordsOf(verdict.reading) : null
  }

  function takeUp(task: PolledTask, known: KnownTask, asked: Asked): void {
    const { verdict } = asked
    const isSaidAgain = verdict.kind === 'task' && task.known?.said === wordsOf(verdict.reading)
    const isOverdue = ageMs(task) > overdueAfterMs(durations.of(task.kind))
    if (isSaidAgain && !isOverdue) return
    const job = db.transaction(() => apply(task, known, asked))
    task.known = job === null ? null : { ...known, job, said: calmWords(job, verdict) }
  }

  function delayAfter(verdict: PollVerdict, task: PolledTask): number {
    const pace = paces.of(task.kind.connectionId)
    const interval = intervalMs(task)
    switch (verdict.kind) {
      case 'retry':
      case 'saysFailed':
      case 'noCredit':
        task.failures++
        return Math.max(interval, backoffMs(task.failures, random), verdict.retryAfterMs ?? 0)
      case 'limited':
        return Math.max(interval, pace.pollLimited(verdict.retryAfterMs))
      case 'task':
        pace.pollAnswered()
        task.failures = 0
        task.seenAt = clock.monotonic()
        task.plannedMs = Math.max(interval, verdict.retryAfterMs ?? 0)
        return task.plannedMs
      case 'hold':
        pace.pollAnswered()
        if (isStranded(task.known?.job.attention ?? null))
          return Math.max(interval, refusedIntervalMs(++task.failures, random))
        task.failures = 0
        return Math.min(interval, longestHeldMs)
      case 'unknownTask':
      case 'failed':
        pace.pollAnswered()
        task.failures = 0
        return interval
    }
  }

  return async (task, signal) => {
    task.known ??= read(task.jobId)
    if (task.known === null) return tasks.forget(task.jobId)
    const { known } = task
    if (task.polls !== null) task.polls++
    const asked = await ask(known, signal)
    if (signal.aborted) return
    const { verdict } = asked
    if (verdict.kind !== 'retry') reach.answered(task.kind.connectionId)
    else if (unreachedCodes.has(verdict.error.code)) reach.missed(task.kind.connectionId, verdict.error)
    if (verdict.kind === 'task' || verdict.kind === 'failed') goOn(task.kind.connectionId, asked.keyId)
    remember(task, verdict, clock.monotonic())
    takeUp(task, known, asked)
    if (verdict.kind === 'task') await spooled.release(task.jobId, filesRead(verdict.reading))
    task.dueAt = clock.monotonic() + delayAfter(verdict, task)
  }
}

function wordsOf(reading: TaskReading): string {
  return JSON.stringify(reading)
}
