import { type AppError, appError } from '@shared/errors'
import { askedImages } from '@shared/model/job'
import type { Clock } from '../../ports'
import type { TaskPhase, TaskReading } from '../../service/answers/reading'
import type { FoundImages } from './foundImages'
import { createFoundProgress, type FoundProgress } from './foundProgress'
import { endItems, hadImage, hasCome, isKept, isPending, mayAnswerYet, readItems } from './itemReading'
import type { ItemStore, StoredItem } from './itemStore'
import { type Doubt, type JobPatch, noDoubt, type StoredJob } from './jobFields'
import type { JobStore } from './jobStore'
import { lastingAnswers, lastingTrouble } from './lastingTrouble'
import { createTaughtProgress, type TaughtProgress } from './taughtProgress'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long a doubt must last, and over how many polls, before the user is asked. */
const patience: Readonly<Record<Doubt, { readonly ms: number; readonly polls: number }>> = {
  unknown: { ms: dayMs, polls: 20 },
  imageless: { ms: 10 * minuteMs, polls: 1 },
}
const longestTaskMs = 7 * dayMs
/** How long open entries are still polled once the task's own status is final. */
const finalMs = 10 * minuteMs

/** Hears how the requests end that images were named for. */
export interface ImageLosses {
  /** A request ended with an image on disk. */
  none(connectionId: string): void
  /** A request ended, and none of the images the service named could be fetched. */
  lost(job: Pick<StoredJob, 'id' | 'connectionId'>, error: AppError): void
}

/**
 * What answers of the service do to a job and its items. Each is called inside a transaction, and writes nothing when
 * nothing is new.
 */
export interface JobProgress extends TaughtProgress, Pick<FoundProgress, 'foundChanged'> {
  /** The service accepted a job that was being sent. */
  accepted(job: StoredJob, reading: TaskReading): StoredJob
  /** A poll returned a task. */
  told(job: StoredJob, reading: TaskReading): StoredJob
  /** A poll was answered as if there were no such task. */
  unknown(job: StoredJob, error: AppError): StoredJob
  /** The task is known nowhere, and only its form showed that it was one. */
  unproven(job: StoredJob, error: AppError): StoredJob
  /** The answer names an address elsewhere for a task that isn't known here: the user is asked whether it gets the key. */
  askedElsewhere(job: StoredJob, origin: string): StoredJob
  /** The service says that the task failed. */
  failed(job: StoredJob, error: AppError): StoredJob
  /** Polls failed this many times in a row, for `ms` milliseconds. */
  unreadable(
    job: StoredJob,
    failed: { readonly times: number; readonly ms: number },
    error: AppError,
  ): StoredJob
  /** The task takes longer than any should. */
  overdue(job: StoredJob, ageMs: number): StoredJob
  /** Ends the job when none of its items is open. */
  endIfNothingOpen(job: StoredJob): StoredJob
}

export function createJobProgress(deps: {
  readonly clock: Clock
  readonly jobs: JobStore
  readonly items: ItemStore
  readonly found: FoundImages
  readonly losses: ImageLosses
}): JobProgress {
  const { clock, jobs, items, found, losses } = deps
  const { question, recordFound, foundChanged } = createFoundProgress({ jobs, items, found, end })

  function endIfNothingOpen(job: StoredJob): StoredJob {
    // A task reports its own end: what is known so far may not be everything.
    if (job.state === 'running') return job
    const now = items.of(job.id)
    if (now.some((item) => isPending(item) || item.state === 'ready')) return job
    const saved = now.filter(({ state }) => state === 'saved').length
    const error = now.find(({ state, error }) => state !== 'saved' && error !== null)?.error ?? null
    if (saved > 0) losses.none(job.connectionId)
    else if (error !== null && error.code !== 'imageGivenUp' && now.some(hadImage)) losses.lost(job, error)
    const isShort = error !== null && isForUser(error) && saved < askedImages(job.request)
    return jobs.move(job, saved > 0 ? 'completed' : 'exhausted', {
      error: saved > 0 ? error : (error ?? job.error),
      attention: question(job) ?? (isShort ? error : now.find(isKept)?.error) ?? lossIn(job.attention),
      ...noDoubt,
    })
  }

  /** An answer ends every doubt, but doesn't make a task younger, and answers no question. */
  const staying = (job: StoredJob): AppError | null =>
    job.attention?.code === 'taskOverdue' ? job.attention : question(job)

  /** Writes what a reading says about the items and the progress; the caller changes the state. */
  function take(job: StoredJob, reading: TaskReading): Standing & { readonly patch: JobPatch } {
    const hasEnded = job.state !== 'sending' && job.state !== 'running'
    const { all, changed } = readItems(job.id, items.of(job.id), reading, { hasEnded })
    for (const item of changed) items.put(item)
    const patch: JobPatch = {
      images: Math.max(job.images, all.filter(({ again }) => !again).length),
      // Progress never goes back, whatever comes later.
      progress: reading.progress === null ? job.progress : Math.max(reading.progress, job.progress ?? 0),
      ...(changed.some(({ state }) => state === 'ready') ? { billed: 'yes' } : {}),
    }
    // An image in a place that is known takes the place of what was found.
    if (changed.some(({ state }) => state === 'ready')) found.quiet(job.id)
    return { ...standingOf(job, all), patch }
  }

  function doubted(job: StoredJob, doubt: Doubt, error: AppError): StoredJob {
    const now = clock.now()
    const same = job.doubt === doubt && job.doubtSince !== null
    const since = same && job.doubtSince !== null ? job.doubtSince : now
    const polls = same ? job.doubtPolls + 1 : 1
    const { ms, polls: least } = patience[doubt]
    // If the clock was set back, the time that passed is unknown: the number of polls alone decides when to ask the
    // user.
    const lasted = now < since || now - since >= ms
    const isAsked = job.attention?.code === 'taskAskedElsewhere'
    const attention = lasted && polls >= least && !isAsked ? error : job.attention
    return jobs.patch(job, { doubt, doubtSince: since, doubtPolls: polls, attention })
  }

  /** Ends the items that are open with an error, and the task with them. */
  function end(job: StoredJob, all: readonly StoredItem[], error: AppError, patch: JobPatch = {}): StoredJob {
    for (const item of endItems(all, error)) items.put(item)
    const ended = { ...patch, ...noDoubt, finalAt: null }
    return endIfNothingOpen(
      job.state === 'running' ? jobs.move(job, 'taskEnded', ended) : jobs.patch(job, ended),
    )
  }

  /**
   * As far as anyone knows, the task will do nothing more. What is open or not named yet may still arrive for a while.
   */
  function waitOut(
    job: StoredJob,
    all: readonly StoredItem[],
    error: AppError,
    patch: JobPatch = {},
  ): StoredJob {
    const now = clock.now()
    // A clock that was set back restarts the wait.
    const since = job.finalAt === null || job.finalAt > now ? now : job.finalAt
    if (now - since >= finalMs) return end(job, all, error, patch)
    return jobs.patch(job, { ...patch, ...noDoubt, attention: staying(job), finalAt: since })
  }

  return {
    accepted(job, reading) {
      const { taskId, phase } = reading
      const taken = take(job, reading)
      const { all, came, isOpen, isWhole } = taken
      const mayBeFound = recordFound(job, reading, came === 0)
      const isFinal = isFinalPhase(phase)
      const { askAt, isProvisional } = reading
      const answer = { ...taken.patch, taskId, askAt, isProvisional, error: null, notBefore: null }
      if (isFinal && came === 0) {
        const ended = endItems(all, endError(reading))
        for (const item of ended) items.put(item)
        const error = ended[0]?.error ?? reading.error
        return jobs.move(job, 'refused', { ...answer, error, billed: 'maybe' })
      }
      // Without a task, nothing more can be asked for. An answer that was waited for is complete once it has all that
      // was asked for.
      const isResult = taskId === null || (job.mode === 'direct' && phase === 'unknown' && isWhole)
      if (isResult && mayBeFound)
        return foundChanged(jobs.move(job, 'imagesTaken', { billed: 'maybe', ...answer }))
      if (isResult || (isFinal && !isOpen)) {
        for (const item of endItems(all, endError(reading))) items.put(item)
        // A service that was given no number may have had more images, but it can't be asked for them now.
        const isNumbered = job.mode === 'direct' || job.request.n !== undefined
        const attention = isNumbered ? null : lossIn(reading.error)
        return endIfNothingOpen(jobs.move(job, 'imagesTaken', { ...answer, attention }))
      }
      return jobs.move(job, 'taskTaken', {
        billed: 'maybe',
        ...answer,
        finalAt: isFinal ? clock.now() : null,
      })
    },

    told(before, reading) {
      const job = reading.askAt === null ? before : jobs.patch(before, { askAt: reading.askAt })
      const taken = take(job, reading)
      const saysNoImage = reading.error?.code === 'taskWithoutImage'
      const mayBeFound = recordFound(job, reading, saysNoImage && taken.came === 0)
      if (mayBeFound) return foundChanged(jobs.patch(job, { ...taken.patch, ...noDoubt }))
      if (saysNoImage && taken.came === 0) {
        const dropped = found.of(job.id).some(({ state }) => state === 'dropped')
        const code = dropped ? 'imageFoundUnfetched' : 'taskWithoutImage'
        const error = appError(code, { retry: 'free', detail: reading.error?.detail ?? null })
        return doubted(jobs.patch(job, taken.patch), 'imageless', error)
      }
      const isFinal = isFinalPhase(reading.phase) || saysNoImage
      if (isFinal && !taken.isOpen) return end(job, taken.all, endError(reading), taken.patch)
      if (isFinal || (reading.phase === 'unknown' && taken.isWhole))
        return waitOut(job, taken.all, endError(reading), taken.patch)
      return endIfNothingOpen(
        jobs.patch(job, { ...taken.patch, ...noDoubt, attention: staying(job), finalAt: null }),
      )
    },

    unknown(job, error) {
      const all = items.of(job.id)
      // It was only polled for a fresh URL, and there may be something at the one that is known.
      if (job.state !== 'running' && all.filter(isPending).every(mayAnswerYet)) return end(job, all, error)
      // The service forgets finished tasks, or everything that was asked for is here.
      const hasEnded = job.state !== 'running' || job.finalAt !== null || standingOf(job, all).isWhole
      return hasEnded ? waitOut(job, all, error) : doubted(job, 'unknown', error)
    },

    unproven: (job, { detail }) =>
      jobs.move(job, 'taskUnproven', {
        error: appError('taskUnproven', { retry: 'maybeTwice', detail }),
        attention: null,
        progress: null,
        ...noDoubt,
      }),

    askedElsewhere: (job, origin) =>
      job.attention !== null && job.attention.code !== 'taskUnknown'
        ? job
        : jobs.patch(job, {
            attention: appError('taskAskedElsewhere', { params: { origin }, retry: 'free' }),
          }),

    failed: (job, error) => end(job, items.of(job.id), error),

    unreadable(job, { times, ms }, error) {
      const trouble = lastingTrouble('taskUnreadable', times, error) ?? lastingAnswers(ms, error)
      return trouble === null || job.attention !== null ? job : jobs.patch(job, { attention: trouble })
    },

    overdue(job, ageMs) {
      if (ageMs < longestTaskMs || job.attention !== null) return job
      return jobs.patch(job, { attention: appError('taskOverdue', { retry: 'free' }) })
    },

    ...createTaughtProgress({ jobs, items, take: (job, reading) => take(job, reading).patch, end }),

    foundChanged,

    endIfNothingOpen,
  }
}

/** The progress of a job's items. */
interface Standing {
  readonly all: readonly StoredItem[]
  /** Items whose image is on disk or on its way. */
  readonly came: number
  /** The service still owes the image of some item. */
  readonly isOpen: boolean
  /** Nothing is open, and as many came as were asked for. */
  readonly isWhole: boolean
}

function standingOf(job: StoredJob, all: readonly StoredItem[]): Standing {
  const came = all.filter(hasCome).length
  const isOpen = all.some(isPending)
  return { all, came, isOpen, isWhole: !isOpen && came >= askedImages(job.request) }
}

function isFinalPhase(phase: TaskPhase): boolean {
  return phase === 'done' || phase === 'failed' || phase === 'cancelled'
}

/** The error of an item that never arrived although its task has ended. */
function endError({ taskId, phase, error }: TaskReading): AppError {
  if (phase === 'failed') return error ?? appError('taskFailed', { retry: 'paid' })
  if (phase === 'cancelled') return error ?? appError('taskCancelled', { retry: 'paid' })
  if (taskId === null) return lossIn(error) ?? appError('itemMissing', { retry: 'paid' })
  if (error !== null && error.code !== 'taskWithoutImage') return error
  return appError('imageUndelivered', { retry: 'free', detail: error?.detail ?? null })
}

/** The error if it says that part of a paid answer was lost, with what it said about that; otherwise null. */
function lossIn(error: AppError | null): AppError | null {
  return error?.retry === 'maybeTwice' ? error : null
}

/** Why fewer images came than were asked for, if only the user can do something about it. */
function isForUser(error: AppError): boolean {
  return error.code === 'imageUndelivered' || lossIn(error) !== null
}
