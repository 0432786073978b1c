import type { Job } from '@shared/model/job'
import { isQuiet } from './quietJob'

/**
 * Neighbours of one batch that ended alike with nothing to decide, as one job with the images of them all.
 * `more`: the list is cut, and its last batch may go on behind the end: it stays apart, its sum would be wrong.
 */
export function joinedJobs(jobs: readonly Job[], more: boolean): readonly Job[] {
  const cut = more ? jobs.at(-1)?.batchId : undefined
  const joined: Job[] = []
  for (const job of jobs) {
    const last = joined.at(-1)
    if (last !== undefined && job.batchId !== cut && endedAlike(last, job))
      joined[joined.length - 1] = join(last, job)
    else joined.push(job)
  }
  return joined
}

function endedAlike(a: Job, b: Job): boolean {
  return (
    a.batchId === b.batchId &&
    a.state === b.state &&
    a.request.prompt === b.request.prompt &&
    isQuiet(a) &&
    isQuiet(b) &&
    (a.sentAt === null) === (b.sentAt === null)
  )
}

/** The id stays that of the older one: newer neighbours join it. */
function join(newer: Job, older: Job): Job {
  const images = newer.images + older.images
  return {
    ...older,
    images,
    request: { ...older.request, n: images },
    saved: newer.saved + older.saved,
    items: [...older.items, ...newer.items],
    sentAt: newer.sentAt === null || older.sentAt === null ? null : Math.min(newer.sentAt, older.sentAt),
    endedAt: newer.endedAt === null || older.endedAt === null ? null : Math.max(newer.endedAt, older.endedAt),
  }
}
