import type { AppError } from '@shared/errors'
import type { Connections } from '../../../connections/connections'
import type { Database } from '../../../db/database'
import type { Clock } from '../../../ports'
import type { TaskReading } from '../../../service/answers/reading'
import { backoffMs } from '../../../service/backoff'
import { unreachedCodes } from '../../../service/networkErrors'
import { withAddress } from '../../../service/taskAddress'
import type { PollVerdict } from '../../../service/verdict'
import { batchSucceeded } from '../../rows/batchSuccess'
import type { StoredJob } from '../../rows/jobFields'
import type { JobProgress } from '../../rows/jobProgress'
import type { JobStore } from '../../rows/jobStore'
import type { Ledger } from '../../rows/ledger'
import { filesRead, type SpooledFiles } from '../../rows/spooledFiles'
import { holdFor, isStranded } from '../../rows/stranded'
import type { Reach } from '../interruptions/reach'
import type { ConnectionPaces } from '../pace/connectionPace'
import { isAstray, isLost, isProven, isToGoOn, remember } from './answersInRow'
import { createLostTasks } from './lostTasks'
import { createPathSearch, tryEveryMs } from './pathSearch'
import type { KnownTask, PolledTask, PolledTasks } from './polledTasks'
import { overdueAfterMs, pollIntervalMs, refusedIntervalMs } from './pollPace'
import { type Asked, createTaskAsking, type TaskAskingDeps } from './taskAsking'
import type { TaskDurations } from './taskDurations'

/**
 * If the previous answer was longer ago than this, in milliseconds, the next one says too little about when the task
 * ended.
 */
const longestGapMs = 10_000
/** A refused task is due again after at most this, in milliseconds: its hold may end at any time. */
const longestHeldMs = 10_000

export interface TaskPollDeps extends Omit<TaskAskingDeps, 'search' | 'connections'> {
  readonly db: Database
  readonly clock: Clock
  readonly random: () => number
  readonly connections: TaskAskingDeps['connections'] &
    Pick<Connections, 'hold' | 'release' | 'learnTaskPath' | 'forgetTaskPath'>
  /** The service knows a task whose request counted as uncertain. */
  readonly onProven: (connectionId: string) => void
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
    onProven,
    jobs,
    ledger,
    progress,
    spooled,
    paces,
    reach,
    durations,
    tasks,
  } = deps

  const search = createPathSearch({ clock, service, connections })
  const asking = createTaskAsking({ ...deps, search })
  const lostTasks = createLostTasks({ db, connections, progress, ledger, search })

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

  /** The job may have moved on during the poll: then the answer comes too late to matter. */
  function apply(task: PolledTask, known: KnownTask, asked: Asked): StoredJob | null {
    const job = jobs.find(task.jobId)
    if (job === null || !tasks.isWanted(job.id)) return job
    const told = move(task, { ...known, job }, asked)
    const { verdict } = asked
    if (verdict.kind === 'task' && verdict.answer !== undefined)
      ledger.answered(known.attemptId, verdict.answer)
    const wasAtWork = job.state === 'running' && job.finalAt === null
    const isAtWork = told.state === 'running' && told.finalAt === null
    if (wasAtWork && !isAtWork && told.state !== 'failed') learn(task)
    // With the change that ends the polls: each of them alone would be a write.
    if (job.state === 'running' && told.state !== 'running' && task.polls !== null)
      ledger.polled(known.attemptId, task.polls)
    return told.state === 'running' ? progress.overdue(told, ageMs(task)) : told
  }

  function move(task: PolledTask, known: KnownTask, { verdict, keyId }: Asked): StoredJob {
    const { job, frozen } = known
    switch (verdict.kind) {
      case 'task':
        return progress.told(
          tellsOf(verdict.reading) ? proven(job, known) : job,
          withAddress(verdict.reading, frozen),
        )
      case 'unknownTask':
        return progress.unknown(job, verdict.error)
      case 'failed':
        return progress.failed(proven(job, known), verdict.error)
      case 'saysFailed':
        return isProven(task, tasks.all(), clock.monotonic())
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

  /** The service knows a task by what only seemed to be its id: from now on it is one like any other. */
  function proven(job: StoredJob, { attemptId }: KnownTask): StoredJob {
    if (!job.isProvisional) return job
    ledger.concluded(attemptId, 'accepted', null)
    batchSucceeded(db, job.batchId, clock.now())
    onProven(job.connectionId)
    return jobs.patch(job, { isProvisional: false })
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

  /** The service answered about a task: what polls with the key in use were held for is over. */
  function goOn(connectionId: string, keyId: string | null): void {
    if (connections.find(connectionId)?.hold?.polls !== true) return
    if (keyId === connections.freeze(connectionId).keyId) connections.release(connectionId, 'refusal')
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
        return task.known?.job.doubt === 'unknown' ? interval : Math.min(interval, longestHeldMs)
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
    if (await asking.tryPath(task, known, signal)) return
    if (task.polls !== null) task.polls++
    const asked = await asking.ask(task, known, signal)
    if (signal.aborted) return
    const { verdict, place } = asked
    if (place.kind === 'elsewhere') {
      // Whether that origin can be reached shows nothing about the service.
    } else if (verdict.kind !== 'retry') reach.answered(task.kind.connectionId)
    else if (unreachedCodes.has(verdict.error.code)) reach.missed(task.kind.connectionId, verdict.error)
    if (verdict.kind === 'task' || verdict.kind === 'failed') {
      goOn(task.kind.connectionId, asked.keyId)
      if (place.kind === 'learned') lostTasks.foundAtLearned(task.kind.connectionId)
    }
    remember(task, verdict, clock.monotonic())
    takeUp(task, known, asked)
    if (isToGoOn(place, verdict)) task.place++
    if ('error' in verdict && isAstray(verdict)) {
      if (task.known !== null && isLost(task, clock.monotonic()))
        lostTasks.lost(task, task.known, verdict.error)
    }
    if (verdict.kind === 'task') await spooled.release(task.jobId, filesRead(verdict.reading))
    const delay = delayAfter(verdict, task)
    task.dueAt = clock.monotonic() + (search.isFor(task) ? Math.min(delay, tryEveryMs) : delay)
  }
}

/** Whether it says anything of the task, not only that there is an answer. */
function tellsOf({ phase, items }: TaskReading): boolean {
  return phase !== 'unknown' || items.length > 0
}

function wordsOf(reading: TaskReading): string {
  return JSON.stringify(reading)
}
