import { type AppError, appError } from '@shared/errors'
import { fits, isIn } from '../../jobMachine'
import type { ImageSource, TaskReading } from '../../service/answers/reading'
import { hadImage, hasCome, isPending } from './itemReading'
import { type ItemStore, newItem, type StoredItem } from './itemStore'
import { type JobPatch, noDoubt, type StoredJob } from './jobFields'
import type { JobStore } from './jobStore'

/**
 * What the user says of an answer, and what that does to its job. Each is called inside a transaction; nothing is sent
 * again.
 */
export interface TaughtProgress {
  /**
   * A file of the spool is one of its images. Returns the item that it became; null for a job that wasn't sent, or is being
   * sent. `foundChanged` comes next.
   */
  taken(job: StoredJob, path: string): number | null
  /** These are its images. Changes nothing for a job that wasn't sent, or is being sent. */
  shown(job: StoredJob, sources: readonly ImageSource[]): StoredJob
  /** This is the id of its task. Changes only a job that has none, and no image. */
  taskTaught(job: StoredJob, taskId: string): StoredJob
}

export function createTaughtProgress(deps: {
  readonly jobs: JobStore
  readonly items: ItemStore
  /** Takes up a reading's items; returns what that changes about the job. */
  readonly take: (job: StoredJob, reading: TaskReading) => JobPatch
  /** Ends the items that are open with an error. */
  readonly end: (job: StoredJob, all: readonly StoredItem[], error: AppError) => StoredJob
}): TaughtProgress {
  const { jobs, items, take, end } = deps

  /** The same job where its images can still be fetched. */
  function reopened(job: StoredJob): StoredJob {
    const calm = { error: null, settledAt: null } as const
    items.expectAgain(job.id)
    if (job.state === 'uncertain') return jobs.move(job, 'pictureTaken', calm)
    return isIn('ended', job.state) ? jobs.move(job, 'reopened', calm) : job
  }

  return {
    taken(job, path) {
      if (!mayBeShown(job)) return null
      const open = reopened(job)
      const all = items.of(job.id)
      const free = all.filter((item) => !hadImage(item))
      const last = Math.max(-1, ...all.map(({ index }) => index))
      const item =
        free.find(isPending) ?? free.find(({ state }) => state !== 'saved') ?? newItem(job.id, last + 1)
      const { index } = item
      items.put({ ...newItem(job.id, index), entry: item.entry, state: 'ready', spoolFile: path })
      jobs.patch(open, { billed: 'yes', images: Math.max(job.images, index + 1) })
      return index
    },

    shown(job, sources) {
      if (!mayBeShown(job)) return job
      const open = reopened(job)
      const patch = take(open, readingOf(sources))
      const next = jobs.patch(open, { ...patch, attention: null })
      // Its task may still name others.
      const goesOn = next.state === 'running' && next.taskId !== null && !isOver(next)
      return goesOn ? next : end(next, items.of(job.id), appError('itemMissing', { retry: 'paid' }))
    },

    taskTaught(job, taskId) {
      const isOpen = fits(job.state, 'taskTaught') && mayBeShown(job)
      if (!isOpen || job.taskId !== null || items.of(job.id).some(hasCome)) return job
      items.expectAgain(job.id)
      for (const item of items.of(job.id)) if (!hadImage(item)) items.put(newItem(job.id, item.index))
      const calm = { error: null, attention: null, settledAt: null, notBefore: null } as const
      return jobs.move(job, 'taskTaught', { ...calm, ...noDoubt, finalAt: null, taskId, billed: 'maybe' })
    },
  }
}

/** The service has said all that it will say of its task. */
const isOver = ({ doubt, finalAt }: StoredJob): boolean => doubt === 'imageless' || finalAt !== null

/** It was sent and answered, or may have been: also one that was cancelled when it was to be sent again. */
export const mayBeShown = ({ state, billed }: StoredJob): boolean =>
  state !== 'queued' && state !== 'sending' && (state !== 'cancelled' || billed !== 'no')

/** An answer that names these images and nothing else. */
const readingOf = (sources: readonly ImageSource[]): TaskReading => ({
  taskId: null,
  phase: 'unknown',
  status: null,
  progress: null,
  items: sources.map((source, index) => ({
    ...{ index, entry: null, phase: 'done', source, revisedPrompt: null, error: null },
  })),
  error: null,
  askAt: null,
  isProvisional: false,
  found: [],
})
