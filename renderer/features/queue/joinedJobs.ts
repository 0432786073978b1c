import type { Job } from '@shared/model/job'
import { isQuiet } from './quietJob'

/**
 * Joins neighbouring jobs of one batch that ended the same way with nothing to decide into one, with all their images.
 * `more`: the list is cut, and its last batch may continue beyond the end. That batch isn't joined: its sum would be
 * incomplete.
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

/** Keeps the id of the older one, which newer neighbours join. */
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
