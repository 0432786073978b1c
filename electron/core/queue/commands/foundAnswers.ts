import { AppFailure, appError } from '@shared/errors'
import type { Database } from '../../db/database'
import type { FoundImage, FoundImages } from '../rows/foundImages'
import type { ItemStore } from '../rows/itemStore'
import type { JobProgress } from '../rows/jobProgress'
import type { JobStore } from '../rows/jobStore'
import { mayTakeFound } from '../rows/shownJob'

/** What the user says of a picture that was found in an answer. */
export interface FoundAnswers {
  /**
   * Takes it as an image of its job, or doesn't. Changes nothing if that was said before, or while it isn't shown: a yes to
   * what a former answer had would end the task that runs now. Throws AppFailure `rowMissing` if there is no such picture.
   */
  answer(id: string, position: number, isImage: boolean): void
  /** What came of an address: the file that holds its image, or null if there is none or none will come. */
  fetched(image: FoundImage, spoolFile: string | null): void
  /** It is tried again, not before this time. */
  postponed(image: FoundImage, notBefore: number): void
}

export function createFoundAnswers(deps: {
  readonly db: Database
  readonly jobs: JobStore
  readonly items: Pick<ItemStore, 'of'>
  readonly found: FoundImages
  readonly progress: Pick<JobProgress, 'foundChanged' | 'taken'>
}): FoundAnswers {
  const { db, jobs, items, found, progress } = deps

  function take(image: FoundImage, path: string): void {
    const item = progress.taken(jobs.need(image.jobId), path)
    if (item !== null) found.put({ ...image, state: 'taken', asked: false, item })
  }

  return {
    answer: (id, position, isImage) =>
      db.transaction(() => {
        const image = found.find(id, position)
        if (image === null) throw new AppFailure(appError('rowMissing', { params: { id } }))
        if (image.state !== 'offered' || image.spoolFile === null) return
        if (!mayTakeFound(jobs.need(id), items.of(id))) return
        if (isImage) take(image, image.spoolFile)
        else found.put({ ...image, state: 'refused', asked: false })
        progress.foundChanged(jobs.touch(id))
      }),
    fetched: (image, spoolFile) =>
      db.transaction(() => {
        const now = found.find(image.jobId, image.position)
        if (now?.state !== 'named') return
        const state = spoolFile === null ? 'dropped' : 'offered'
        found.put({ ...now, spoolFile, state, tries: now.tries + 1, notBefore: null })
        progress.foundChanged(jobs.touch(image.jobId))
      }),
    postponed: (image, notBefore) =>
      db.transaction(() => {
        const now = found.find(image.jobId, image.position)
        if (now?.state !== 'named') return
        found.put({ ...now, tries: now.tries + 1, notBefore })
        progress.foundChanged(jobs.touch(image.jobId))
      }),
  }
}
