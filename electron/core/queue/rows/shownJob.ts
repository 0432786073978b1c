import type { Job } from '@shared/model/job'
import type { Database, SqlParams } from '../../db/database'
import { isIn } from '../../jobMachine'
import type { ItemStore, StoredItem } from './itemStore'
import { actionsOf, missingOf } from './jobActions'
import { readPackedJob, type StoredJob, selectPackedJobs, shownFields } from './jobFields'
import { mayBeShown } from './taughtProgress'

/** A job as the window sees it, taken by itself. */
export function shownJob(job: StoredJob, items: readonly StoredItem[]): Job {
  return {
    ...shownFields(job),
    inBatch: null,
    saved: items.filter(({ state }) => state === 'saved').length,
    notBefore: job.notBefore ?? nextDownload(items),
    items: items.map(({ index, state, imageId, error }) => ({ index, state, imageId, error })),
    found: mayTakeFound(job, items) ? job.found : 0,
    actions: [...actionsOf(job, items)],
  }
}

/**
 * The user is asked what they are, or it ended without all of its images: of each of its requests, if the answer to one
 * wasn't understood and it was sent again.
 */
export function mayTakeFound(job: StoredJob, items: readonly StoredItem[]): boolean {
  if (job.attention?.code === 'imageFound' || job.state === 'uncertain') return true
  return isIn('ended', job.state) && mayBeShown(job) && (missingOf(job, items) > 0 || job.sentAgain)
}

/** Reads jobs as the window sees them. `which`: what follows `selectJobs`. */
export function readShownJobs(
  { db, items }: { readonly db: Database; readonly items: Pick<ItemStore, 'ofMany'> },
  which: string,
  params: SqlParams,
): Job[] {
  const jobs = db.all<{ readonly packed: string }>(selectPackedJobs(which), params).map(readPackedJob)
  const byJob = items.ofMany(jobs.map(({ id }) => id))
  return jobs.map((job) => shownJob(job, byJob.get(job.id) ?? []))
}

/** Once every image that is there is waiting for its next try: the earliest of those times. */
function nextDownload(items: readonly StoredItem[]): number | null {
  const ready = items.filter(({ state }) => state === 'ready')
  const times = ready.flatMap(({ downloadNotBefore }) => downloadNotBefore ?? [])
  return times.length > 0 && times.length === ready.length ? Math.min(...times) : null
}
