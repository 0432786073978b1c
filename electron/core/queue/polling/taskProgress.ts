import { type AppError, appError } from '@shared/errors'
import type { Clock } from '../../ports'
import type { TaskReading } from '../../service/reading'
import { readItems } from '../rows/itemReading'
import type { ItemStore } from '../rows/itemStore'
import type { Doubt, JobPatch, JobStore, StoredJob } from '../rows/jobStore'
import { lastingTrouble } from './lasting'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** How long and how often a doubt must last before the person is asked. */
const patience: Readonly<Record<Doubt, { readonly ms: number; readonly polls: number }>> = {
  unknown: { ms: dayMs, polls: 20 },
  imageless: { ms: 10 * minuteMs, polls: 1 },
}
const longestTaskMs = 7 * dayMs

/**
 * What answers of the service do to a job and its items. Each is called inside a transaction, and writes nothing when
 * nothing is new.
 */
export interface TaskProgress {
  /** The service took a job that was being sent. */
  accepted(job: StoredJob, reading: TaskReading): StoredJob
  /** A poll told of a task. */
  told(job: StoredJob, reading: TaskReading): StoredJob
  /** A poll was answered as if there were no such task. */
  unknown(job: StoredJob, error: AppError): StoredJob
  /** The service says that the task failed. */
  failed(job: StoredJob, error: AppError): StoredJob
  /** Polls failed so many times in a row. */
  unreadable(job: StoredJob, failures: number, error: AppError): StoredJob
  /** The task takes longer than any should. */
  overdue(job: StoredJob, ageMs: number): StoredJob
  /** Ends the job when none of its items is open. */
  settle(job: StoredJob): StoredJob
}

export function createTaskProgress(deps: {
  readonly clock: Clock
  readonly jobs: JobStore
  readonly items: ItemStore
}): TaskProgress {
  const { clock, jobs, items } = deps

  function settle(job: StoredJob): StoredJob {
    const now = items.of(job.id)
    if (now.some(({ state }) => state === 'pending' || state === 'ready')) return job
    const error = now.find(({ state, error }) => state !== 'saved' && error !== null)?.error ?? null
    const saved = now.some(({ state }) => state === 'saved')
    return jobs.move(job, saved ? 'completed' : 'exhausted', {
      error: saved ? error : (error ?? job.error),
      attention: null,
      ...noDoubt,
    })
  }

  /** Writes what a reading says of the items and of what is shown; the state is the caller's to move on. */
  function take(job: StoredJob, reading: TaskReading) {
    const read = readItems(job.id, items.of(job.id), reading)
    for (const item of read.changed) items.put(item)
    const images = Math.max(job.images, ...read.changed.map(({ index }) => index + 1))
    const hasImage = read.changed.some(({ state }) => state === 'ready')
    const patch: JobPatch = {
      images,
      // What was once reached is shown, whatever is said after.
      progress: reading.progress === null ? job.progress : Math.max(reading.progress, job.progress ?? 0),
      ...(hasImage ? { billed: 'yes' } : {}),
    }
    return { ...read, patch, hasImage }
  }

  function doubted(job: StoredJob, doubt: Doubt, error: AppError): StoredJob {
    const now = clock.now()
    const same = job.doubt === doubt && job.doubtSince !== null
    const since = same && job.doubtSince !== null ? job.doubtSince : now
    const polls = same ? job.doubtPolls + 1 : 1
    const { ms, polls: least } = patience[doubt]
    // A clock that was set back says nothing of how long it lasted: the person is asked by the polls alone.
    const lasted = now < since || now - since >= ms
    const attention = lasted && polls >= least ? error : job.attention
    return jobs.patch(job, { doubt, doubtSince: since, doubtPolls: polls, attention })
  }

  function failed(job: StoredJob, error: AppError): StoredJob {
    const { taskId } = job
    const end: TaskReading = { taskId, phase: 'failed', status: null, progress: null, items: [], error }
    for (const item of readItems(job.id, items.of(job.id), end).changed) items.put(item)
    return settle(job.state === 'running' ? jobs.move(job, 'taskEnded', noDoubt) : job)
  }

  return {
    accepted(job, reading) {
      const { ended, hasImage, patch } = take(job, reading)
      const answer = { ...patch, taskId: reading.taskId, error: null, notBefore: null }
      if (ended && !hasImage) {
        const [first] = items.of(job.id)
        return jobs.move(job, 'refused', { ...answer, error: first?.error ?? reading.error, billed: 'maybe' })
      }
      if (ended) return settle(jobs.move(job, 'imagesTaken', answer))
      return jobs.move(job, 'taskTaken', { billed: 'maybe', ...answer })
    },

    told(job, reading) {
      const { ended, imageless, patch } = take(job, reading)
      if (imageless) {
        const error = appError('taskWithoutImage', { retry: 'free', detail: reading.error?.detail ?? null })
        return doubted(jobs.patch(job, patch), 'imageless', error)
      }
      const calm: JobPatch = { ...patch, ...noDoubt, attention: overdueStays(job) }
      if (ended && job.state === 'running') return settle(jobs.move(job, 'taskEnded', calm))
      return settle(jobs.patch(job, calm))
    },

    unknown(job, error) {
      // A task that had ended was only asked for a fresh URL: there is none.
      return job.state === 'running' ? doubted(job, 'unknown', error) : failed(job, error)
    },

    failed,

    unreadable(job, failures, error) {
      const trouble = lastingTrouble('taskUnreadable', failures, error)
      return trouble === null || job.attention !== null ? job : jobs.patch(job, { attention: trouble })
    },

    overdue(job, ageMs) {
      if (ageMs < longestTaskMs || job.attention !== null) return job
      return jobs.patch(job, { attention: appError('taskOverdue', { retry: 'free' }) })
    },

    settle,
  }
}

const noDoubt = { doubt: null, doubtSince: null, doubtPolls: 0 } as const satisfies JobPatch

/** An answer ends every doubt, but does not make a task younger. */
function overdueStays(job: StoredJob): AppError | null {
  return job.attention?.code === 'taskOverdue' ? job.attention : null
}
