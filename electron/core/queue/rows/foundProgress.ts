import { type AppError, appError, type ErrorCode, type Retry } from '@shared/errors'
import type { TaskReading } from '../../service/answers/reading'
import type { FoundImage, FoundImages } from './foundImages'
import { hasCome, isPending } from './itemReading'
import type { ItemStore, StoredItem } from './itemStore'
import type { StoredJob } from './jobFields'
import type { JobStore } from './jobStore'

/** After this many tries of an address the user is told. */
const triesUntilTold = 3

/** What is said about pictures that were found. */
const foundCodes: ReadonlySet<ErrorCode> = new Set(['imageFound', 'imageFoundUnfetched'])

/** What pictures that nothing calls images do to their job. Each is called inside a transaction. */
export interface FoundProgress {
  /** What the user is asked about a picture that was found; null if nothing is asked. */
  question(job: StoredJob): AppError | null
  /**
   * Takes up what a reading found beside the items. `asked`: it has nothing else. True if some of it may still be the image.
   */
  recordFound(job: StoredJob, reading: TaskReading, asked: boolean): boolean
  /** What was found for the job, or what the user says of it, has changed. */
  foundChanged(job: StoredJob): StoredJob
}

export function createFoundProgress(deps: {
  readonly jobs: JobStore
  readonly items: ItemStore
  readonly found: FoundImages
  /** Ends the items that are open with an error, and the task with them. */
  readonly end: (job: StoredJob, all: readonly StoredItem[], error: AppError) => StoredJob
}): FoundProgress {
  const { jobs, items, found, end } = deps

  const question = ({ id }: StoredJob): AppError | null =>
    found.asks(id) ? appError('imageFound', { retry: 'free' }) : null

  return {
    question,

    recordFound(job, { found: sources }, asked) {
      found.record(job, sources, { items: items.of(job.id), asked })
      return asked && found.of(job.id).some(isUndecided)
    },

    foundChanged(job) {
      const asking = question(job)
      const calm = job.attention !== null && foundCodes.has(job.attention.code) ? null : job.attention
      const asked = jobs.patch(job, { attention: asking ?? calm })
      if (job.state !== 'running' && job.state !== 'saving') return asked
      const all = items.of(job.id)
      const images = found.of(job.id)
      if (images.some(isUndecided)) {
        // It is tried on, and said.
        const isLate = images.some(({ state, tries }) => state === 'named' && tries >= triesUntilTold)
        return asking === null && isLate ? jobs.patch(asked, { attention: unfetched('free') }) : asked
      }
      const isUnfetched = !images.some(({ state }) => state === 'taken' || state === 'refused')
      const error = isUnfetched
        ? unfetched(job.taskId === null ? 'paid' : 'free')
        : appError('itemMissing', { retry: 'paid' })
      // Nobody can be asked for more.
      if (job.taskId === null) return end(asked, all, error)
      if (all.some(hasCome) && !all.some(isPending)) return end(asked, all, error)
      return isUnfetched && !all.some(hasCome) ? jobs.patch(asked, { attention: error }) : asked
    },
  }
}

const unfetched = (retry: Retry): AppError => appError('imageFoundUnfetched', { retry })

/** The user may be asked about it, and nobody knows yet whether it is an image of the job. */
const isUndecided = ({ asked, state }: FoundImage): boolean =>
  asked && (state === 'named' || state === 'offered')
